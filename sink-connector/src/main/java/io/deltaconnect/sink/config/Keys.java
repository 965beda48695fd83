package io.deltaconnect.sink.config;

/** The names of the configuration keys. */
public final class Keys {
  public static final String TABLE_PATH = "table.path";
  public static final String TOPIC_TO_TABLE_MAP = "topic.to.table.map";

  public static final String INSERT_MODE = "insert.mode";
  public static final String PK_MODE = "pk.mode";
  public static final String PK_FIELDS = "pk.fields";
  public static final String DELETE_ENABLED = "delete.enabled";
  public static final String OP_FIELD = "op.field";
  public static final String OP_HEADER = "op.header";
  public static final String OP_UPSERT_VALUES = "op.upsert.values";
  public static final String OP_DELETE_VALUES = "op.delete.values";
  public static final String OP_TRUNCATE_VALUES = "op.truncate.values";
  public static final String OP_IGNORE_VALUES = "op.ignore.values";
  public static final String OP_UNKNOWN_BEHAVIOR = "op.unknown.behavior";

  public static final String COLUMNS_INCLUDE = "columns.include";
  public static final String COLUMNS_EXCLUDE = "columns.exclude";
  public static final String MISSING_COLUMNS = "missing.columns";
  public static final String IGNORE_NULL_UPDATES = "ignore.null.updates";
  public static final String UNAVAILABLE_VALUE_PLACEHOLDER = "unavailable.value.placeholder";
  public static final String UNAVAILABLE_VALUE_ON_MISSING_ROW = "unavailable.value.on.missing.row";
  public static final String TIMESTAMP_MODE = "timestamp.mode";
  public static final String TIME_MODE = "time.mode";
  public static final String VARIABLE_SCALE_DECIMAL = "variable.scale.decimal";

  public static final String AUTO_CREATE = "auto.create";
  public static final String AUTO_EVOLVE = "auto.evolve";
  public static final String PARTITION_BY = "partition.by";
  public static final String CLUSTER_BY = "cluster.by";
  public static final String TABLE_UPGRADE = "table.upgrade";
  public static final String ON_TABLE_RECREATED = "on.table.recreated";

  public static final String MERGE_STRATEGY = "merge.strategy";
  public static final String EMIT_UNCHANGED_UPDATES = "emit.unchanged.updates";
  public static final String CDC_SHARED_FILES_ENABLED = "cdc.shared.files.enabled";
  public static final String TARGET_FILE_SIZE_BYTES = "target.file.size.bytes";

  public static final String COMMIT_INTERVAL_MS = "commit.interval.ms";
  public static final String COMMIT_MAX_RECORDS = "commit.max.records";
  public static final String COMMIT_MAX_BYTES = "commit.max.bytes";
  public static final String OFFSETS_COMMIT_MAX_DELAY_MS = "offsets.commit.max.delay.ms";
  public static final String ON_OFFSET_REGRESSION = "on.offset.regression";
  public static final String OFFSET_REGRESSION_TOLERANCE_MS = "offset.regression.tolerance.ms";
  public static final String RETRY_MAX_MS = "retry.max.ms";
  public static final String TXN_APP_ID = "txn.app.id";

  /** Prefix of keys that become properties of tables the connector makes. */
  public static final String TABLE_PROPERTIES_PREFIX = "table.properties.";

  /** Prefix of keys that hold for one table: {@code table.<name>.<key>}. */
  public static final String TABLE_PREFIX = "table.";

  private Keys() {}
}
