package io.deltaconnect.table.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.storage.Storage;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFileWriterTest {
  private static final Storage STORAGE = Storage.of(Map.of());
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("p q", StringType.STRING);

  @TempDir Path folder;

  @Test
  void partitionFoldersAreEscapedAndPathsInTheLogEncodedOnTop() throws IOException {
    DataFile file = TestFiles.write(STORAGE, partitioned(), rows("a/b=c%d ü"));

    assertThat(file.path()).startsWith("p%20q=a%252Fb%253Dc%2525d%20ü/part-");
    assertThat(file.path()).endsWith(".snappy.parquet");
    assertThat(file.partitionValues()).containsExactly(Map.entry("p q", "a/b=c%d ü"));
    assertThat(folder.resolve("p q=a%2Fb%3Dc%25d ü")).isDirectory();
    assertThat(read(partitioned(), file)).containsExactly(new Object[] {1L, "a/b=c%d ü"});
  }

  @Test
  void nullAndEmptyTextAreTheSamePartition() throws IOException {
    for (String value : new String[] {null, ""}) {
      DataFile file = TestFiles.write(STORAGE, partitioned(), rows(value));
      assertThat(file.path()).startsWith("p%20q=__HIVE_DEFAULT_PARTITION__/");
      assertThat(file.partitionValues()).containsEntry("p q", null);
      assertThat(read(partitioned(), file)).containsExactly(new Object[] {1L, null});
    }
    DataFile named = TestFiles.write(STORAGE, partitioned(), rows("__HIVE_DEFAULT_PARTITION__"));
    assertThat(read(partitioned(), named))
        .containsExactly(new Object[] {1L, "__HIVE_DEFAULT_PARTITION__"});
  }

  @Test
  void beginsAnotherFileAtTheTargetSize() throws IOException {
    TableLayout layout = new TableLayout(folder.toString(), SCHEMA, List.of(), Map.of());
    Random random = new Random(1);
    List<DataFile> files;
    try (TableFileWriter writer =
        new TableFileWriter(STORAGE, layout, FileKind.DATA, Map.of(), 1 << 20)) {
      for (long i = 0; i < 100_000; i++) {
        writer.write(new Object[] {i, Long.toString(random.nextLong(), 36)}, null);
      }
      files = writer.finish();
    }
    assertThat(files.size()).isBetween(2, 4);
    long expected = 0;
    for (DataFile file : files) {
      assertThat(file.size()).isEqualTo(Files.size(folder.resolve(file.path())));
      for (Object[] row : read(layout, file)) {
        assertThat(row[0]).isEqualTo(expected++);
      }
    }
    assertThat(expected).isEqualTo(100_000);
  }

  @Test
  void changeDataHasItsOwnFolderAndNoStatistics() throws IOException {
    TableLayout layout = partitioned();
    DataFile file;
    try (TableFileWriter writer =
        new TableFileWriter(
            STORAGE, layout, FileKind.CHANGE_DATA, Map.of("p q", "x"), Long.MAX_VALUE)) {
      writer.write(new Object[] {1L, "x"}, "delete");
      writer.write(new Object[] {2L, "x"}, "update_preimage");
      file = writer.finish().get(0);
    }
    assertThat(file.path()).startsWith("_change_data/p%20q=x/cdc-");
    assertThat(file.stats()).isNull();
    List<String> changes = new ArrayList<>();
    try (RowIterator rows =
        new TableFileReader(STORAGE, layout)
            .changeRows(
                new Action.Cdc(file.path(), file.partitionValues(), file.size(), Map.of()))) {
      while (rows.next()) {
        changes.add(rows.position() + " " + rows.row()[0] + rows.row()[1] + rows.changeType());
        assertThat(rows.row()).hasSize(2);
      }
    }
    assertThat(changes).containsExactly("0 1xdelete", "1 2xupdate_preimage");
  }

  @Test
  void changeTypeBesideTableRowsIsNeitherInRowsNorInStatistics() throws IOException {
    TableLayout layout = new TableLayout(folder.toString(), SCHEMA, List.of(), Map.of());
    DataFile file;
    try (TableFileWriter writer =
        new TableFileWriter(
            STORAGE, layout, FileKind.DATA_WITH_CHANGE_TYPE, Map.of(), Long.MAX_VALUE)) {
      writer.write(new Object[] {1L, "x"}, "insert");
      file = writer.finish().get(0);
    }
    assertThat(file.stats()).contains("\"numRecords\":1").doesNotContain("_change_type");
    assertThat(read(layout, file)).containsExactly(new Object[] {1L, "x"});
  }

  @Test
  void namesAndIdsAreThoseOfColumnMapping() throws IOException {
    StructType schema =
        new StructType()
            .add(
                "a b",
                new StructType().add("c", LongType.LONG, true, mapped("col-2", 2)),
                true,
                mapped("col-1", 1))
            .add("p", StringType.STRING, true, mapped("col-3", 3));
    TableLayout layout =
        new TableLayout(
            folder.toString(), schema, List.of("p"), Map.of("delta.columnMapping.mode", "id"));

    DataFile file =
        TestFiles.write(STORAGE, layout, List.<Object[]>of(new Object[] {new Object[] {5L}, "x"}));

    assertThat(schemaOf(file))
        .isEqualTo(
            """
            message spark_schema {
              optional group col-1 = 1 {
                optional int64 col-2 = 2;
              }
            }
            """);
    assertThat(file.partitionValues()).containsExactly(Map.entry("col-3", "x"));
    assertThat(read(layout, file)).containsExactly(new Object[] {new Object[] {5L}, "x"});
  }

  @Test
  void typesAreThoseSparkWrites() throws IOException {
    StructType schema =
        new StructType()
            .add("s", ShortType.SHORT)
            .add("d", DateType.DATE)
            .add("t", TimestampType.TIMESTAMP)
            .add("n", TimestampNTZType.TIMESTAMP_NTZ)
            .add("d9", new DecimalType(9, 2))
            .add("d18", new DecimalType(18, 2), false)
            .add("d38", new DecimalType(38, 2))
            .add("l", new ArrayType(StringType.STRING, true))
            .add("m", new MapType(StringType.STRING, LongType.LONG, false));
    TableLayout layout = new TableLayout(folder.toString(), schema, List.of(), Map.of());
    Object[] row = new Object[9];
    row[5] = new BigDecimal("1.00");

    assertThat(schemaOf(TestFiles.write(STORAGE, layout, List.<Object[]>of(row))))
        .isEqualTo(
            """
            message spark_schema {
              optional int32 s (INTEGER(16,true));
              optional int32 d (DATE);
              optional int64 t (TIMESTAMP(MICROS,true));
              optional int64 n (TIMESTAMP(MICROS,false));
              optional int32 d9 (DECIMAL(9,2));
              required int64 d18 (DECIMAL(18,2));
              optional fixed_len_byte_array(16) d38 (DECIMAL(38,2));
              optional group l (LIST) {
                repeated group list {
                  optional binary element (STRING);
                }
              }
              optional group m (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  required int64 value;
                }
              }
            }
            """);
  }

  @Test
  void closingWithoutFinishingLeavesNoFile() throws IOException {
    TableLayout layout = new TableLayout(folder.toString(), SCHEMA, List.of(), Map.of());
    try (TableFileWriter writer =
        new TableFileWriter(STORAGE, layout, FileKind.DATA, Map.of(), 1000)) {
      for (long i = 0; i < 2000; i++) {
        writer.write(new Object[] {i, "text"}, null);
      }
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files).isNotEmpty();
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void aFileThatCanBeNeitherWrittenNorClosedIsAnIOException() throws IOException {
    Storage uploads = Storage.of(Map.of("fs.uploads.impl", Uploads.class.getName()));
    TableLayout layout = new TableLayout("uploads:" + folder, SCHEMA, List.of(), Map.of());
    try (TableFileWriter writer =
        new TableFileWriter(uploads, layout, FileKind.DATA, Map.of(), 1000)) {
      writer.write(new Object[] {1L, "text"}, null);
      assertThatThrownBy(writer::finish)
          .isInstanceOf(IOException.class)
          .hasMessage("connection lost");
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  /** Stands for a store that cannot be reached any more. */
  public static final class Uploads extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("uploads:///");
    }

    @Override
    protected OutputStream createOutputStreamWithMode(
        org.apache.hadoop.fs.Path file, boolean append, FsPermission permission)
        throws IOException {
      return new FilterOutputStream(super.createOutputStreamWithMode(file, append, permission)) {
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          throw new IOException("connection lost");
        }

        @Override
        public void close() throws IOException {
          super.close();
          throw new IOException("connection lost");
        }
      };
    }
  }

  @Test
  void aValueThatDoesNotFitIsRefusedByColumn() throws IOException {
    StructType schema =
        new StructType()
            .add("s", new StructType().add("id", LongType.LONG, false))
            .add("d", new DecimalType(4, 2));
    TableLayout layout = new TableLayout(folder.toString(), schema, List.of(), Map.of());
    assertThatThrownBy(
            () ->
                TestFiles.write(
                    STORAGE, layout, List.<Object[]>of(new Object[] {new Object[1], null})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("NULL in column s.id, which is NOT NULL");
    for (String wrong : List.of("1.2", "100.00")) {
      Object[] row = {null, new BigDecimal(wrong)};
      assertThatThrownBy(() -> TestFiles.write(STORAGE, layout, List.<Object[]>of(row)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(wrong + " does not fit column d");
    }
    TableLayout empty =
        new TableLayout(
            folder.toString(), new StructType().add("e", new StructType()), List.of(), Map.of());
    assertThatThrownBy(
            () -> new TableFileWriter(STORAGE, empty, FileKind.DATA, Map.of(), 1).close())
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("column e");
  }

  private static FieldMetadata mapped(String physicalName, long id) {
    return FieldMetadata.builder()
        .putString("delta.columnMapping.physicalName", physicalName)
        .putLong("delta.columnMapping.id", id)
        .build();
  }

  private TableLayout partitioned() {
    return new TableLayout(folder.toString(), SCHEMA, List.of("p q"), Map.of());
  }

  private static List<Object[]> rows(String partition) {
    return List.<Object[]>of(new Object[] {1L, partition});
  }

  private String schemaOf(DataFile file) throws IOException {
    return ParquetSource.open(
            STORAGE, FilePaths.resolve(folder.toString(), file.path()), file.size())
        .schema()
        .toString();
  }

  private static List<Object[]> read(TableLayout layout, DataFile file) throws IOException {
    List<Object[]> found = new ArrayList<>();
    try (RowIterator rows =
        new TableFileReader(STORAGE, layout).rows(file, DeletionVector.empty())) {
      while (rows.next()) {
        found.add(rows.row());
      }
    }
    return found;
  }
}
