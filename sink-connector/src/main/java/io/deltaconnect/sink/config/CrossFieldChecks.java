package io.deltaconnect.sink.config;

import io.deltaconnect.connector.config.FileSystems;
import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.connector.config.StorageKeys;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;

/** Checks that need more than one key, for all tables and for each one with overrides. */
final class CrossFieldChecks {
  private static final Map<String, String> FORBIDDEN_PROPERTIES =
      Map.of(
          "delta.setTransactionRetentionDuration",
          "must stay unset: the table would forget how far each topic-partition has come",
          "deltaconnect.key.columns",
          "is set by the connector");

  private final DeltaSinkConfig config;
  private final TableOverrides overrides;
  private final List<Problem> problems = new ArrayList<>();

  CrossFieldChecks(DeltaSinkConfig config, TableOverrides overrides) {
    this.config = config;
    this.overrides = overrides;
  }

  List<Problem> problems() {
    for (String key : overrides.unknown()) {
      add(UnknownKeys.perTable(key), key);
    }
    problems.addAll(StorageKeys.problems(config.originalsStrings()));
    fileSystem(Keys.TABLE_PATH, config.getString(Keys.TABLE_PATH));
    try {
      config.topicToTable().values().forEach(path -> fileSystem(Keys.TOPIC_TO_TABLE_MAP, path));
    } catch (ConfigException e) {
      add(e.getMessage(), Keys.TOPIC_TO_TABLE_MAP);
    }
    try {
      check(config, "");
    } catch (ConfigException e) {
      add(e.getMessage(), DeltaSinkConfig.MAX_POLL_INTERVAL);
    }
    for (String table : overrides.tables()) {
      try {
        check(config.merged(table), table);
      } catch (ConfigException e) {
        List<String> keys =
            overrides.of(table).keySet().stream().map(key -> named(table, key)).toList();
        problems.add(new Problem("table " + table + ": " + e.getMessage(), keys));
      }
    }
    return problems;
  }

  /** Names match whatever their case. */
  private void distinct(String tableName, String key, List<String> columns) {
    Set<String> seen = new HashSet<>();
    for (String column : columns) {
      if (!seen.add(column.toLowerCase(Locale.ROOT))) {
        add(tableName, "%s has " + quoted(column) + " twice", key);
      }
    }
  }

  private void fileSystem(String key, String path) {
    String fault = FileSystems.fault(path, config.hadoopProperties());
    if (fault != null) {
      add(key + ": " + fault, key);
    }
  }

  private void check(DeltaSinkConfig merged, String tableName) {
    TableConfig table = merged.table();
    if (table.pkMode() == PkMode.RECORD_VALUE && !table.append() && table.pkFields().isEmpty()) {
      add(tableName, "%s=record_value needs %s", Keys.PK_MODE, Keys.PK_FIELDS);
    }
    distinct(tableName, Keys.PK_FIELDS, table.pkFields());
    distinct(tableName, Keys.PARTITION_BY, table.partitionBy());
    distinct(tableName, Keys.CLUSTER_BY, table.clusterBy());
    if (!table.partitionBy().isEmpty() && !table.clusterBy().isEmpty()) {
      add(tableName, "%s and %s exclude each other", Keys.PARTITION_BY, Keys.CLUSTER_BY);
    }
    common(table.pkFields(), table.columnsExclude())
        .forEach(
            name ->
                add(
                    tableName,
                    "%s and %s both have " + quoted(name) + ": a key column cannot be excluded",
                    Keys.PK_FIELDS,
                    Keys.COLUMNS_EXCLUDE));
    common(table.columnsInclude(), table.columnsExclude())
        .forEach(
            name ->
                add(
                    tableName,
                    "%s and %s both have " + quoted(name),
                    Keys.COLUMNS_INCLUDE,
                    Keys.COLUMNS_EXCLUDE));
    if (table.append() && table.kept().missing()) {
      add(
          tableName,
          "%s=append and %s=keep exclude each other",
          Keys.INSERT_MODE,
          Keys.MISSING_COLUMNS);
    }
    if (table.append() && table.kept().nulls()) {
      add(
          tableName,
          "%s=append and %s=true exclude each other",
          Keys.INSERT_MODE,
          Keys.IGNORE_NULL_UPDATES);
    }
    operations(table.op(), tableName);
    properties(table, tableName);
  }

  private void operations(OpConfig op, String tableName) {
    Map<String, String> owners = new HashMap<>();
    operations(Keys.OP_UPSERT_VALUES, op.upsertValues(), owners, tableName);
    operations(Keys.OP_DELETE_VALUES, op.deleteValues(), owners, tableName);
    operations(Keys.OP_TRUNCATE_VALUES, op.truncateValues(), owners, tableName);
    operations(Keys.OP_IGNORE_VALUES, op.ignoreValues(), owners, tableName);
  }

  private void operations(
      String key, List<String> values, Map<String, String> owners, String tableName) {
    for (String value : values) {
      String owner = owners.putIfAbsent(value, key);
      if (owner != null && !owner.equals(key)) {
        add(tableName, "%2$s and %1$s both have " + quoted(value), owner, key);
      }
    }
  }

  private void properties(TableConfig table, String tableName) {
    FORBIDDEN_PROPERTIES.forEach(
        (property, why) -> {
          if (table.properties().containsKey(property)) {
            add(tableName, "%s " + why, Keys.TABLE_PROPERTIES_PREFIX + property);
          }
        });
    String feed = table.properties().get("delta.enableChangeDataFeed");
    if (feed != null && !feed.equalsIgnoreCase("true")) {
      add(
          tableName,
          "%s must be true or unset",
          Keys.TABLE_PROPERTIES_PREFIX + "delta.enableChangeDataFeed");
    }
    String vectors = table.properties().get("delta.enableDeletionVectors");
    if (vectors != null
        && !vectors.equalsIgnoreCase("true")
        && table.options().mergeStrategy() == MergeStrategy.DELETION_VECTORS) {
      add(
          tableName,
          "%s=deletion_vectors needs %s to be true or unset",
          Keys.MERGE_STRATEGY,
          Keys.TABLE_PROPERTIES_PREFIX + "delta.enableDeletionVectors");
    }
  }

  private static List<String> common(List<String> a, List<String> b) {
    Set<String> folded = new HashSet<>();
    b.forEach(name -> folded.add(name.toLowerCase(Locale.ROOT)));
    return a.stream().filter(name -> folded.contains(name.toLowerCase(Locale.ROOT))).toList();
  }

  private static String quoted(String name) {
    return "'" + name.replace("%", "%%") + "'";
  }

  /**
   * The problem counts on each key where it was set: the override if there is one.
   *
   * @param format has a %s for each key
   */
  @SuppressWarnings("AnnotateFormatMethod") // names of columns are part of some
  private void add(String table, String format, String... keys) {
    Set<String> own = overrides.of(table).keySet();
    List<String> names =
        Arrays.stream(keys).map(key -> own.contains(key) ? named(table, key) : key).toList();
    Problem problem = new Problem(String.format(format, names.toArray()), names);
    if (!problems.contains(problem)) {
      problems.add(problem);
    }
  }

  private void add(String message, String key) {
    problems.add(new Problem(message, List.of(key)));
  }

  private static String named(String table, String key) {
    return Keys.TABLE_PREFIX + table + "." + key;
  }
}
