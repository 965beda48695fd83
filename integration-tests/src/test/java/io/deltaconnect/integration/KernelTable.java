package io.deltaconnect.integration;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Old versions of a table as Delta Kernel's own reader finds them, of which our reading of files
 * has nothing: it opens a version in a tenth of the time that Spark needs.
 */
final class KernelTable {
  private final Engine engine;
  private final String path;

  /** With Spark's settings of file systems. */
  KernelTable(String path) {
    this(path, Spark.session().sparkContext().hadoopConfiguration());
  }

  KernelTable(String path, Configuration settings) {
    this.engine = DefaultEngine.create(settings);
    this.path = path;
  }

  /** The rows, in the form of {@link SparkRows}. */
  List<Map<String, Object>> rows(long version) {
    Snapshot snapshot = TableManager.loadSnapshot(path).atVersion(version).build(engine);
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    StructType physical = ScanStateRow.getPhysicalDataReadSchema(state);
    List<Map<String, Object>> rows = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> files = scan.getScanFiles(engine)) {
      while (files.hasNext()) {
        try (CloseableIterator<Row> batch = files.next().getRows()) {
          while (batch.hasNext()) {
            read(state, physical, batch.next(), rows);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  private void read(Row state, StructType physical, Row file, List<Map<String, Object>> into)
      throws IOException {
    FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
    var data =
        engine
            .getParquetHandler()
            .readParquetFiles(Utils.singletonCloseableIterator(status), physical, Optional.empty())
            .map(result -> result.getData());
    try (CloseableIterator<FilteredColumnarBatch> batches =
        Scan.transformPhysicalData(engine, state, file, data)) {
      while (batches.hasNext()) {
        read(batches.next(), into);
      }
    }
  }

  private static void read(FilteredColumnarBatch batch, List<Map<String, Object>> into) {
    StructType schema = batch.getData().getSchema();
    for (int row = 0; row < batch.getData().getSize(); row++) {
      int position = row;
      if (batch.getSelectionVector().map(v -> v.getBoolean(position)).orElse(true)) {
        Map<String, Object> plain = new TreeMap<>();
        for (int i = 0; i < schema.length(); i++) {
          plain.put(schema.at(i).getName(), value(batch.getData().getColumnVector(i), row));
        }
        into.add(plain);
      }
    }
  }

  private static Object value(ColumnVector vector, int i) {
    if (vector.isNullAt(i)) {
      return null;
    }
    DataType type = vector.getDataType();
    if (type instanceof LongType) {
      return vector.getLong(i);
    } else if (type instanceof IntegerType) {
      return vector.getInt(i);
    } else if (type instanceof BooleanType) {
      return vector.getBoolean(i);
    } else if (type instanceof StringType) {
      return vector.getString(i);
    } else if (type instanceof BinaryType) {
      return ByteBuffer.wrap(vector.getBinary(i));
    } else if (type instanceof DecimalType) {
      return vector.getDecimal(i).stripTrailingZeros();
    } else if (type instanceof DateType) {
      return LocalDate.ofEpochDay(vector.getInt(i));
    } else if (type instanceof TimestampType) {
      return Instant.EPOCH.plus(vector.getLong(i), ChronoUnit.MICROS);
    } else if (type instanceof StructType struct) {
      return fields(struct, vector, i);
    } else if (type instanceof ArrayType) {
      return values(vector.getArray(i).getElements());
    } else if (type instanceof MapType) {
      List<Object> keys = values(vector.getMap(i).getKeys());
      List<Object> values = values(vector.getMap(i).getValues());
      Map<Object, Object> map = new HashMap<>();
      for (int k = 0; k < keys.size(); k++) {
        map.put(keys.get(k), values.get(k));
      }
      return map;
    }
    throw new IllegalArgumentException("values of type " + type + " are not read here");
  }

  private static Map<String, Object> fields(StructType type, ColumnVector vector, int i) {
    Map<String, Object> fields = new TreeMap<>();
    for (int k = 0; k < type.length(); k++) {
      fields.put(type.at(k).getName(), value(vector.getChild(k), i));
    }
    return fields;
  }

  private static List<Object> values(ColumnVector vector) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < vector.getSize(); i++) {
      values.add(value(vector, i));
    }
    return values;
  }
}
