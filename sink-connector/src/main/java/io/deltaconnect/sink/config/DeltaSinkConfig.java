package io.deltaconnect.sink.config;

import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.connector.config.StorageKeys;
import io.deltaconnect.sink.convert.KeptValues;
import io.deltaconnect.sink.convert.TypeOptions;
import io.deltaconnect.sink.convert.UnavailableValue;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The configuration of the sink. Immutable. */
public final class DeltaSinkConfig extends AbstractConfig {
  /** All keys. */
  public static final ConfigDef DEFINITION = SinkConfigDef.create();

  static final String MAX_POLL_INTERVAL = "consumer.override.max.poll.interval.ms";
  private static final long DEFAULT_MAX_POLL_INTERVAL_MS = 300_000;

  private final TableOverrides overrides;

  private DeltaSinkConfig(Map<String, String> originals, boolean log) {
    super(DEFINITION, originals, log);
    overrides = new TableOverrides(originals, DEFINITION.names());
  }

  /**
   * @throws ConfigException if a key, or the combination of keys, is wrong
   */
  public static DeltaSinkConfig of(Map<String, String> originals) {
    DeltaSinkConfig config = new DeltaSinkConfig(given(originals), true);
    List<Problem> problems = config.problems();
    if (!problems.isEmpty()) {
      throw new ConfigException(problems.get(0).message());
    }
    return config;
  }

  /**
   * What is wrong with the combination of keys, each of which must be right by itself.
   *
   * @throws ConfigException if one is not
   */
  public static List<Problem> problems(Map<String, String> originals) {
    return unlogged(originals).problems();
  }

  /**
   * A configuration without {@link #problems}, which is only looked at: nothing is logged.
   *
   * @throws ConfigException if a key is wrong
   */
  public static DeltaSinkConfig unlogged(Map<String, String> originals) {
    return new DeltaSinkConfig(given(originals), false);
  }

  /** A key set to null is a key not set. */
  private static Map<String, String> given(Map<String, String> originals) {
    Map<String, String> given = new HashMap<>(originals);
    given.values().removeIf(Objects::isNull);
    return given;
  }

  private List<Problem> problems() {
    return new CrossFieldChecks(this, overrides).problems();
  }

  public PathTemplate pathTemplate() {
    return new PathTemplate(getString(Keys.TABLE_PATH));
  }

  /**
   * Topic to what takes its place.
   *
   * @throws ConfigException if an entry is not of the form topic:table, or a topic stands twice
   */
  public Map<String, String> topicToTable() {
    Map<String, String> map = new LinkedHashMap<>();
    for (String entry : getList(Keys.TOPIC_TO_TABLE_MAP)) {
      int colon = entry.indexOf(':');
      if (colon < 1 || colon == entry.length() - 1) {
        throw new ConfigException(Keys.TOPIC_TO_TABLE_MAP, entry, "must have the form topic:table");
      }
      String topic = entry.substring(0, colon).trim();
      if (map.put(topic, entry.substring(colon + 1).trim()) != null) {
        throw new ConfigException(Keys.TOPIC_TO_TABLE_MAP, entry, "names a topic twice");
      }
    }
    return map;
  }

  /** Settings for Hadoop's file systems: those of {@code storage.*} and {@code hadoop.*}. */
  public Map<String, String> hadoopProperties() {
    return StorageKeys.hadoopProperties(originalsStrings());
  }

  public long commitIntervalMs() {
    return getLong(Keys.COMMIT_INTERVAL_MS);
  }

  public int commitMaxRecords() {
    return getInt(Keys.COMMIT_MAX_RECORDS);
  }

  public long commitMaxBytes() {
    return getLong(Keys.COMMIT_MAX_BYTES);
  }

  public long retryMaxMs() {
    return getLong(Keys.RETRY_MAX_MS);
  }

  public long offsetsCommitMaxDelayMs() {
    return getLong(Keys.OFFSETS_COMMIT_MAX_DELAY_MS);
  }

  /** The first part of the application ids in the table's log. */
  public String txnAppId() {
    String id = getString(Keys.TXN_APP_ID);
    if (id != null && !id.isBlank()) {
      return id;
    }
    Object name = originals().get("name");
    if (name == null) {
      throw new ConfigException(Keys.TXN_APP_ID, null, "is needed where the connector has no name");
    }
    return name.toString();
  }

  /** What holds for the table of that name. */
  public TableConfig forTable(String name) {
    return merged(name).table();
  }

  /** The name under which a key was set for a table: the override's if there is one. */
  public String keyFor(String table, String key) {
    return overrides.of(table).containsKey(key) ? Keys.TABLE_PREFIX + table + "." + key : key;
  }

  /** This configuration with the overrides of one table in place. */
  DeltaSinkConfig merged(String table) {
    Map<String, String> own = overrides.of(table);
    if (own.isEmpty()) {
      return this;
    }
    Map<String, String> all = new HashMap<>(originalsStrings());
    all.putAll(own);
    return new DeltaSinkConfig(all, false);
  }

  TableConfig table() {
    return new TableConfig(
        choice(Keys.INSERT_MODE, InsertMode.class),
        choice(Keys.PK_MODE, PkMode.class),
        getList(Keys.PK_FIELDS),
        getBoolean(Keys.DELETE_ENABLED),
        op(),
        getList(Keys.COLUMNS_INCLUDE),
        getList(Keys.COLUMNS_EXCLUDE),
        kept(),
        new TypeOptions(
            is(Keys.TIMESTAMP_MODE, "ntz"),
            is(Keys.TIME_MODE, "micros"),
            VariableScaleDecimal.parse(getString(Keys.VARIABLE_SCALE_DECIMAL))),
        getBoolean(Keys.AUTO_CREATE),
        choice(Keys.AUTO_EVOLVE, AutoEvolve.class),
        getList(Keys.PARTITION_BY),
        getList(Keys.CLUSTER_BY),
        tableProperties(),
        TableUpgrade.of(getString(Keys.TABLE_UPGRADE)),
        choice(Keys.ON_TABLE_RECREATED, OnTableRecreated.class),
        choice(Keys.ON_OFFSET_REGRESSION, OnOffsetRegression.class),
        getLong(Keys.OFFSET_REGRESSION_TOLERANCE_MS),
        engineOptions());
  }

  Map<String, String> tableProperties() {
    return strings(originalsWithPrefix(Keys.TABLE_PROPERTIES_PREFIX));
  }

  private KeptValues kept() {
    return new KeptValues(
        is(Keys.MISSING_COLUMNS, "keep"),
        getBoolean(Keys.IGNORE_NULL_UPDATES),
        UnavailableValue.parse(getString(Keys.UNAVAILABLE_VALUE_PLACEHOLDER)),
        is(Keys.UNAVAILABLE_VALUE_ON_MISSING_ROW, "null"));
  }

  private OpConfig op() {
    return new OpConfig(
        blankToNull(getString(Keys.OP_FIELD)),
        blankToNull(getString(Keys.OP_HEADER)),
        getList(Keys.OP_UPSERT_VALUES),
        getList(Keys.OP_DELETE_VALUES),
        getList(Keys.OP_TRUNCATE_VALUES),
        getList(Keys.OP_IGNORE_VALUES),
        choice(Keys.OP_UNKNOWN_BEHAVIOR, UnknownOp.class));
  }

  private TableOptions engineOptions() {
    return new TableOptions(
        choice(Keys.MERGE_STRATEGY, MergeStrategy.class),
        getBoolean(Keys.EMIT_UNCHANGED_UPDATES),
        getBoolean(Keys.CDC_SHARED_FILES_ENABLED),
        getLong(Keys.TARGET_FILE_SIZE_BYTES),
        retryTimeout(),
        Runtime.getRuntime().availableProcessors());
  }

  /** Half the time after which the group would take the partitions away. */
  public Duration retryTimeout() {
    Object text = originals().get(MAX_POLL_INTERVAL);
    long maxPollInterval;
    try {
      maxPollInterval =
          text == null ? DEFAULT_MAX_POLL_INTERVAL_MS : Long.parseLong(text.toString().trim());
    } catch (NumberFormatException e) {
      throw new ConfigException(MAX_POLL_INTERVAL, text, "must be a number of milliseconds");
    }
    return Duration.ofMillis(maxPollInterval / 2);
  }

  private boolean is(String key, String value) {
    return getString(key).toLowerCase(Locale.ROOT).equals(value);
  }

  private <E extends Enum<E>> E choice(String key, Class<E> type) {
    return Enum.valueOf(type, getString(key).toUpperCase(Locale.ROOT));
  }

  private static String blankToNull(String text) {
    return text == null || text.isBlank() ? null : text.trim();
  }

  private static Map<String, String> strings(Map<String, Object> values) {
    Map<String, String> strings = new LinkedHashMap<>();
    values.forEach((key, value) -> strings.put(key, String.valueOf(value)));
    return strings;
  }
}
