package io.deltaconnect.table.locate;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.dv.DvDescriptor;
import io.deltaconnect.table.file.RandomRows;
import io.deltaconnect.table.file.TestFiles;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

class ScanLocatorTest {
  private static final Storage STORAGE = Storage.of(Map.of());
  private static Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("locate");
  }

  @AfterContainer
  static void removeFolder() throws IOException {
    TestFiles.delete(folder);
  }

  /** A row that the naive scan finds. */
  private record Match(String path, long position, Key key) {}

  @Property(tries = 100)
  void findsWhatANaiveScanFinds(@ForAll long seed) throws IOException {
    Random choice = new Random(seed);
    RandomRows random = new RandomRows(seed);
    StructType schema = schema(random, choice);
    boolean partitioned = choice.nextInt(3) == 0;
    TableLayout layout =
        new TableLayout(
            folder.toString(), schema, partitioned ? List.of("part") : List.of(), Map.of());
    List<DataFile> files = new ArrayList<>();
    List<List<Object[]>> rows = new ArrayList<>();
    for (int f = 1 + choice.nextInt(4); f > 0; f--) {
      List<Object[]> inFile = random.rows(schema, 1 + choice.nextInt(2500));
      if (partitioned) {
        // An empty string is NULL in a partition column.
        Object part = "".equals(inFile.get(0)[0]) ? null : inFile.get(0)[0];
        inFile.forEach(row -> row[0] = part);
      }
      rows.add(inFile);
      boolean foreign = !partitioned && choice.nextBoolean();
      DataFile file =
          foreign
              ? TestFiles.writeForeign(STORAGE, layout, inFile, choice)
              : TestFiles.write(STORAGE, layout, inFile);
      files.add(kill(file, inFile.size(), choice));
    }
    List<String> keyColumns = keyColumns(schema, choice);
    Set<Key> keys = keys(random, choice, schema, rows, keyColumns);

    List<FileMatches> found =
        new ScanLocator(STORAGE, 1 + choice.nextInt(3))
            .locate(new TestSnapshot(layout, files), keyColumns, keys);

    assertThat(flat(found))
        .as("seed %d, keys of %s in %s", seed, keyColumns, schema)
        .isEqualTo(naive(files, rows, schema, keyColumns, keys));
  }

  @Example
  void findsClusteredKeysInALargeFile() throws IOException {
    StructType schema = new StructType().add("id", LongType.LONG).add("name", StringType.STRING);
    TableLayout layout = new TableLayout(folder.toString(), schema, List.of(), Map.of());
    List<Object[]> rows = new ArrayList<>();
    for (long i = 0; i < 150_000; i++) {
      rows.add(new Object[] {i * 2, "name " + i});
    }
    DataFile file = TestFiles.write(STORAGE, layout, rows);
    Set<Key> keys = new HashSet<>();
    for (long id = 199_990; id < 200_010; id++) {
      keys.add(new Key(id));
    }

    List<FileMatches> found =
        new ScanLocator(STORAGE, 2)
            .locate(new TestSnapshot(layout, List.of(file)), List.of("id"), keys);

    assertThat(found).hasSize(1);
    assertThat(found.get(0).positions())
        .containsExactly(
            99_995, 99_996, 99_997, 99_998, 99_999, 100_000, 100_001, 100_002, 100_003, 100_004);
    assertThat(found.get(0).keys()[5]).isEqualTo(new Key(200_000L));
  }

  @Example
  void findsKeysInFilesFromBeforeTheirColumnsWereWidened() throws IOException {
    StructType before =
        new StructType()
            .add("id", IntegerType.INTEGER)
            .add("day", DateType.DATE)
            .add("amount", new DecimalType(5, 1));
    StructType after =
        new StructType()
            .add("id", LongType.LONG)
            .add("day", TimestampNTZType.TIMESTAMP_NTZ)
            .add("amount", new DecimalType(12, 3));
    TableLayout old = new TableLayout(folder.toString(), before, List.of(), Map.of());
    DataFile file =
        TestFiles.write(
            STORAGE,
            old,
            List.of(
                new Object[] {1, 10, new BigDecimal("1.5")},
                new Object[] {2, 20, new BigDecimal("2.5")}));
    TestSnapshot snapshot =
        new TestSnapshot(
            new TableLayout(folder.toString(), after, List.of(), Map.of()), List.of(file));
    long day = 86_400_000_000L;

    assertThat(positions(snapshot, "id", 2L, 1L << 40)).containsExactly(1);
    assertThat(positions(snapshot, "day", 10 * day, 20 * day + 1)).containsExactly(0);
    assertThat(positions(snapshot, "amount", new BigDecimal("2.500"), new BigDecimal("1.501")))
        .containsExactly(1);
  }

  private static long[] positions(TestSnapshot snapshot, String column, Object... values)
      throws IOException {
    Set<Key> keys = new HashSet<>();
    for (Object value : values) {
      keys.add(new Key(value));
    }
    List<FileMatches> found = new ScanLocator(STORAGE, 2).locate(snapshot, List.of(column), keys);
    return found.isEmpty() ? new long[0] : found.get(0).positions();
  }

  @Example
  void readsNoFileThatStatisticsExclude() throws IOException {
    StructType schema = new StructType().add("id", LongType.LONG).add("name", StringType.STRING);
    TableLayout layout = new TableLayout(folder.toString(), schema, List.of(), Map.of());
    String stats =
        "{\"numRecords\":5,\"minValues\":{\"id\":10,\"name\":\"b\"},"
            + "\"maxValues\":{\"id\":20,\"name\":\"d\"},\"nullCount\":{\"id\":0,\"name\":0}}";
    DataFile absent = new DataFile("absent.parquet", Map.of(), 1, 1, stats, null, null, null, null);
    ScanLocator locator = new ScanLocator(STORAGE, 2);
    TestSnapshot snapshot = new TestSnapshot(layout, List.of(absent));

    assertThat(locator.locate(snapshot, List.of("id"), Set.of(new Key(9L), new Key(21L))))
        .isEmpty();
    assertThat(locator.locate(snapshot, List.of("name"), Set.of(new Key("a"), new Key("e"))))
        .isEmpty();
    assertThat(locator.locate(snapshot, List.of("id", "name"), Set.of(new Key(15L, "a"))))
        .isEmpty();
  }

  private static StructType schema(RandomRows random, Random choice) {
    DataType[] common = {LongType.LONG, StringType.STRING, IntegerType.INTEGER};
    StructType schema = new StructType().add("part", common[choice.nextInt(3)]);
    for (int i = 0; i < 3; i++) {
      DataType type =
          choice.nextInt(8) == 0
              ? new StructType().add("a", common[choice.nextInt(3)]).add("b", LongType.LONG)
              : choice.nextBoolean() ? common[choice.nextInt(3)] : random.scalar();
      schema = schema.add("c" + i, type, choice.nextBoolean());
    }
    return schema;
  }

  private static List<String> keyColumns(StructType schema, Random choice) {
    List<String> names = new ArrayList<>(schema.fieldNames());
    Collections.shuffle(names, choice);
    return names.subList(0, 1 + choice.nextInt(3));
  }

  /** Keys of rows of the table, and others. */
  private static Set<Key> keys(
      RandomRows random,
      Random choice,
      StructType schema,
      List<List<Object[]>> rows,
      List<String> columns) {
    Set<Key> keys = new HashSet<>();
    for (int i = choice.nextInt(40); i >= 0; i--) {
      List<Object[]> inFile = rows.get(choice.nextInt(rows.size()));
      add(keys, key(inFile.get(choice.nextInt(inFile.size())), schema, columns));
      add(keys, key(random.row(schema), schema, columns));
    }
    return keys;
  }

  private static void add(Set<Key> keys, Key key) {
    if (key != null) {
      keys.add(key);
    }
  }

  private static Key key(Object[] row, StructType schema, List<String> columns) {
    Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[schema.indexOf(columns.get(i))];
    }
    return Arrays.asList(values).contains(null) ? null : new Key(values);
  }

  private static DataFile kill(DataFile file, int rows, Random choice) throws IOException {
    if (choice.nextBoolean()) {
      return file;
    }
    long[] dead = new long[choice.nextInt(rows) + 1];
    for (int i = 0; i < dead.length; i++) {
      dead[i] = choice.nextInt(rows);
    }
    DvDescriptor descriptor =
        new DeletionVectorStore(STORAGE, folder.toString())
            .write(List.of(DeletionVector.of(dead)))
            .get(0);
    return file.with(descriptor, file.stats());
  }

  private static List<Match> flat(List<FileMatches> found) {
    List<Match> matches = new ArrayList<>();
    for (FileMatches file : found) {
      for (int i = 0; i < file.positions().length; i++) {
        matches.add(new Match(file.file().path(), file.positions()[i], file.keys()[i]));
      }
    }
    return matches;
  }

  private static List<Match> naive(
      List<DataFile> files,
      List<List<Object[]>> rows,
      StructType schema,
      List<String> columns,
      Set<Key> keys)
      throws IOException {
    List<Match> matches = new ArrayList<>();
    DeletionVectorStore vectors = new DeletionVectorStore(STORAGE, folder.toString());
    for (int f = 0; f < files.size(); f++) {
      DeletionVector dead = vectors.read(files.get(f).dv());
      for (int i = 0; i < rows.get(f).size(); i++) {
        Key key = key(rows.get(f).get(i), schema, columns);
        if (key != null && keys.contains(key) && !dead.contains(i)) {
          matches.add(new Match(files.get(f).path(), i, key));
        }
      }
    }
    matches.sort(Comparator.comparing(Match::path).thenComparing(Match::position));
    return matches;
  }
}
