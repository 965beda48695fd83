package io.deltaconnect.table.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.row.MapEntries;
import io.deltaconnect.table.row.Values;
import io.deltaconnect.table.storage.CorruptTableException;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose schema is not the table's: what is read as what, and what is refused. */
class ColumnFinderTest {
  private static final Storage STORAGE = Storage.of(Map.of());

  @TempDir Path folder;

  @Test
  void narrowerTypesAreWidened() throws IOException {
    Group group =
        group(
            "required int32 a; required int32 b (INTEGER(8,true)); required float c;"
                + "required int32 d (DATE); required int32 e (DECIMAL(4,1)); required int64 f;"
                + "required int32 g; required int32 h (INTEGER(16,true));");
    group.append("a", 5).append("b", -3).append("c", 1.5f).append("d", 2).append("e", 123);
    group.append("f", 77L).append("g", 9).append("h", 300);
    StructType schema =
        new StructType()
            .add("a", LongType.LONG)
            .add("b", IntegerType.INTEGER)
            .add("c", DoubleType.DOUBLE)
            .add("d", TimestampNTZType.TIMESTAMP_NTZ)
            .add("e", new DecimalType(20, 3))
            .add("f", new DecimalType(22, 2))
            .add("g", DoubleType.DOUBLE)
            .add("h", new DecimalType(10, 1));
    assertRow(
        schema,
        group,
        5L,
        -3,
        1.5,
        2 * 86_400_000_000L,
        new BigDecimal("12.300"),
        new BigDecimal("77.00"),
        9.0,
        new BigDecimal("300.0"));
  }

  @Test
  void formsOfOldWritersAreRead() throws IOException {
    Group group =
        group(
            "required int96 a; required int64 b (TIMESTAMP(MILLIS,true));"
                + "required binary c (DECIMAL(5,2)); required fixed_len_byte_array(3) d (DECIMAL(5,2));"
                + "required binary e; required int32 f; required int64 g (TIMESTAMP(MICROS,false));"
                + "required int64 h (TIMESTAMP(MILLIS,false));");
    byte[] int96 = new byte[12];
    int96[0] = (byte) 0xE8;
    int96[1] = 3; // 1000 ns
    int96[8] = (byte) 0x8C;
    int96[9] = 0x3D;
    int96[10] = 0x25; // Julian day 2440588
    group.append("a", Binary.fromConstantByteArray(int96)).append("b", -2L);
    group.append("c", Binary.fromConstantByteArray(new byte[] {-1}));
    group.append("d", Binary.fromConstantByteArray(new byte[] {0, 1, 0}));
    group.append("e", "text").append("f", 7).append("g", 5L).append("h", 6L);
    StructType schema =
        new StructType()
            .add("a", TimestampType.TIMESTAMP)
            .add("b", TimestampType.TIMESTAMP)
            .add("c", new DecimalType(5, 2))
            .add("d", new DecimalType(5, 2))
            .add("e", StringType.STRING)
            .add("f", ByteType.BYTE)
            .add("g", TimestampType.TIMESTAMP)
            .add("h", TimestampNTZType.TIMESTAMP_NTZ);
    assertRow(
        schema,
        group,
        1L,
        -2000L,
        new BigDecimal("-0.01"),
        new BigDecimal("2.56"),
        "text",
        (byte) 7,
        5L,
        6000L);
  }

  @Test
  void listsOfTwoLevelsAndOldMapsAreRead() throws IOException {
    Group group =
        group(
            "optional group a (LIST) { repeated int32 array; }"
                + "optional group b (LIST) { repeated group array { required int32 x; } }"
                + "optional group c (LIST) { repeated group bag { optional int32 array_element; } }"
                + "optional group d (MAP_KEY_VALUE) {"
                + "  repeated group map { required binary key; optional int32 value; } }"
                + "optional group e (LIST) { repeated group x { required int32 p; required int32 q; } }");
    group.addGroup("a").append("array", 1).append("array", 2);
    group.addGroup("b").addGroup("array").append("x", 3);
    Group c = group.addGroup("c");
    c.addGroup("bag").append("array_element", 4);
    c.addGroup("bag");
    group.addGroup("d").addGroup("map").append("key", "k").append("value", 5);
    group.addGroup("e").addGroup("x").append("p", 6).append("q", 7);
    StructType x = new StructType().add("x", IntegerType.INTEGER);
    StructType pq = new StructType().add("p", IntegerType.INTEGER).add("q", IntegerType.INTEGER);
    StructType schema =
        new StructType()
            .add("a", new ArrayType(IntegerType.INTEGER, true))
            .add("b", new ArrayType(x, true))
            .add("c", new ArrayType(IntegerType.INTEGER, true))
            .add("d", new MapType(StringType.STRING, IntegerType.INTEGER, true))
            .add("e", new ArrayType(pq, true));
    List<Object> nullable = new ArrayList<>();
    nullable.add(4);
    nullable.add(null);
    assertRow(
        schema,
        group,
        List.of(1, 2),
        Collections.singletonList(new Object[] {3}),
        nullable,
        new MapEntries(new Object[] {"k"}, new Object[] {5}),
        Collections.singletonList(new Object[] {6, 7}));
  }

  @Test
  void columnsThatTheFileLacksAreNullAndOthersMatchInAnyCase() throws IOException {
    Group group =
        group(
            "required int32 Id; optional group S { optional int32 old; }"
                + "optional group t { optional int32 old; }");
    group.append("Id", 1);
    group.addGroup("S").append("old", 3);
    StructType inner = new StructType().add("added", IntegerType.INTEGER);
    StructType schema =
        new StructType()
            .add("iD", IntegerType.INTEGER)
            .add("missing", LongType.LONG)
            .add("s", inner)
            .add("t", inner);
    // A struct of which the file has no wanted field is still there, or NULL.
    assertRow(schema, group, 1, null, new Object[] {null}, null);

    Group twice = group("required int32 ID; required int32 id;");
    twice.append("ID", 1).append("id", 2);
    assertRow(new StructType().add("id", IntegerType.INTEGER), twice, 2);
    assertThatThrownBy(() -> read(new StructType().add("Id", IntegerType.INTEGER), twice))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("column Id is ID or id in file");
  }

  @Test
  void mappedColumnsMatchByPhysicalNameOrById() throws IOException {
    Group group = group("required int32 x = 2; required int32 y = 1;");
    group.append("x", 10).append("y", 20);
    StructType schema =
        new StructType()
            .add("y", IntegerType.INTEGER, true, mapped("x", 1))
            .add("X", IntegerType.INTEGER, true, mapped("X", 9));
    DataFile file = write(group);
    assertThat(rows(schema, file, Map.of("delta.columnMapping.mode", "name")))
        .containsExactly(new Object[] {10, null});
    assertThat(rows(schema, file, Map.of("delta.columnMapping.mode", "id")))
        .containsExactly(new Object[] {20, null});
  }

  @Test
  void whatCannotBeReadRightIsRefusedByColumnAndFile() throws IOException {
    refuses(IntegerType.INTEGER, "required int64 c;");
    refuses(IntegerType.INTEGER, "required int32 c (INTEGER(32,false));");
    refuses(ShortType.SHORT, "required int32 c (INTEGER(32,true));");
    refuses(FloatType.FLOAT, "required double c;");
    refuses(StringType.STRING, "required int32 c;");
    refuses(BinaryType.BINARY, "required int32 c;");
    refuses(DateType.DATE, "required int32 c;");
    refuses(TimestampType.TIMESTAMP, "required int64 c (TIMESTAMP(NANOS,true));");
    refuses(TimestampNTZType.TIMESTAMP_NTZ, "required int64 c (TIMESTAMP(MICROS,true));");
    refuses(new DecimalType(9, 1), "required int32 c (DECIMAL(9,2));");
    refuses(new DecimalType(9, 3), "required int32 c (DECIMAL(9,2));");
    refuses(new DecimalType(10, 1), "required int32 c;");
    refuses(new ArrayType(IntegerType.INTEGER, true), "required int32 c;");
    refuses(new StructType().add("x", LongType.LONG), "required int32 c;");

    Group tooLarge = group("required int32 c;").append("c", 128);
    assertThatThrownBy(() -> read(new StructType().add("c", ByteType.BYTE), tooLarge))
        .isInstanceOf(CorruptTableException.class)
        .hasMessageContaining("column [c]");
  }

  private void refuses(DataType type, String column) throws IOException {
    Group group = group(column);
    // Only the schema matters: the file needs no row.
    DataFile file = write(group.getType().toString(), null);
    assertThatThrownBy(() -> rows(new StructType().add("c", type), file, Map.of()))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("column c of type " + type)
        .hasMessageContaining(file.path());
  }

  private static FieldMetadata mapped(String physicalName, long id) {
    return FieldMetadata.builder()
        .putString("delta.columnMapping.physicalName", physicalName)
        .putLong("delta.columnMapping.id", id)
        .build();
  }

  private static Group group(String columns) {
    return new SimpleGroupFactory(
            MessageTypeParser.parseMessageType("message file { " + columns + " }"))
        .newGroup();
  }

  private void assertRow(StructType schema, Group group, Object... expected) throws IOException {
    Object[] found = read(schema, group);
    assertThat(Values.sameRow(found, expected))
        .as("%s instead of %s", Arrays.deepToString(found), Arrays.deepToString(expected))
        .isTrue();
  }

  private Object[] read(StructType schema, Group group) throws IOException {
    DataFile file = write(group);
    List<Object[]> streamed = rows(schema, file, Map.of());
    Object[][] at =
        new TableFileReader(STORAGE, layout(schema, Map.of()))
            .rowsAt(List.of(new FileRows(file, new long[] {0})), 1)
            .get(0);
    assertThat(Values.sameRow(at[0], streamed.get(0))).isTrue();
    return at[0];
  }

  private List<Object[]> rows(StructType schema, DataFile file, Map<String, String> properties)
      throws IOException {
    List<Object[]> found = new ArrayList<>();
    try (RowIterator rows =
        new TableFileReader(STORAGE, layout(schema, properties))
            .rows(file, DeletionVector.empty())) {
      while (rows.next()) {
        found.add(rows.row());
      }
    }
    return found;
  }

  private TableLayout layout(StructType schema, Map<String, String> properties) {
    return new TableLayout(folder.toString(), schema, List.of(), properties);
  }

  private DataFile write(Group group) throws IOException {
    return write(group.getType().toString(), group);
  }

  private DataFile write(String schema, Group group) throws IOException {
    String name = "file-" + System.nanoTime() + ".parquet";
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder.resolve(name).toString());
    MessageType type = MessageTypeParser.parseMessageType(schema);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(ParquetFiles.output(STORAGE, path))
            .withConf(STORAGE.configuration())
            .withType(type)
            .build()) {
      if (group != null) {
        writer.write(group);
      }
    }
    long size = STORAGE.fileSystem(path).getFileStatus(path).getLen();
    return new DataFile(name, Map.of(), size, 0, null, null, null, null, null);
  }
}
