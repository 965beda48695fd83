package io.deltaconnect.source.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.feed.VersionChanges;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The records of a table's versions and snapshots, in every format. */
class TableRecordsTest {
  private static final StructType SCHEMA =
      new StructType()
          .add("id", LongType.LONG, false)
          .add("name", StringType.STRING)
          .add("stock", IntegerType.INTEGER);
  private static final Map<String, String> KEYED = Map.of("deltaconnect.key.columns", "[\"id\"]");
  private static final long SPILLING = 1;

  @TempDir private Path directory;
  private ChangingTable table;

  @BeforeEach
  void makeTable() throws IOException {
    table = new ChangingTable(directory.resolve("wares"), SCHEMA, KEYED);
  }

  private OutputSettings settings(OutputFormat format) {
    return new OutputSettings(
        format,
        true,
        true,
        Set.of(),
        TimePrecision.ADAPTIVE,
        NameAdjustment.NONE,
        SchemaChangeBehavior.FAIL,
        directory,
        List.of());
  }

  private static OutputSettings keyed(OutputSettings s, String... columns) {
    return new OutputSettings(
        s.format(),
        s.includePreimage(),
        s.tombstonesOnDelete(),
        s.skipped(),
        s.timePrecision(),
        s.nameAdjustment(),
        s.schemaChange(),
        s.spillDir(),
        List.of(columns));
  }

  private static OutputSettings skipping(OutputSettings s, Operation... operations) {
    return new OutputSettings(
        s.format(),
        s.includePreimage(),
        s.tombstonesOnDelete(),
        Set.of(operations),
        s.timePrecision(),
        s.nameAdjustment(),
        s.schemaChange(),
        s.spillDir(),
        s.keyFields());
  }

  private static OutputSettings with(OutputSettings s, boolean preimages, boolean tombstones) {
    return new OutputSettings(
        s.format(),
        preimages,
        tombstones,
        s.skipped(),
        s.timePrecision(),
        s.nameAdjustment(),
        s.schemaChange(),
        s.spillDir(),
        s.keyFields());
  }

  private static List<RecordParts> read(RecordIterator records) throws IOException {
    List<RecordParts> read = new ArrayList<>();
    try (records) {
      while (records.next()) {
        read.add(records.record());
      }
    }
    return read;
  }

  private List<RecordParts> changes(OutputSettings settings, long version) throws IOException {
    return read(new TableRecords(settings, "wares", "lake.wares").changes(table.changes(version)));
  }

  private List<RecordParts> snapshot(OutputSettings settings) throws IOException {
    return read(
        new TableRecords(settings, "wares", "lake.wares")
            .snapshot(
                table.rows(),
                table.snapshot().version(),
                table.snapshot().timestamp(),
                table.snapshot().layout()));
  }

  private static Object header(RecordParts record, String name) {
    Header header = record.headers().lastWithName(name);
    return header == null ? null : header.value();
  }

  /** Key, change type, value in short. */
  private static List<String> texts(List<RecordParts> records) {
    List<String> texts = new ArrayList<>();
    for (RecordParts record : records) {
      Struct key = (Struct) record.key();
      texts.add(
          (key == null ? "-" : key.schema().fields().stream().map(f -> "" + key.get(f)).toList())
              + " "
              + header(record, RecordHeaders.CHANGE_TYPE)
              + " "
              + text((Struct) record.value()));
    }
    return texts;
  }

  private static String text(Struct value) {
    if (value == null) {
      return "tombstone";
    }
    return value.schema().field("op") == null
        ? row(value)
        : value.getString("op")
            + " "
            + row(value.getStruct("before"))
            + " "
            + row(value.getStruct("after"));
  }

  private static String row(Struct row) {
    return row == null
        ? "-"
        : "(%s, %s, %s)".formatted(row.get("id"), row.get("name"), row.get("stock"));
  }

  private static Object[] row(Object... values) {
    return values;
  }

  /** Updates 1, deletes 2, inserts 4. */
  private long mixedVersion() throws IOException {
    table.append(row(1L, "nail", 10), row(2L, "screw", 20), row(3L, "bolt", 30));
    return table.merge(row(1L, "nail", 11), row(2L), row(4L, "nut", 40));
  }

  @Test
  void flatRecordsAreTheRowsOfTheChangeFeed() throws IOException {
    List<RecordParts> records = changes(settings(OutputFormat.FLAT), mixedVersion());

    assertThat(texts(records))
        .containsExactlyInAnyOrder(
            "[1] update_preimage (1, nail, 10)",
            "[2] delete (2, screw, 20)",
            "[1] update_postimage (1, nail, 11)",
            "[4] insert (4, nut, 40)");
    assertThat(texts(records.subList(2, 4))).allMatch(text -> !text.contains("delete"));
    long timestamp = table.snapshot().timestamp();
    for (RecordParts record : records) {
      Struct value = (Struct) record.value();
      assertThat(record.topic()).isEqualTo("lake.wares");
      assertThat(record.timestamp()).isEqualTo(timestamp);
      assertThat(value.get("_change_type")).isEqualTo(header(record, RecordHeaders.CHANGE_TYPE));
      assertThat(value.get("_commit_version")).isEqualTo(2L);
      assertThat(value.get("_commit_timestamp")).isEqualTo(timestamp * 1000);
      assertThat(record.valueSchema().name()).isEqualTo("lake.wares.Value");
      assertThat(record.keySchema().name()).isEqualTo("lake.wares.Key");
      assertThat(record.valueSchema()).isSameAs(records.get(0).valueSchema());
      assertThat(header(record, RecordHeaders.COMMIT_VERSION)).isEqualTo(2L);
      assertThat(header(record, RecordHeaders.COMMIT_TIMESTAMP)).isEqualTo(timestamp);
      assertThat(header(record, RecordHeaders.SNAPSHOT)).isEqualTo(false);
    }
  }

  @Test
  void flatPreimagesCanBeLeftOut() throws IOException {
    assertThat(texts(changes(with(settings(OutputFormat.FLAT), false, true), mixedVersion())))
        .containsExactlyInAnyOrder(
            "[2] delete (2, screw, 20)",
            "[1] update_postimage (1, nail, 11)",
            "[4] insert (4, nut, 40)");
  }

  @Test
  void flatNeedsNoKey() throws IOException {
    table = new ChangingTable(directory.resolve("keyless"), SCHEMA, Map.of());
    long version = table.append(row(1L, "nail", 10));

    List<RecordParts> records = changes(settings(OutputFormat.FLAT), version);

    assertThat(texts(records)).containsExactly("- insert (1, nail, 10)");
    assertThat(records.get(0).keySchema()).isNull();
  }

  @Test
  void debeziumEventsHaveBothImagesAndDeletesATombstone() throws IOException {
    List<RecordParts> records = changes(settings(OutputFormat.DEBEZIUM), mixedVersion());

    assertThat(texts(records))
        .containsExactlyInAnyOrder(
            "[2] delete d (2, screw, 20) -",
            "[2] delete tombstone",
            "[1] update_postimage u (1, nail, 10) (1, nail, 11)",
            "[4] insert c - (4, nut, 40)");
    assertThat(texts(records.subList(0, 2)))
        .containsExactly("[2] delete d (2, screw, 20) -", "[2] delete tombstone");
    RecordParts first = records.get(0);
    Struct value = (Struct) first.value();
    assertThat(first.valueSchema().name()).isEqualTo("lake.wares.Envelope");
    assertThat(first.valueSchema().field("before").schema())
        .isSameAs(first.valueSchema().field("after").schema());
    assertThat(first.valueSchema().field("before").schema().name()).isEqualTo("lake.wares.Value");
    assertThat(value.get("ts_ms")).isEqualTo(table.snapshot().timestamp());
    Struct source = value.getStruct("source");
    assertThat(source.get("connector")).isEqualTo("delta");
    assertThat(source.get("table")).isEqualTo("wares");
    assertThat(source.get("path")).isEqualTo(table.snapshot().tablePath());
    assertThat(source.get("commit_version")).isEqualTo(2L);
    assertThat(source.get("ts_ms")).isEqualTo(table.snapshot().timestamp());
    assertThat(source.get("snapshot")).isEqualTo("false");
    assertThat(records.get(1).valueSchema()).isNull();
    assertThat(records.get(1).key()).isEqualTo(first.key());
  }

  @Test
  void debeziumEventsWithoutPreimagesAndTombstones() throws IOException {
    assertThat(texts(changes(with(settings(OutputFormat.DEBEZIUM), false, false), mixedVersion())))
        .containsExactlyInAnyOrder(
            "[2] delete d (2, screw, 20) -",
            "[1] update_postimage u - (1, nail, 11)",
            "[4] insert c - (4, nut, 40)");
  }

  @Test
  void afterIsTheRowOrATombstone() throws IOException {
    List<RecordParts> records = changes(settings(OutputFormat.AFTER), mixedVersion());

    assertThat(texts(records))
        .containsExactlyInAnyOrder(
            "[1] update_postimage (1, nail, 11)",
            "[4] insert (4, nut, 40)",
            "[2] delete tombstone");
    assertThat(records).allMatch(record -> record.keySchema() != null);
    assertThat(records.get(0).valueSchema().fields()).hasSize(3);
  }

  @Test
  void aChangedKeyIsADeleteAndACreate() throws IOException {
    table.append(row(1L, "nail", 10));
    long version = table.merge(row(1L, "tack", 10));

    assertThat(texts(changes(keyed(settings(OutputFormat.DEBEZIUM), "NAME"), version)))
        .containsExactlyInAnyOrder(
            "[nail] delete d (1, nail, 10) -",
            "[nail] delete tombstone",
            "[tack] insert c - (1, tack, 10)");
    assertThat(texts(changes(keyed(settings(OutputFormat.AFTER), "name"), version)))
        .containsExactlyInAnyOrder(
            "[tack] update_postimage (1, tack, 10)", "[nail] delete tombstone");
  }

  @Test
  void rowsThatShareAKeyAreAllTold() throws IOException {
    table.append(row(1L, "nail", 10), row(1L, "nail", 12), row(1L, "nail", 13));
    long version = table.merge(row(1L, "nail", 14));

    List<String> texts = texts(changes(settings(OutputFormat.DEBEZIUM), version));

    assertThat(texts)
        .containsExactly(
            "[1] delete d (1, nail, 12) -",
            "[1] delete tombstone",
            "[1] delete d (1, nail, 13) -",
            "[1] delete tombstone",
            "[1] update_postimage u (1, nail, 10) (1, nail, 14)");
    assertThat(texts(changes(settings(OutputFormat.AFTER), version)))
        .containsExactly("[1] update_postimage (1, nail, 14)");
  }

  @ParameterizedTest
  @EnumSource(OutputFormat.class)
  void operationsCanBeSkipped(OutputFormat format) throws IOException {
    long version = mixedVersion();
    OutputSettings skipping =
        skipping(settings(format), Operation.DELETE, Operation.INSERT, Operation.READ);

    assertThat(texts(changes(skipping, version))).isNotEmpty().allMatch(t -> t.startsWith("[1]"));
    assertThat(snapshot(skipping)).isEmpty();
    assertThat(texts(changes(skipping(settings(format), Operation.UPDATE), version)))
        .isNotEmpty()
        .noneMatch(text -> text.startsWith("[1]"));
  }

  @ParameterizedTest
  @EnumSource(OutputFormat.class)
  void snapshotRowsAreInsertsOfThePinnedVersion(OutputFormat format) throws IOException {
    long version = mixedVersion();

    List<RecordParts> records = snapshot(settings(format));

    String prefix = format == OutputFormat.DEBEZIUM ? "r - " : "";
    assertThat(texts(records))
        .containsExactlyInAnyOrder(
            "[1] insert " + prefix + "(1, nail, 11)",
            "[3] insert " + prefix + "(3, bolt, 30)",
            "[4] insert " + prefix + "(4, nut, 40)");
    for (RecordParts record : records) {
      assertThat(header(record, RecordHeaders.SNAPSHOT)).isEqualTo(true);
      assertThat(header(record, RecordHeaders.COMMIT_VERSION)).isEqualTo(version);
      Struct value = (Struct) record.value();
      if (format == OutputFormat.FLAT) {
        assertThat(value.get("_commit_version")).isEqualTo(version);
      } else if (format == OutputFormat.DEBEZIUM) {
        assertThat(value.getStruct("source").get("snapshot")).isEqualTo("true");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(OutputFormat.class)
  void everyReadingGivesTheSameRecordsInTheSameOrder(OutputFormat format) throws IOException {
    Object[][] rows = new Object[400][];
    Object[][] changed = new Object[400][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row((long) i, "name " + i, i);
      changed[i] =
          i % 3 == 0 ? row((long) i) : row(i + (i % 3 == 1 ? 0L : 1000L), "changed " + i, -i);
    }
    table.append(rows);
    long version = table.merge(changed);
    TableRecords spilling = new TableRecords(settings(format), "wares", "lake.wares", SPILLING);

    List<String> first = texts(read(spilling.changes(table.changes(version))));

    assertThat(texts(read(spilling.changes(table.changes(version))))).isEqualTo(first);
    List<String> inMemory = texts(changes(settings(format), version));
    assertThat(first).containsExactlyInAnyOrderElementsOf(inMemory);
    assertThat(texts(changes(settings(format), version))).isEqualTo(inMemory);
  }

  @ParameterizedTest
  @EnumSource(
      value = OutputFormat.class,
      names = {"DEBEZIUM", "AFTER"})
  void formatsOfKeysNeedAKey(OutputFormat format) throws IOException {
    table = new ChangingTable(directory.resolve("keyless"), SCHEMA, Map.of());
    TableRecords records = new TableRecords(settings(format), "wares", "lake.wares");

    assertThatThrownBy(() -> records.check(table.snapshot().layout()))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("key.fields")
        .hasMessageContaining("output.format=" + format.name().toLowerCase(java.util.Locale.ROOT));
    new TableRecords(keyed(settings(format), "id"), "wares", "t").check(table.snapshot().layout());
  }

  @ParameterizedTest
  @EnumSource(OutputFormat.class)
  void keyColumnsThatTheTableLacksAreNamed(OutputFormat format) {
    TableRecords records = new TableRecords(keyed(settings(format), "sku"), "wares", "lake.wares");

    assertThatThrownBy(() -> records.check(table.snapshot().layout()))
        .isInstanceOf(ConnectException.class)
        .hasMessageStartingWith("key.fields names the key column 'sku'")
        .hasMessageContaining("id, name, stock");
  }

  @ParameterizedTest
  @EnumSource(OutputFormat.class)
  void aKeyColumnWithoutAValueIsAnErrorThatSaysWhere(OutputFormat format) throws IOException {
    long version = table.append(row(1L, null, 10));
    OutputSettings settings = keyed(settings(format), "name");

    assertThatThrownBy(() -> changes(settings, version))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("table wares, version 1")
        .hasMessageContaining("key column name is NULL");
    assertThatThrownBy(() -> snapshot(settings))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("table wares, snapshot of version 1");
  }

  @ParameterizedTest
  @EnumSource(OutputFormat.class)
  void changeTypesThatAWriterMadeUpPassOnlyWhereNobodyMustUnderstandThem(OutputFormat format)
      throws IOException {
    String cases = System.getProperty("cases.dir", "");
    assumeFalse(cases.isEmpty(), "-Dcases.dir does not say where the real tables are");
    // Its version 1 has five rows of update_pre.
    VersionChanges changes =
        ChangingTable.changes(Path.of(cases, "tables", "krs-cdf-table-update-ops").toString(), 1);
    TableRecords records =
        new TableRecords(
            skipping(keyed(settings(format), "id"), Operation.UPDATE), "wares", "lake.wares");

    if (format == OutputFormat.FLAT) {
      assertThat(read(records.changes(changes)))
          .hasSize(5)
          .allMatch(record -> header(record, RecordHeaders.CHANGE_TYPE).equals("update_pre"));
    } else {
      assertThatThrownBy(() -> read(records.changes(changes)))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("table wares, version 1")
          .hasMessageContaining("'update_pre'")
          .hasMessageContaining("output.format=flat");
    }
  }

  @Test
  void newColumnsAreOptionalAndShowFromTheirVersionOn() throws IOException {
    TableRecords records = new TableRecords(settings(OutputFormat.FLAT), "wares", "lake.wares");
    long first = table.append(row(1L, "nail", 10));
    long second = table.merge(SCHEMA.add("colour", StringType.STRING), row(1L, "nail", 11, "grey"));

    Schema before = read(records.changes(table.changes(first))).get(0).valueSchema();
    List<RecordParts> after = read(records.changes(table.changes(second)));

    assertThat(before.field("colour")).isNull();
    assertThat(after.get(0).valueSchema().field("colour").schema().isOptional()).isTrue();
    assertThat(((Struct) after.get(0).value()).get("colour")).isNull();
    assertThat(((Struct) after.get(1).value()).get("colour")).isEqualTo("grey");
  }

  @Test
  void theSchemaIsOneObjectForAllVersionsThatHaveIt() throws IOException {
    TableRecords records = new TableRecords(settings(OutputFormat.DEBEZIUM), "wares", "lake.wares");
    long first = table.append(row(1L, "nail", 10));
    long second = table.append(row(2L, "nail", 10));

    RecordParts one = read(records.changes(table.changes(first))).get(0);
    RecordParts other = read(records.changes(table.changes(second))).get(0);

    assertThat(other.valueSchema()).isSameAs(one.valueSchema());
    assertThat(other.keySchema()).isSameAs(one.keySchema());
  }

  @ParameterizedTest
  @EnumSource(SchemaChangeBehavior.class)
  void aSchemaThatReadersMayNotUnderstandObeysTheSetting(SchemaChangeBehavior behavior)
      throws IOException {
    OutputSettings s = settings(OutputFormat.FLAT);
    TableRecords records =
        new TableRecords(
            new OutputSettings(
                s.format(),
                true,
                true,
                Set.of(),
                s.timePrecision(),
                s.nameAdjustment(),
                behavior,
                directory,
                List.of()),
            "wares",
            "lake.wares");
    ChangingTable before =
        new ChangingTable(
            directory.resolve("before"), SCHEMA.add("colour", StringType.STRING), KEYED);
    long version = table.append(row(1L, "nail", 10));

    records.resumeAfter(before.snapshot().layout());

    if (behavior == SchemaChangeBehavior.EVOLVE) {
      assertThat(read(records.changes(table.changes(version)))).hasSize(1);
    } else {
      assertThatThrownBy(() -> records.changes(table.changes(version)))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("table wares, version 1")
          .hasMessageContaining("lake.wares")
          .hasMessageContaining("column colour was dropped")
          .hasMessageContaining("schema.change.behavior=evolve");
    }
  }
}
