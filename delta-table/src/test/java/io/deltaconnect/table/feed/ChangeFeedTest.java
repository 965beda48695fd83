package io.deltaconnect.table.feed;

import static io.deltaconnect.table.feed.TestRow.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.feed.LostHistoryException.Reason;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.storage.CorruptTableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each way in which a commit can say what it changed, on tables made for it. */
class ChangeFeedTest {
  @TempDir Path dir;

  private TestTable table;

  @BeforeEach
  void create() throws Exception {
    table = TestTable.create(dir.resolve("table"));
  }

  @Test
  void addedFilesAreInsertsAndRemovedFilesAreDeletes() throws Exception {
    DataFile a = table.dataFile(1, 2);
    DataFile b = table.dataFile(3);
    long first = table.commit(TestTable.add(a), TestTable.add(b));
    DataFile c = table.dataFile(4);
    long second = table.commit(TestTable.add(c), TestTable.remove(b));

    assertThat(table.changes(first)).containsExactly(insert(1), insert(2), insert(3));
    assertThat(table.changes(second)).containsExactly(delete(3), insert(4));
  }

  @Test
  void aVersionWithoutDataHasNoChanges() throws Exception {
    assertThat(table.changes(0)).isEmpty();
    long version = table.commit(new Action.Txn("app", 5, 1L));
    assertThat(table.changes(version)).isEmpty();
  }

  @Test
  void rowsThatWereMovedButNotChangedDoNotShow() throws Exception {
    DataFile a = table.dataFile(1);
    DataFile b = table.dataFile(2);
    table.commit(TestTable.add(a), TestTable.add(b));
    DataFile compacted = table.dataFile(1, 2);
    long version =
        table.commit(
            new Action.Remove(a, 1L, false),
            new Action.Remove(b, 1L, false),
            new Action.Add(compacted, false));
    assertThat(table.changes(version)).isEmpty();
  }

  /** As Spark's MERGE does where it finds nothing to change in the files that it has opened. */
  @Test
  void filesThatAMergeRewroteWithoutChangingARowDoNotShow() throws Exception {
    DataFile a = table.dataFile(1);
    DataFile b = table.dataFile(2);
    table.commit(TestTable.add(a), TestTable.add(b));
    DataFile rewritten = table.dataFile(1, 2);
    long version = table.commit(TestTable.remove(a), TestTable.remove(b), TestTable.add(rewritten));
    assertThat(table.changes(version)).containsExactly(delete(1), delete(2), insert(1), insert(2));

    table.editLog(version, line -> merge(line, "\"0\"", "\"numTargetRowsCopied\":\"2\","));
    assertThat(table.changes(version)).isEmpty();
    table.feed().requireFiles(version);
  }

  /** Types and names of metrics are their writer's own. */
  @ParameterizedTest
  @ValueSource(strings = {"\"1\"", "1", "null", "{\"0\":0}"})
  void filesOfAMergeThatDoesNotSayThatNoRowChangedShow(String deleted) throws Exception {
    DataFile a = table.dataFile(1);
    table.commit(TestTable.add(a));
    long version = table.commit(TestTable.remove(a));
    table.editLog(version, line -> merge(line, deleted, "\"all_files\":[7],"));
    assertThat(table.changes(version)).containsExactly(delete(1));
  }

  private static String merge(String line, String deleted, String more) {
    return line.replace("\"operation\":\"WRITE\"", "\"operation\":\"MERGE\"")
        .replaceFirst(
            "\"operationMetrics\":\\{[^}]*}",
            "\"operationMetrics\":{"
                + more
                + "\"numTargetRowsInserted\":\"0\",\"numTargetRowsUpdated\":\"0\","
                + "\"numTargetRowsDeleted\":"
                + deleted
                + "}");
  }

  @Test
  void aLargerDeletionVectorShowsTheRowsThatDied() throws Exception {
    DataFile file = table.dataFile(10, 11, 12, 13, 14);
    table.commit(TestTable.add(file));
    DataFile once = table.with(file, DeletionVector.of(4, 0));
    long first = table.commit(TestTable.remove(file), TestTable.add(once));
    DataFile twice = table.with(file, DeletionVector.of(0, 2, 4));
    long second = table.commit(TestTable.remove(once), TestTable.add(twice));
    long third = table.commit(TestTable.remove(twice));

    assertThat(table.changes(first)).containsExactly(delete(10), delete(14));
    assertThat(table.changes(second)).containsExactly(delete(12));
    assertThat(table.changes(third)).containsExactly(delete(11), delete(13));
  }

  @Test
  void aSmallerDeletionVectorShowsTheRowsThatCameBack() throws Exception {
    DataFile file = table.dataFile(10, 11, 12);
    DataFile most = table.with(file, DeletionVector.of(0, 1));
    table.commit(TestTable.add(most));
    DataFile fewer = table.with(file, DeletionVector.of(1));
    long first = table.commit(TestTable.remove(most), TestTable.add(fewer));
    long second = table.commit(TestTable.remove(fewer), TestTable.add(file));

    assertThat(table.changes(first)).containsExactly(insert(10));
    assertThat(table.changes(second)).containsExactly(insert(11));
  }

  @Test
  void anotherDeletionVectorShowsBothDirections() throws Exception {
    DataFile file = table.dataFile(10, 11, 12, 13);
    DataFile before = table.with(file, DeletionVector.of(0, 1));
    table.commit(TestTable.add(before));
    DataFile after = table.with(file, DeletionVector.of(1, 2, 3));
    long version = table.commit(TestTable.add(after), TestTable.remove(before));
    assertThat(table.changes(version)).containsExactly(delete(12), delete(13), insert(10));
  }

  /** https://github.com/delta-io/delta/issues/2318 */
  @Test
  void onlyTheDataOfAddedFilesCountsNotTheirChangeTypeColumn() throws Exception {
    DataFile file =
        table.sharedFile(change("update_postimage", 1L, "a"), change("insert", 2L, "a"));
    long version = table.commit(TestTable.add(file));
    assertThat(table.changes(version))
        .containsExactly(change("insert", 1L, "a"), change("insert", 2L, "a"));
  }

  @Test
  void changeFilesAloneCountWhereThereAreAny() throws Exception {
    DataFile old = table.dataFile(1, 2);
    table.commit(TestTable.add(old));
    DataFile rewritten = table.dataFile(1, 3);
    DataFile changes = table.changeFile(change("delete", 2L, "x"), change("insert", 3L, "x"));
    long version =
        table.commit(TestTable.remove(old), TestTable.add(rewritten), TestTable.cdc(changes));
    assertThat(table.changes(version))
        .containsExactly(change("delete", 2L, "x"), change("insert", 3L, "x"));
  }

  @Test
  void oldImagesOfAllFilesComeBeforeNewImages() throws Exception {
    DataFile mixed =
        table.changeFile(
            change("update_postimage", 1L, "b"),
            change("update_preimage", 1L, "a"),
            change("insert", 2L, "b"),
            change("delete", 3L, "a"));
    DataFile onlyNew = table.changeFile(change("insert", 4L, "b"));
    DataFile onlyOld = table.changeFile(change("delete", 5L, "a"));
    long version =
        table.commit(TestTable.cdc(onlyNew), TestTable.cdc(mixed), TestTable.cdc(onlyOld));
    assertThat(table.changes(version))
        .containsExactly(
            change("update_preimage", 1L, "a"),
            change("delete", 3L, "a"),
            change("delete", 5L, "a"),
            change("insert", 4L, "b"),
            change("update_postimage", 1L, "b"),
            change("insert", 2L, "b"));
  }

  @Test
  void unknownChangeTypesPassThroughAmongTheNewImages() throws Exception {
    DataFile file =
        table.changeFile(
            change("upsert", 1L, "a"), change("delete", 2L, "a"), change("update_pre", 3L, "a"));
    long version = table.commit(TestTable.cdc(file));
    assertThat(table.changes(version))
        .containsExactly(
            change("delete", 2L, "a"), change("upsert", 1L, "a"), change("update_pre", 3L, "a"));
  }

  /** https://github.com/delta-io/delta/issues/1963 */
  @Test
  void updatesThatChangeNothingShowAsTheyWereRecorded() throws Exception {
    DataFile file =
        table.changeFile(change("update_preimage", 1L, "a"), change("update_postimage", 1L, "a"));
    long version = table.commit(TestTable.cdc(file));
    assertThat(table.changes(version))
        .containsExactly(change("update_preimage", 1L, "a"), change("update_postimage", 1L, "a"));
  }

  @Test
  void aFileOfTheTableMayBeNamedAsChangeFileToo() throws Exception {
    DataFile old = table.dataFile(1);
    table.commit(TestTable.add(old));
    DataFile shared =
        table.sharedFile(change("update_postimage", 1L, "b"), change("insert", 2L, "b"));
    DataFile oldImages = table.changeFile(change("update_preimage", 1L, "a"));
    long version =
        table.commit(
            TestTable.remove(old),
            TestTable.add(shared),
            TestTable.cdc(shared),
            TestTable.cdc(oldImages));
    assertThat(table.changes(version))
        .containsExactly(
            change("update_preimage", 1L, "a"),
            change("update_postimage", 1L, "b"),
            change("insert", 2L, "b"));
    assertThat(table.rows()).containsExactly(TestRow.row(1L, "b"), TestRow.row(2L, "b"));
  }

  /** https://github.com/feldera/feldera/issues/6921 */
  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"a", "x/y = %20+z", "__HIVE_DEFAULT_PARTITION__"})
  void rowsHaveThePartitionValueOfTheLog(String partition) throws Exception {
    TestTable partitioned = TestTable.create(dir.resolve("partitioned"), List.of("name"));
    DataFile file = partitioned.dataFile(partition, 1);
    long added = partitioned.commit(TestTable.add(file));
    long removed = partitioned.commit(TestTable.remove(file));
    DataFile changes = partitioned.changeFile(change("delete", 2L, partition));
    long told = partitioned.commit(TestTable.cdc(changes));
    assertThat(partitioned.changes(added)).containsExactly(change("insert", 1L, partition));
    assertThat(partitioned.changes(removed)).containsExactly(change("delete", 1L, partition));
    assertThat(partitioned.changes(told)).containsExactly(change("delete", 2L, partition));
  }

  @Test
  void removedFilesWithoutPartitionValuesHaveThoseOfTheVersionBefore() throws Exception {
    TestTable partitioned = TestTable.create(dir.resolve("partitioned"), List.of("name"));
    DataFile a = partitioned.dataFile("a", 1, 2);
    DataFile b = partitioned.dataFile("b", 3);
    partitioned.commit(TestTable.add(a), TestTable.add(b));
    long version = partitioned.commit(TestTable.remove(a), TestTable.remove(b));
    partitioned.editLog(
        version, line -> line.replaceFirst("\"partitionValues\":\\{\"name\":\"a\"},", ""));
    assertThat(partitioned.changes(version))
        .containsExactly(
            change("delete", 1L, "a"), change("delete", 2L, "a"), change("delete", 3L, "b"));
  }

  @Test
  void removedFilesWithoutSizeAreReadAllTheSame() throws Exception {
    DataFile a = table.dataFile(1, 2);
    DataFile b = table.dataFile(3);
    table.commit(TestTable.add(table.with(a, DeletionVector.of(0))), TestTable.add(b));
    long version = table.commit(TestTable.remove(table.with(a, DeletionVector.of(0))));
    table.editLog(version, line -> line.replaceFirst("\"size\":\\d+,?", ""));
    assertThat(table.changes(version)).containsExactly(delete(2));
  }

  @Test
  void eachVersionIsReadInItsOwnSchema() throws Exception {
    long before = table.commit(TestTable.add(table.dataFile(1)));
    StructType wider = table.schema().add("more", StringType.STRING);
    long change = table.commit(new Action.Metadata(wider, table.properties()));
    long after = table.commit(TestTable.add(table.dataFile(2)));

    ChangeFeed feed = table.feed();
    assertThat(TestRow.all(feed.read(before))).containsExactly(change("insert", 1L, null));
    assertThat(feed.read(change).layout().schema()).isEqualTo(wider);
    assertThat(TestRow.all(feed.read(after))).containsExactly(change("insert", 2L, null, null));
    assertThat(TestRow.all(feed.read(before))).containsExactly(change("insert", 1L, null));
  }

  /** https://github.com/feldera/feldera/issues/6505 */
  @Test
  void columnsThatSwapNamesKeepTheirValues() throws Exception {
    StructType schema =
        new StructType()
            .add("id", LongType.LONG)
            .add("a", StringType.STRING)
            .add("b", StringType.STRING);
    Map<String, String> mapped = Map.of("delta.columnMapping.mode", "name");
    TestTable swapped = TestTable.create(dir.resolve("swapped"), schema, List.of(), mapped);
    long before =
        swapped.commit(TestTable.add(swapped.dataFile(TestRow.row(1L, "was a", "was b"))));
    StructType stored = swapped.schema();
    swapped.commit(
        new Action.Metadata(
            new StructType()
                .add(stored.at(0))
                .add(renamed(stored.at(1), "b"))
                .add(renamed(stored.at(2), "a")),
            swapped.properties()));
    long after = swapped.commit(TestTable.add(swapped.dataFile(TestRow.row(2L, "new b", "new a"))));

    assertThat(swapped.feed().read(before).layout().schema().fieldNames())
        .containsExactly("id", "a", "b");
    assertThat(swapped.changes(before)).containsExactly(change("insert", 1L, "was a", "was b"));
    assertThat(swapped.feed().read(after).layout().schema().fieldNames())
        .containsExactly("id", "b", "a");
    assertThat(swapped.changes(after)).containsExactly(change("insert", 2L, "new b", "new a"));
    assertThat(swapped.rows())
        .containsExactlyInAnyOrder(
            TestRow.row(1L, "was a", "was b"), TestRow.row(2L, "new b", "new a"));
  }

  private static StructField renamed(StructField field, String name) {
    return new StructField(name, field.getDataType(), field.isNullable(), field.getMetadata());
  }

  @Test
  void theFeedIsReadFromWhereItIsOnAndRefusedWhereItIsOff() throws Exception {
    long on = table.commit(TestTable.add(table.dataFile(1)));
    Map<String, String> properties = new HashMap<>(table.properties());
    properties.put("delta.enableChangeDataFeed", "false");
    table.commit(new Action.Metadata(table.schema(), properties));
    long off = table.commit(TestTable.add(table.dataFile(2)));
    properties.put("delta.enableChangeDataFeed", "true");
    long onAgain = table.commit(new Action.Metadata(table.schema(), properties));
    long later = table.commit(TestTable.add(table.dataFile(3)));

    ChangeFeed feed = table.feed();
    assertThat(TestRow.all(feed.read(on))).containsExactly(insert(1));
    for (long version : new long[] {on + 1, off}) {
      assertThatThrownBy(() -> feed.read(version))
          .isInstanceOf(LostHistoryException.class)
          .hasMessageContaining("version " + version)
          .extracting(e -> ((LostHistoryException) e).reason())
          .isEqualTo(Reason.FEED_OFF);
    }
    assertThat(TestRow.all(feed.read(onAgain))).isEmpty();
    assertThat(TestRow.all(feed.read(later))).containsExactly(insert(3));
  }

  /** https://github.com/trinodb/trino/issues/16913 */
  @ParameterizedTest
  @ValueSource(strings = {"_change_type", "_Commit_Version", "_COMMIT_TIMESTAMP"})
  void columnsWithTheNamesOfTheFeedsOwnAreRefused(String column) throws Exception {
    table.editLog(
        0,
        line -> line.replace("\\\"name\\\":\\\"name\\\"", "\\\"name\\\":\\\"" + column + "\\\""));
    assertThatThrownBy(() -> table.feed().read(0))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining(table.path())
        .hasMessageContaining("version 0")
        .hasMessageContaining(column);
  }

  @Test
  void nestedFieldsMayHaveAnyName() throws Exception {
    StructType schema =
        new StructType()
            .add("id", LongType.LONG)
            .add("s", new StructType().add("_change_type", StringType.STRING));
    TestTable nested = TestTable.create(dir.resolve("nested"), schema, List.of());
    assertThat(nested.changes(0)).isEmpty();
  }

  /** https://github.com/delta-io/delta-rs/issues/3392 */
  @Test
  void rowsOfFilesBeforeAMissingOneAreGivenAndTheMissingOneIsNamed() throws Exception {
    DataFile a = table.dataFile(1);
    DataFile b = table.dataFile(2);
    long version = table.commit(TestTable.add(a), TestTable.add(b));
    Files.delete(Path.of(table.path(), b.path()));
    try (VersionChanges changes = table.feed().read(version)) {
      assertThat(changes.next()).isTrue();
      assertThat(changes.row()).containsExactly(1L, null);
      assertThatThrownBy(changes::next)
          .isInstanceOf(LostHistoryException.class)
          .hasMessageContaining(table.path())
          .hasMessageContaining("version " + version)
          .hasMessageContaining(b.path())
          .extracting(e -> ((LostHistoryException) e).reason())
          .isEqualTo(Reason.FILE_GONE);
    }
    assertThatThrownBy(table::rows)
        .isInstanceOf(LostHistoryException.class)
        .hasMessageContaining(b.path());
  }

  @Test
  void aMissingDeletionVectorIsNamed() throws Exception {
    DataFile file = table.dataFile(1, 2);
    DataFile dead = table.with(file, DeletionVector.of(0));
    long version = table.commit(TestTable.add(dead));
    try (Stream<Path> files = Files.list(Path.of(table.path()))) {
      for (Path vector : files.filter(f -> f.toString().endsWith(".bin")).toList()) {
        Files.delete(vector);
      }
    }
    assertThatThrownBy(() -> table.changes(version))
        .isInstanceOf(LostHistoryException.class)
        .hasMessageContaining("deletion_vector_");
  }

  /** https://github.com/delta-io/delta-kernel-rs/issues/1641 */
  @Test
  void commitTimeIsTheInCommitTimestampWhereTheTableHasThem() throws Exception {
    long version = table.commit(TestTable.add(table.dataFile(1)));
    long committed = table.snapshotTimestamp();
    try (Stream<Path> logFiles = Files.list(Path.of(table.path(), "_delta_log"))) {
      for (Path file : logFiles.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(committed + 3_600_000));
      }
    }
    try (VersionChanges changes = table.feed().read(version)) {
      assertThat(changes.timestamp()).isEqualTo(committed);
    }
  }

  /** https://github.com/delta-io/delta-kernel-rs/issues/1641 */
  @Test
  void anInCommitTimestampCountsOnlyWhereTheTableHasThemOn() throws Exception {
    table.editLog(
        0,
        line ->
            line.replace(
                "\"delta.enableInCommitTimestamps\":\"true\"",
                "\"delta.enableInCommitTimestamps\":\"false\""));
    long version = table.commit(TestTable.add(table.dataFile(1)));
    Path file = Path.of(table.path(), "_delta_log", "%020d.json".formatted(version));
    assertThat(Files.readString(file)).contains("\"inCommitTimestamp\":");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L));

    TableLog log = table.reopen();
    assertThat(log.snapshot().timestamp()).isEqualTo(1_700_000_000_000L);
    try (VersionChanges changes = new ChangeFeed(RealTables.STORAGE, log).read(version)) {
      assertThat(changes.timestamp()).isEqualTo(1_700_000_000_000L);
    }
    long next = table.commit(TestTable.add(table.dataFile(2)));
    file = Path.of(table.path(), "_delta_log", "%020d.json".formatted(next));
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_001_000L));
    log.refresh();
    assertThat(log.snapshot().timestamp()).isEqualTo(1_700_000_001_000L);
  }

  /** Databricks' pipelines make tables so: version 0 of the metadata has no schema. */
  @Test
  void aVersionThatOnlyAddsIsReadThoughTheOneBeforeCannotBe() throws Exception {
    long version = table.commit(TestTable.add(table.dataFile(1)));
    Path first = Path.of(table.path(), "_delta_log", "%020d.json".formatted(0));
    String setup =
        Files.readAllLines(first).stream()
            .filter(line -> !line.startsWith("{\"commitInfo\""))
            .collect(Collectors.joining("\n", "", "\n"));
    table.editLog(version, line -> line.startsWith("{\"add\"") ? setup + line : line);
    table.editLog(0, line -> line.replaceFirst("\"schemaString\":\".*?[^\\\\]\",", ""));

    assertThatThrownBy(() -> table.changes(0)).isInstanceOf(CorruptTableException.class);
    assertThat(table.changes(version)).containsExactly(insert(1));
  }

  @Test
  void versionsAreReadFromCommitsThatWereReadBefore() throws Exception {
    DataFile file = table.dataFile(1);
    long version = table.commit(TestTable.add(file));
    ChangeFeed feed = table.feed();
    assertThat(TestRow.all(feed.read(table.reopen().read(version)))).containsExactly(insert(1));
  }

  private static TestRow insert(long id) {
    return change("insert", id, null);
  }

  private static TestRow delete(long id) {
    return change("delete", id, null);
  }
}
