package io.deltaconnect.source.config;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import io.deltaconnect.connector.config.Choices;
import io.deltaconnect.connector.config.KeyDefinition;
import io.deltaconnect.connector.config.StorageKeys;
import io.deltaconnect.source.record.NameAdjustment;
import io.deltaconnect.source.record.OutputFormat;
import io.deltaconnect.source.record.SchemaChangeBehavior;
import io.deltaconnect.source.record.TimePrecision;
import org.apache.kafka.common.config.ConfigDef;

/** All keys, in groups, as Connect's REST API and user interfaces show them. */
final class SourceConfigDef {
  private static final Choices ON_TABLE_RECREATED = Choices.of(OnLoss.class);

  private SourceConfigDef() {}

  static ConfigDef create() {
    ConfigDef def = new ConfigDef();
    tables(new KeyDefinition(def, "Tables"));
    range(new KeyDefinition(def, "Range"));
    records(new KeyDefinition(def, "Records"));
    polling(new KeyDefinition(def, "Polling"));
    failures(new KeyDefinition(def, "Failures"));
    heartbeats(new KeyDefinition(def, "Heartbeats"));
    StorageKeys.define(new KeyDefinition(def, "Storage"));
    return def;
  }

  private static void tables(KeyDefinition keys) {
    keys.high()
        .text(
            Keys.TABLES,
            NO_DEFAULT_VALUE,
            TableList.VALIDATOR,
            "Tables",
            "Comma-separated paths of tables, or name=path, e.g."
                + " /data/lake/orders,clients=s3a://bucket/lake/customers. Without a name it is the"
                + " last segment of the path. A comma inside a path is written %2C.")
        .high()
        .text(
            Keys.TOPIC_FORMAT,
            TopicFormat.TABLE,
            TopicFormat.VALIDATOR,
            "Topic",
            "Where records go. ${table} stands for the name of the table.");
  }

  private static void range(KeyDefinition keys) {
    keys.high()
        .choice(
            Keys.STARTUP_MODE,
            Choices.of(StartupMode.class),
            "Start",
            "Where a table is begun that has no position yet. initial: all rows of the newest"
                + " version, then changes. latest: changes after the newest version. version: from"
                + " starting.version on. timestamp: from starting.timestamp on. snapshot_only: all"
                + " rows of the newest version, and nothing more.")
        .optionalNumber(
            Keys.STARTING_VERSION,
            0,
            "First version",
            "The first version to be published with startup.mode=version; the table must have it.")
        .text(
            Keys.STARTING_TIMESTAMP,
            null,
            PointInTime.VALIDATOR,
            "First time",
            "With startup.mode=timestamp the first version to be published is the first one made at"
                + " this time or later. ISO 8601, UTC where it has no zone, or milliseconds since"
                + " 1970.")
        .optionalNumber(
            Keys.ENDING_VERSION,
            0,
            "Last version",
            "The last version to be published. After it the task keeps running and does nothing."
                + " A snapshot is of no later version.")
        .text(
            Keys.ENDING_TIMESTAMP,
            null,
            PointInTime.VALIDATOR,
            "Last time",
            "The same by time: versions made after it are not published.")
        .low()
        .number(
            Keys.SNAPSHOT_CHUNK_ROWS,
            ConfigDef.Type.LONG,
            100_000L,
            1L,
            "Snapshot chunk",
            "Records of a snapshot that make one transaction. After each the other tables of the"
                + " task have their turn.");
  }

  private static void records(KeyDefinition keys) {
    keys.high()
        .choice(
            Keys.OUTPUT_FORMAT,
            Choices.of(OutputFormat.class),
            "Format",
            "flat: the row with _change_type, _commit_version and _commit_timestamp. debezium: an"
                + " envelope with before, after, op, source and ts_ms, updates as one record."
                + " after: the row, or a record without value for a deleted one, for compacted"
                + " topics. debezium and after need a key.")
        .high()
        .list(
            Keys.KEY_FIELDS,
            "",
            "Key fields",
            "Columns of the record's key. Empty: those that the table's property"
                + " deltaconnect.key.columns names; if it does not, records have no key.")
        .flag(
            Keys.INCLUDE_PREIMAGE,
            true,
            "Old images",
            "Whether rows as they were before an update are published: in flat as records of their"
                + " own, in debezium as before.")
        .flag(
            Keys.TOMBSTONES_ON_DELETE,
            true,
            "Tombstones",
            "Whether in debezium a record without value follows each delete, for compacted topics.")
        .list(
            Keys.SKIPPED_OPERATIONS,
            "none",
            SkippedOperations.VALIDATOR,
            "Skipped operations",
            "Operations of which no records are made: c (insert), u (update), d (delete), r (row of"
                + " a snapshot), or none.")
        .choice(
            Keys.TIME_PRECISION_MODE,
            Choices.of(TimePrecision.class),
            "Times",
            "adaptive: timestamps are microseconds, named as Debezium names them. connect:"
                + " Connect's own types, with milliseconds. isostring: ISO 8601 text.")
        .choice(
            Keys.FIELD_NAME_ADJUSTMENT_MODE,
            Choices.of(NameAdjustment.class),
            "Field names",
            "none: names of columns as they are. avro: made names that Avro allows.")
        .choice(
            Keys.SCHEMA_CHANGE_BEHAVIOR,
            Choices.of(SchemaChangeBehavior.class),
            "Schema changes",
            "What to do when columns are dropped, renamed or get types that readers may not"
                + " understand. evolve: the new schema shows from that version on. fail: the task"
                + " stops before it. New nullable columns always go on.");
  }

  private static void polling(KeyDefinition keys) {
    keys.number(
            Keys.POLL_INTERVAL_MS,
            ConfigDef.Type.LONG,
            5_000L,
            1L,
            "Poll interval",
            "How long, at most, until a table without news is looked at again, in milliseconds. It"
                + " begins with an eighth and doubles while there are none.")
        .number(
            Keys.POLL_MAX_RECORDS,
            ConfigDef.Type.INT,
            2_000,
            1L,
            "Records per poll",
            "Records that are handed to the worker at once. Bounds memory, not transactions.")
        .low()
        .number(
            Keys.MAX_BYTES_PER_POLL,
            ConfigDef.Type.LONG,
            8L << 20,
            1L,
            "Bytes per poll",
            "Their size, roughly, in bytes. One record is always handed over, whatever its size.")
        .low()
        .text(
            Keys.SPILL_DIR,
            null,
            SpillFolder.VALIDATOR,
            "Spill folder",
            "Folder on the worker for what of a large version does not fit into memory while old"
                + " and new images are put together. Without it that of temporary files.");
  }

  private static void failures(KeyDefinition keys) {
    keys.high()
        .choice(
            Keys.ON_DATA_LOSS,
            Choices.of(OnLoss.class),
            "Lost history",
            "What to do where the versions that come next cannot be read any more: the log was"
                + " cleaned up, VACUUM removed their files, or the change data feed was off. fail;"
                + " earliest: go on with the first version that can be read; snapshot: publish all"
                + " rows of the newest version, then go on with changes. With the last two the"
                + " files of each version are looked for before it is read.")
        .text(
            Keys.ON_TABLE_RECREATED,
            null,
            ON_TABLE_RECREATED,
            ON_TABLE_RECREATED,
            "Recreated tables",
            "The same where another table, or an older copy, has taken the place of the one read so"
                + " far: fail, earliest or snapshot. Without it what on.data.loss says.")
        .choice(
            Keys.ON_TABLE_ERROR,
            Choices.of(OnTableError.class),
            "Failed tables",
            "What a table that cannot be read any further means. fail: the task fails. skip: the"
                + " table is reported and left alone until the task is restarted, the others go"
                + " on.")
        .low()
        .number(
            Keys.RETRY_MAX_MS,
            ConfigDef.Type.LONG,
            900_000L,
            0L,
            "Longest retry",
            "How long a table that cannot be reached is tried again, in milliseconds; then it has"
                + " failed. What a retry cannot mend fails it at once.");
  }

  private static void heartbeats(KeyDefinition keys) {
    keys.low()
        .text(
            Keys.HEARTBEAT_TOPIC,
            null,
            TopicFormat.TOPIC,
            "Heartbeat topic",
            "Where positions are written that no record of a table carries: at the first start, and"
                + " where versions change no row. Without it __delta-heartbeat.<connector>.")
        .low()
        .number(
            Keys.HEARTBEAT_INTERVAL_MS,
            ConfigDef.Type.LONG,
            600_000L,
            0L,
            "Heartbeat interval",
            "How long a position that moved without records waits until it is written, in"
                + " milliseconds.");
  }
}
