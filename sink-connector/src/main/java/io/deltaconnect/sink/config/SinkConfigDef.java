package io.deltaconnect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import io.deltaconnect.connector.config.Choices;
import io.deltaconnect.connector.config.KeyDefinition;
import io.deltaconnect.connector.config.StorageKeys;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import org.apache.kafka.common.config.ConfigDef;

/** All keys, in groups, as Connect's REST API and user interfaces show them. */
final class SinkConfigDef {
  private SinkConfigDef() {}

  static ConfigDef create() {
    ConfigDef def = new ConfigDef();
    routing(new KeyDefinition(def, "Tables"));
    changes(new KeyDefinition(def, "Changes"));
    ColumnKeys.define(new KeyDefinition(def, "Columns"));
    schema(new KeyDefinition(def, "Table creation and evolution"));
    writing(new KeyDefinition(def, "Writing"));
    commits(new KeyDefinition(def, "Commits"));
    StorageKeys.define(new KeyDefinition(def, "Storage"));
    return def;
  }

  private static void routing(KeyDefinition keys) {
    keys.high()
        .text(
            Keys.TABLE_PATH,
            NO_DEFAULT_VALUE,
            PathTemplate.VALIDATOR,
            "Table path",
            "Where the table is, e.g. /data/lake/${topic} or s3a://bucket/lake/${topic}. ${topic}"
                + " stands for the record's topic after transforms, or for what topic.to.table.map"
                + " says. Without ${topic} all topics go to one table. The table's name, for keys"
                + " of the form table.<name>.<key>, is the last segment of its path.")
        .list(
            Keys.TOPIC_TO_TABLE_MAP,
            "",
            "Topic to table map",
            "Comma-separated topic:table pairs. The table takes the place of ${topic} in"
                + " table.path; a table that is itself a path (with a scheme, or beginning with /)"
                + " is taken as it is.");
  }

  private static void changes(KeyDefinition keys) {
    keys.high()
        .choice(
            Keys.INSERT_MODE,
            Choices.of(InsertMode.class),
            "Insert mode",
            "upsert: a record replaces the row of its key. append: every record is added as a row;"
                + " deletes are refused.")
        .high()
        .choice(
            Keys.PK_MODE,
            Choices.of(PkMode.class),
            "Key mode",
            "Where the key is: record_key (the fields of the record's key) or record_value (fields"
                + " of its value, named by pk.fields). Where key and value both have a key field,"
                + " the one of pk.mode counts.")
        .high()
        .list(
            Keys.PK_FIELDS,
            "",
            "Key fields",
            "The key columns. Empty with record_key: all fields of the key. A key that is not a"
                + " struct or map needs exactly one name. Key fields that the value lacks become"
                + " columns. FLOAT, DOUBLE, ARRAY, MAP and STRUCT columns cannot be a key.")
        .high()
        .flag(
            Keys.DELETE_ENABLED,
            true,
            "Deletes enabled",
            "Whether a null value, or a delete by op.field or op.header, deletes the row of its"
                + " key. If false such a record is a bad record; it is never skipped silently.")
        .high()
        .text(
            Keys.OP_FIELD,
            null,
            null,
            "Operation field",
            "The value's field that says what the record is: see op.upsert.values and so on. It"
                + " stays a column unless columns.exclude names it.")
        .text(
            Keys.OP_HEADER,
            null,
            null,
            "Operation header",
            "The record's header that says what the record is. If a record has it, op.field is not"
                + " looked at.")
        .list(
            Keys.OP_UPSERT_VALUES,
            "c,r,u,i,I,U,+I,+U,insert,update,update_postimage,read,load,INSERT,UPDATE",
            "Upsert values",
            "Operations that make the record's row the row of its key. Case counts in all op.*"
                + " lists, and a value stands in one list only.")
        .list(
            Keys.OP_DELETE_VALUES,
            "d,D,-D,delete,DELETE",
            "Delete values",
            "Operations that delete the row of the record's key. (For a field like Debezium's"
                + " __deleted set this to true, and op.upsert.values to false.)")
        .list(
            Keys.OP_TRUNCATE_VALUES,
            "t,T,truncate,TRUNCATE",
            "Truncate values",
            "Operations that delete all rows of the table. Such a record needs no key.")
        .list(
            Keys.OP_IGNORE_VALUES,
            "update_preimage,-U",
            "Ignore values",
            "Operations whose records are left out: old images of updates, for example.")
        .choice(
            Keys.OP_UNKNOWN_BEHAVIOR,
            Choices.of(UnknownOp.class),
            "Unknown operations",
            "What a record is whose operation is in no list, or missing though op.field or"
                + " op.header is set: fail (a bad record), ignore or upsert. A null value without"
                + " an operation is always a delete.");
  }

  private static void schema(KeyDefinition keys) {
    keys.high()
        .flag(
            Keys.AUTO_CREATE,
            false,
            "Create tables",
            "Whether a table that does not exist is made from the first record with a row: key"
                + " columns NOT NULL, others nullable, with Change Data Feed, deletion vectors and"
                + " in-commit timestamps on. Deletes before that have no effect.")
        .high()
        .choice(
            Keys.AUTO_EVOLVE,
            Choices.of(AutoEvolve.class),
            "Evolve tables",
            "none: a field without a column makes a bad record. add: it becomes a nullable column,"
                + " nested fields too. widen: besides, a column that is too narrow for a value gets"
                + " a wider type.")
        .list(
            Keys.PARTITION_BY,
            "",
            "Partition columns",
            "Columns by which new tables are partitioned.")
        .list(
            Keys.CLUSTER_BY,
            "",
            "Clustering columns",
            "Columns by which new tables are clustered (liquid clustering; OPTIMIZE does the work)."
                + " Not together with partition.by.")
        .choice(
            Keys.TABLE_UPGRADE,
            Choices.of(
                TableUpgrade.NONE.text(), TableUpgrade.CDF.text(), TableUpgrade.CDF_DV.text()),
            "Upgrade of tables",
            "How a table that the connector did not make may be changed, in a commit of its own,"
                + " when it is opened. none: it needs delta.enableChangeDataFeed=true, and without"
                + " deletion vectors its files are rewritten. cdf turns Change Data Feed on, cdf,dv"
                + " deletion vectors too; either raises the table's protocol where it must.")
        .choice(
            Keys.ON_TABLE_RECREATED,
            Choices.of(OnTableRecreated.class),
            "Recreated tables",
            "What to do when another table, or an older copy of the same, has taken the place of"
                + " the one written so far: fail, or continue with it, from the offsets that it"
                + " holds. A table that is gone is made anew, if auto.create is on.");
  }

  private static void writing(KeyDefinition keys) {
    keys.choice(
            Keys.MERGE_STRATEGY,
            Choices.of(MergeStrategy.class),
            "Merge strategy",
            "How a row dies: by deletion_vectors, by copy_on_write (its file is rewritten), or"
                + " auto: by deletion vectors if the table has them on.")
        .low()
        .flag(
            Keys.EMIT_UNCHANGED_UPDATES,
            false,
            "Unchanged updates",
            "Whether an update that changes no column is written and shown in the change feed.")
        .low()
        .flag(
            Keys.CDC_SHARED_FILES_ENABLED,
            true,
            "Shared change files",
            "Whether new rows are written once, for the table and for its change feed. false writes"
                + " them twice.")
        .low()
        .number(
            Keys.TARGET_FILE_SIZE_BYTES,
            ConfigDef.Type.LONG,
            128L << 20,
            1L << 20,
            "Target file size",
            "Size at which another data file is begun, in bytes.");
  }

  private static void commits(KeyDefinition keys) {
    keys.high()
        .number(
            Keys.COMMIT_INTERVAL_MS,
            ConfigDef.Type.LONG,
            60_000L,
            0L,
            "Commit interval",
            "How long after the first buffered record of a table its changes are committed, in"
                + " milliseconds. 0 commits after each batch.")
        .number(
            Keys.COMMIT_MAX_RECORDS,
            ConfigDef.Type.INT,
            100_000,
            1L,
            "Commit size in records",
            "A table's changes are committed when so many records are buffered for it.")
        .number(
            Keys.COMMIT_MAX_BYTES,
            ConfigDef.Type.LONG,
            64L << 20,
            1L << 20,
            "Commit size in bytes",
            "Heap that a task's buffers for all tables may take, with the stored rows that deletes"
                + " and partial updates need, roughly; the largest is committed when it is"
                + " exceeded.")
        .low()
        .number(
            Keys.OFFSETS_COMMIT_MAX_DELAY_MS,
            ConfigDef.Type.LONG,
            600_000L,
            0L,
            "Offset commit delay",
            "Records that change nothing do not make a commit by themselves; their offsets wait for"
                + " the next one, at most this long, in milliseconds.")
        .choice(
            Keys.ON_OFFSET_REGRESSION,
            Choices.of(OnOffsetRegression.class),
            "Offsets that went back",
            "What to do with a record whose offset the table has already, though it is younger than"
                + " the commit that has it: the topic was made anew, or comes from another cluster."
                + " fail; replay: apply it and what comes after it; or skip it.")
        .low()
        .number(
            Keys.OFFSET_REGRESSION_TOLERANCE_MS,
            ConfigDef.Type.LONG,
            3_600_000L,
            0L,
            "Tolerance of timestamps",
            "How much younger than the commit a record must be for that, in milliseconds: clocks"
                + " of producers differ. Younger by less, or without a timestamp, it is taken for"
                + " an old record that was delivered again, and dropped.")
        .low()
        .number(
            Keys.RETRY_MAX_MS,
            ConfigDef.Type.LONG,
            900_000L,
            0L,
            "Longest retry",
            "How long a table that cannot be reached, or is always committed to by others first, is"
                + " tried again, in milliseconds; then the task fails. What a retry cannot mend"
                + " fails it at once.")
        .low()
        .text(
            Keys.TXN_APP_ID,
            null,
            null,
            "Application id",
            "Under which the table's log keeps how far each topic-partition has come; the"
                + " connector's name by default. Another id means: begin again from the group's"
                + " offsets.");
  }
}
