package io.deltaconnect.source.config;

/** The names of the configuration keys. */
public final class Keys {
  public static final String TABLES = "tables";
  public static final String TOPIC_FORMAT = "topic.format";

  public static final String STARTUP_MODE = "startup.mode";
  public static final String STARTING_VERSION = "starting.version";
  public static final String STARTING_TIMESTAMP = "starting.timestamp";
  public static final String ENDING_VERSION = "ending.version";
  public static final String ENDING_TIMESTAMP = "ending.timestamp";
  public static final String SNAPSHOT_CHUNK_ROWS = "snapshot.chunk.rows";

  public static final String OUTPUT_FORMAT = "output.format";
  public static final String KEY_FIELDS = "key.fields";
  public static final String INCLUDE_PREIMAGE = "include.preimage";
  public static final String TOMBSTONES_ON_DELETE = "tombstones.on.delete";
  public static final String SKIPPED_OPERATIONS = "skipped.operations";
  public static final String TIME_PRECISION_MODE = "time.precision.mode";
  public static final String FIELD_NAME_ADJUSTMENT_MODE = "field.name.adjustment.mode";
  public static final String SCHEMA_CHANGE_BEHAVIOR = "schema.change.behavior";

  public static final String POLL_INTERVAL_MS = "poll.interval.ms";
  public static final String POLL_MAX_RECORDS = "poll.max.records";
  public static final String MAX_BYTES_PER_POLL = "max.bytes.per.poll";
  public static final String SPILL_DIR = "spill.dir";

  public static final String ON_DATA_LOSS = "on.data.loss";
  public static final String ON_TABLE_RECREATED = "on.table.recreated";
  public static final String ON_TABLE_ERROR = "on.table.error";
  public static final String RETRY_MAX_MS = "retry.max.ms";

  public static final String HEARTBEAT_TOPIC = "heartbeat.topic";
  public static final String HEARTBEAT_INTERVAL_MS = "heartbeat.interval.ms";

  /** Connect's own. */
  public static final String TRANSACTION_BOUNDARY = "transaction.boundary";

  private Keys() {}
}
