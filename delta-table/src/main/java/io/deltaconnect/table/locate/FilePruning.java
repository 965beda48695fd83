package io.deltaconnect.table.locate;

import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.file.ColumnMapping;
import io.deltaconnect.table.file.PartitionValues;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.row.CharType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Map;
import java.util.Optional;

/** What the log says about a file: whether it can hold any of a batch's keys. */
final class FilePruning {
  /** The log keeps timestamps in milliseconds, cut down: a maximum may be so much too small. */
  private static final long CUT_MICROS = 999;

  /** What Delta's own writers leave of a longer string, in chars. */
  private static final int STRING_PREFIX = 32;

  private static final char REPLACEMENT = '\uFFFD';

  private final KeyBatch batch;
  private final ColumnMapping mapping;

  /** Key columns that {@link #hasBounds}, by physical name. */
  private final StructType statisticsSchema;

  FilePruning(KeyBatch batch, ColumnMapping mapping) {
    this.batch = batch;
    this.mapping = mapping;
    StructType schema = new StructType();
    for (KeyBatch.Column column : batch.columns()) {
      if (hasBounds(column)) {
        schema =
            schema.add(mapping.physicalName(column.field()), column.field().getDataType(), true);
      }
    }
    this.statisticsSchema = schema;
  }

  /**
   * Whether the log may have bounds of a column. Those of binary columns do not count: JSON has no
   * form for bytes, and each writer makes text of them in a way of its own. Nor do those of {@code
   * char(n)}, with or without the spaces at their end.
   */
  private static boolean hasBounds(KeyBatch.Column column) {
    return !column.partition()
        && column.values().takesStored()
        && !(column.field().getDataType() instanceof BinaryType)
        && CharType.length(column.field()) == 0;
  }

  /**
   * The number of the file's partition values, as of {@link KeyBatch#combine}; 0 if no key column
   * is a partition column, -1 if no key has them.
   */
  int partitionNumber(DataFile file) {
    int number = 0;
    for (int c = 0; c < batch.columns().size() && number >= 0; c++) {
      KeyBatch.Column column = batch.columns().get(c);
      if (column.partition()) {
        Object value = PartitionValues.read(file.partitionValues(), column.field(), mapping);
        int found = value == null ? -1 : column.values().find(value);
        number = found < 0 ? -1 : batch.combine(c, number, found);
      }
    }
    return number;
  }

  /** Whether the statistics exclude that a row of the file has one of the keys. */
  boolean excludes(DataFile file) {
    if (file.stats() == null || statisticsSchema.length() == 0) {
      return false;
    }
    Optional<DataFileStatistics> statistics;
    try {
      statistics = DataFileStatistics.deserializeFromJson(file.stats(), statisticsSchema);
    } catch (KernelException
        | IllegalArgumentException
        | DateTimeException
        | ArithmeticException e) {
      // Bounds of a narrower type that the column had when the file was written, or another
      // writer's idea of them: no reason to exclude anything.
      return false;
    }
    return statistics.isPresent() && excludes(statistics.get());
  }

  private boolean excludes(DataFileStatistics statistics) {
    Map<Column, Literal> mins = statistics.getMinValues();
    Map<Column, Literal> maxs = statistics.getMaxValues();
    for (KeyBatch.Column column : batch.columns()) {
      if (hasBounds(column)) {
        Column name = new Column(mapping.physicalName(column.field()));
        Object min = bound(mins.get(name), column, false);
        Object max = bound(maxs.get(name), column, true);
        if (column.values().within(min, max) == 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static Object bound(Literal literal, KeyBatch.Column column, boolean isMax) {
    Object value = literal == null ? null : literal.getValue();
    if (value instanceof String text) {
      return (isMax ? maximum(text) : text).getBytes(StandardCharsets.UTF_8);
    }
    if (value instanceof BigDecimal decimal) {
      return unscaled(decimal, (DecimalType) column.field().getDataType(), isMax);
    }
    boolean timestamp =
        column.field().getDataType() instanceof TimestampType
            || column.field().getDataType() instanceof TimestampNTZType;
    if (timestamp && isMax && value instanceof Long micros) {
      return micros + CUT_MICROS;
    }
    return value;
  }

  /**
   * Delta before 3.3 put U+FFFD in place of what it cut off a maximum. Characters beyond the basic
   * plane sort after that, and one may have been cut in half: what is sure is what came before
   * (https://github.com/delta-io/delta/pull/3430).
   */
  private static String maximum(String text) {
    if (text.length() <= STRING_PREFIX || text.charAt(text.length() - 1) != REPLACEMENT) {
      return text;
    }
    int end = STRING_PREFIX - 1;
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + Character.toString(Character.MAX_CODE_POINT);
  }

  /**
   * The bound as the column's values are numbered; null if no value can be as far out. Kernel reads
   * it through a double, so the bound in the log may be as much further out as doubles of its size
   * lie apart.
   */
  private static Object unscaled(BigDecimal bound, DecimalType type, boolean isMax) {
    BigDecimal error = new BigDecimal(Math.ulp(bound.doubleValue()));
    BigDecimal widened = isMax ? bound.add(error) : bound.subtract(error);
    BigDecimal scaled =
        widened.setScale(type.getScale(), isMax ? RoundingMode.CEILING : RoundingMode.FLOOR);
    BigInteger unscaled = scaled.unscaledValue();
    return unscaled.bitLength() < Long.SIZE ? unscaled.longValue() : null;
  }
}
