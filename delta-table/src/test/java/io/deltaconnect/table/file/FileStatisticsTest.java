package io.deltaconnect.table.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStatisticsTest {
  private static final Storage STORAGE = Storage.of(Map.of());

  @TempDir Path folder;

  @Test
  void boundsAndNullsOfEachType() throws IOException {
    StructType schema =
        new StructType()
            .add("s", ShortType.SHORT)
            .add("i", IntegerType.INTEGER)
            .add("d", DateType.DATE)
            .add("small", new DecimalType(9, 2))
            .add("large", new DecimalType(38, 10))
            .add("b", BooleanType.BOOLEAN)
            .add("bytes", BinaryType.BINARY)
            .add("none", LongType.LONG);
    List<Object[]> rows = new ArrayList<>();
    for (int i = -3; i <= 5; i++) {
      rows.add(
          new Object[] {
            (short) i,
            i * 1000,
            i,
            BigDecimal.valueOf(i * 7L, 2),
            BigDecimal.valueOf(i * 3L, 10),
            i > 0,
            new byte[] {(byte) i},
            null
          });
    }
    rows.add(new Object[8]);

    assertThat(json(schema, rows, Map.of()))
        .isEqualTo(
            "{\"numRecords\":10,"
                + "\"minValues\":{\"s\":-3,\"i\":-3000,\"d\":\"1969-12-29\",\"small\":-0.21,"
                + "\"large\":-9E-10},"
                + "\"maxValues\":{\"s\":5,\"i\":5000,\"d\":\"1970-01-06\",\"small\":0.35,"
                + "\"large\":1.5E-9},"
                + "\"nullCount\":{\"s\":1,\"i\":1,\"d\":1,\"small\":1,\"large\":1,\"b\":1,"
                + "\"bytes\":1,\"none\":10},\"tightBounds\":true}");
  }

  @Test
  void longTextsAreCutToBoundsThatHoldThem() throws IOException {
    String last = Character.toString(Character.MAX_CODE_POINT);
    assertThat(bounds("a".repeat(33), "b".repeat(32)))
        .containsExactly("a".repeat(32), "b".repeat(32));
    assertThat(bounds("b".repeat(33))).containsExactly("b".repeat(32), "b".repeat(32) + last);
    // Characters outside the basic plane count as one and stay whole.
    String smile = "\ud83d\ude00";
    assertThat(bounds(smile.repeat(40))).containsExactly(smile.repeat(32), smile.repeat(32) + last);
    // Nothing sorts after the last code point: the bound goes on until something does.
    assertThat(bounds("c".repeat(32) + last + last + "d"))
        .containsExactly("c".repeat(32), "c".repeat(32) + last + last + last);
    assertThat(bounds("c".repeat(32) + last))
        .containsExactly("c".repeat(32), "c".repeat(32) + last);
    // U+FFFF sorts before U+10000 in UTF-8, though not in UTF-16.
    assertThat(bounds("\uffff", "\ud800\udc00")).containsExactly("\uffff", "\ud800\udc00");
  }

  @Test
  void boundsOfTimestampsAreNotCutBelowTheirRows() throws IOException {
    for (DataType type : List.of(TimestampType.TIMESTAMP, TimestampNTZType.TIMESTAMP_NTZ)) {
      StructType schema = new StructType().add("t", type);
      DataFileStatistics statistics =
          statistics(schema, List.<Object[]>of(new Object[] {-1L}, new Object[] {1_000_001L}));
      assertThat((Long) value(statistics.getMinValues(), "t")).isEqualTo(-1000L);
      assertThat((Long) value(statistics.getMaxValues(), "t")).isEqualTo(1_001_000L);
      DataFileStatistics exact =
          statistics(schema, List.<Object[]>of(new Object[] {-5_000L}, new Object[] {-2_000L}));
      assertThat((Long) value(exact.getMinValues(), "t")).isEqualTo(-5_000L);
      assertThat((Long) value(exact.getMaxValues(), "t")).isEqualTo(-2_000L);
    }
  }

  @Test
  void aColumnWithNanHasNoBounds() throws IOException {
    StructType schema = new StructType().add("d", DoubleType.DOUBLE);
    DataFileStatistics nan =
        statistics(
            schema,
            List.<Object[]>of(new Object[] {1.0}, new Object[] {Double.NaN}, new Object[] {-1.0}));
    assertThat(nan.getMinValues()).isEmpty();
    assertThat(nan.getMaxValues()).isEmpty();
    assertThat(nan.getNullCount()).containsEntry(new Column("d"), 0L);

    DataFileStatistics zeros =
        statistics(schema, List.<Object[]>of(new Object[] {0.0}, new Object[] {-0.0}));
    assertThat((Double) value(zeros.getMinValues(), "d")).isEqualTo(-0.0);
    assertThat((Double) value(zeros.getMaxValues(), "d")).isEqualTo(0.0);
    assertThat(json(schema, List.<Object[]>of(new Object[] {Double.NEGATIVE_INFINITY}), Map.of()))
        .contains("\"minValues\":{\"d\":\"-Infinity\"}");
  }

  @Test
  void leavesOfStructsHaveBoundsByPhysicalNameAndListsHaveNone() throws IOException {
    FieldMetadata physical =
        FieldMetadata.builder()
            .putString("delta.columnMapping.physicalName", "col-1")
            .putLong("delta.columnMapping.id", 1)
            .build();
    FieldMetadata inner =
        FieldMetadata.builder()
            .putString("delta.columnMapping.physicalName", "col-2")
            .putLong("delta.columnMapping.id", 2)
            .build();
    StructType schema =
        new StructType()
            .add("s", new StructType().add("x", LongType.LONG, true, inner), true, physical)
            .add("l", new ArrayType(LongType.LONG, true));
    List<Object[]> rows =
        List.of(
            new Object[] {new Object[] {7L}, List.of(1L)},
            new Object[] {new Object[] {null}, null},
            new Object[] {null, List.of()});

    assertThat(json(schema, rows, Map.of("delta.columnMapping.mode", "name")))
        .isEqualTo(
            "{\"numRecords\":3,\"minValues\":{\"col-1\":{\"col-2\":7}},"
                + "\"maxValues\":{\"col-1\":{\"col-2\":7}},"
                + "\"nullCount\":{\"col-1\":{\"col-2\":2}},\"tightBounds\":true}");
  }

  @Test
  void tablePropertiesChooseTheColumns() throws IOException {
    StructType schema =
        new StructType()
            .add("a", LongType.LONG)
            .add("s", new StructType().add("x", LongType.LONG).add("y.z", LongType.LONG))
            .add("b", LongType.LONG);
    List<Object[]> rows = List.<Object[]>of(new Object[] {1L, new Object[] {2L, 3L}, 4L});
    assertThat(json(schema, rows, Map.of("delta.dataSkippingNumIndexedCols", "2")))
        .contains("\"minValues\":{\"a\":1,\"s\":{\"x\":2}}");
    assertThat(json(schema, rows, Map.of("delta.dataSkippingNumIndexedCols", "0")))
        .contains("\"minValues\":{\"s\":{}}");
    assertThat(json(schema, rows, Map.of("delta.dataSkippingNumIndexedCols", "-1")))
        .contains("\"minValues\":{\"a\":1,\"s\":{\"x\":2,\"y.z\":3},\"b\":4}");
    assertThat(json(schema, rows, Map.of("delta.dataSkippingStatsColumns", "s.`y.z`, B")))
        .contains("\"minValues\":{\"s\":{\"y.z\":3},\"b\":4}");
    assertThat(json(schema, rows, Map.of("delta.dataSkippingStatsColumns", "s")))
        .contains("\"minValues\":{\"s\":{\"x\":2,\"y.z\":3}}");
  }

  @Test
  void boundsHoldOverRowGroups() throws IOException {
    StructType schema = new StructType().add("i", LongType.LONG).add("t", StringType.STRING);
    List<Object[]> rows = new ArrayList<>();
    for (long i = 0; i < 80_000; i++) {
      rows.add(new Object[] {i, "x".repeat(200) + Long.toString(i * 7919, 36).repeat(20)});
    }
    DataFileStatistics statistics = statistics(schema, rows);
    assertThat(statistics.getNumRecords()).isEqualTo(80_000);
    assertThat((Long) value(statistics.getMinValues(), "i")).isEqualTo(0L);
    assertThat((Long) value(statistics.getMaxValues(), "i")).isEqualTo(79_999L);
  }

  private List<Object> bounds(String... texts) throws IOException {
    StructType schema = new StructType().add("t", StringType.STRING);
    List<Object[]> rows = new ArrayList<>();
    for (String text : texts) {
      rows.add(new Object[] {text});
    }
    DataFileStatistics statistics = statistics(schema, rows);
    return List.of(value(statistics.getMinValues(), "t"), value(statistics.getMaxValues(), "t"));
  }

  private static Object value(Map<Column, Literal> values, String name) {
    return values.get(new Column(name)).getValue();
  }

  private DataFileStatistics statistics(StructType schema, List<Object[]> rows) throws IOException {
    return DataFileStatistics.deserializeFromJson(json(schema, rows, Map.of()), schema)
        .orElseThrow();
  }

  private String json(StructType schema, List<Object[]> rows, Map<String, String> properties)
      throws IOException {
    TableLayout layout = new TableLayout(folder.toString(), schema, List.of(), properties);
    return TestFiles.write(STORAGE, layout, rows).stats();
  }
}
