package io.deltaconnect.table.locate;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.file.ColumnMapping;
import io.deltaconnect.table.file.TestFiles;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

class FilePruningTest {
  private static final Storage STORAGE = Storage.of(Map.of());
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** Days from the year -9999 to 9999. */
  private static final int FIRST_DAY = -4_371_587;

  private static final int LAST_DAY = 2_932_896;

  private static Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("pruning");
  }

  @AfterContainer
  static void removeFolder() throws IOException {
    TestFiles.delete(folder);
  }

  @Property(tries = 150)
  void theStatisticsOfAFileNeverExcludeARowOfIt(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    DataType type = keyType(random);
    TableLayout layout = layout(type, List.of());
    List<Object[]> rows = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      rows.add(new Object[] {value(type, random)});
    }
    DataFile file = TestFiles.write(STORAGE, layout, rows);

    for (Object[] row : rows) {
      assertThat(pruning(layout, row[0]).excludes(file))
          .as("seed %d: %s %s by %s", seed, type, row[0], file.stats())
          .isFalse();
    }
  }

  @Property(tries = 150)
  void thePartitionValuesOfAFileNeverExcludeARowOfIt(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    DataType type = random.nextInt(13) == 0 ? StringType.STRING : keyType(random);
    if (type instanceof BinaryType) {
      return;
    }
    TableLayout layout =
        new TableLayout(
            folder.toString(),
            new StructType().add("k", type).add("v", LongType.LONG),
            List.of("k"),
            Map.of());
    Object value = value(type, random);
    if ("".equals(value)) {
      return;
    }
    DataFile file = TestFiles.write(STORAGE, layout, List.<Object[]>of(new Object[] {value, 1L}));

    assertThat(pruning(layout, value).partitionNumber(file))
        .as("seed %d: %s %s by %s", seed, type, value, file.partitionValues())
        .isNotNegative();
  }

  @Example
  void aDecimalThatADoubleCannotHoldIsNotLost() throws IOException {
    DataType type = new DecimalType(18, 2);
    TableLayout layout = layout(type, List.of());
    BigDecimal value = new BigDecimal("1000000000000000.06");
    DataFile file = TestFiles.write(STORAGE, layout, List.<Object[]>of(new Object[] {value}));

    assertThat(pruning(layout, value).excludes(file)).isFalse();
    assertThat(pruning(layout, new BigDecimal("1000000000000000.50")).excludes(file)).isTrue();
    assertThat(pruning(layout, new BigDecimal("999999999999999.50")).excludes(file)).isTrue();
  }

  // https://github.com/delta-io/delta/pull/3430
  @Example
  void aMaximumThatWasCutBeforeACharacterBeyondTheBasicPlaneExcludesNoRow() throws IOException {
    TableLayout layout = layout(StringType.STRING, List.of());
    String cutBefore = "k".repeat(32) + "\uD83C\uDF3C";
    String cutInHalf = "k".repeat(31) + "\uD83C\uDF3C";
    DataFile file = TestFiles.write(STORAGE, layout, List.<Object[]>of(new Object[] {cutBefore}));
    String old =
        "{\"numRecords\":1,\"minValues\":{\"k\":\"k\"},\"maxValues\":{\"k\":\"%s\uFFFD\"}}";

    assertThat(
            pruning(layout, cutBefore)
                .excludes(file.with(null, old.formatted(cutBefore.substring(0, 32)))))
        .isFalse();
    assertThat(
            pruning(layout, cutInHalf)
                .excludes(file.with(null, old.formatted("k".repeat(31) + "?"))))
        .isFalse();
    assertThat(
            pruning(layout, "l")
                .excludes(file.with(null, old.formatted(cutBefore.substring(0, 32)))))
        .isTrue();
  }

  @Example
  void boundsOfBinaryColumnsExcludeNoRowHoweverTheirWriterMadeTextOfThem() throws IOException {
    TableLayout layout = layout(BinaryType.BINARY, List.of());
    byte[] key = {(byte) 0xFF, 1};
    DataFile file = TestFiles.write(STORAGE, layout, List.<Object[]>of(new Object[] {key}));
    for (String text : List.of("\uFFFD\\u0001", "\\\\xff\\\\x01", "/wE=", "ff01")) {
      String stats =
          "{\"numRecords\":1,\"minValues\":{\"k\":\"%s\"},\"maxValues\":{\"k\":\"%s\"}}"
              .formatted(text, text);

      assertThat(pruning(layout, key).excludes(file.with(null, stats))).as(stats).isFalse();
    }
  }

  private static TableLayout layout(DataType type, List<String> partitionColumns) {
    return new TableLayout(
        folder.toString(), new StructType().add("k", type), partitionColumns, Map.of());
  }

  private static FilePruning pruning(TableLayout layout, Object key) {
    StructField field = layout.schema().get("k");
    KeyBatch batch = KeyBatch.of(List.of(field), layout.partitionColumns(), Set.of(new Key(key)));
    return new FilePruning(batch, ColumnMapping.of(layout.properties()));
  }

  private static DataType keyType(Random random) {
    int precision = 1 + random.nextInt(38);
    return switch (random.nextInt(12)) {
      case 0 -> ByteType.BYTE;
      case 1 -> ShortType.SHORT;
      case 2 -> IntegerType.INTEGER;
      case 3 -> LongType.LONG;
      case 4 -> DateType.DATE;
      case 5 -> TimestampType.TIMESTAMP;
      case 6 -> TimestampNTZType.TIMESTAMP_NTZ;
      case 7 -> StringType.STRING;
      case 8 -> BinaryType.BINARY;
      case 9 -> new DecimalType(precision, random.nextInt(precision + 1));
      default -> {
        int digits = 15 + random.nextInt(4);
        yield new DecimalType(digits, random.nextInt(digits + 1));
      }
    };
  }

  /** Often near a limit: of the type, of doubles, of milliseconds, of the log's prefixes. */
  private static Object value(DataType type, Random random) {
    long near = random.nextInt(2001) - 1000L;
    if (type instanceof ByteType) {
      return (byte) random.nextInt();
    } else if (type instanceof ShortType) {
      return (short) random.nextInt();
    } else if (type instanceof IntegerType) {
      return random.nextBoolean() ? random.nextInt() : (int) (Integer.MAX_VALUE + near);
    } else if (type instanceof LongType) {
      long[] limits = {0, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53, -(1L << 53), random.nextLong()};
      return limits[random.nextInt(limits.length)] + near;
    } else if (type instanceof DateType) {
      return day(random);
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return day(random) * MICROS_PER_DAY + random.nextLong(MICROS_PER_DAY);
    } else if (type instanceof DecimalType decimal) {
      BigInteger limit = BigInteger.TEN.pow(decimal.getPrecision());
      BigInteger unscaled =
          random.nextBoolean()
              ? new BigInteger(130, random).mod(limit)
              : limit.subtract(BigInteger.valueOf(1 + random.nextInt(9)));
      return new BigDecimal(
          random.nextBoolean() ? unscaled : unscaled.negate(), decimal.getScale());
    } else if (type instanceof BinaryType) {
      byte[] bytes = new byte[random.nextInt(50)];
      random.nextBytes(bytes);
      return bytes;
    }
    return text(random);
  }

  private static int day(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(3) - 1;
      case 1 -> FIRST_DAY + random.nextInt(1000);
      case 2 -> LAST_DAY - random.nextInt(1000);
      default -> random.nextInt(LAST_DAY);
    };
  }

  private static String text(Random random) {
    String[] parts = {
      "a", "\u0000", "\u007f", "\u00e9", "\u20ac", "\uffff", "\ud83d\ude00", "\udbff\udfff"
    };
    String same = parts[random.nextInt(parts.length)];
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(70); i > 0; i--) {
      text.append(random.nextInt(5) > 0 ? same : parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }
}
