package io.deltaconnect.table.kernel;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kernel's reading of whole tables: a judge that shares no reading code with ours but the log's.
 */
public final class KernelReader {
  private KernelReader() {}

  /** All rows of the newest version. */
  public static List<Object[]> rows(Engine engine, String path) throws IOException {
    Snapshot snapshot = TableManager.loadSnapshot(path).build(engine);
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    List<Object[]> rows = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> files = scan.getScanFiles(engine)) {
      while (files.hasNext()) {
        try (CloseableIterator<Row> batch = files.next().getRows()) {
          while (batch.hasNext()) {
            addRowsOfFile(engine, state, batch.next(), rows);
          }
        }
      }
    }
    return rows;
  }

  private static void addRowsOfFile(Engine engine, Row state, Row file, List<Object[]> rows)
      throws IOException {
    CloseableIterator<ColumnarBatch> physical =
        engine
            .getParquetHandler()
            .readParquetFiles(
                Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                ScanStateRow.getPhysicalDataReadSchema(state),
                Optional.empty())
            .map(result -> result.getData());
    try (CloseableIterator<FilteredColumnarBatch> logical =
        Scan.transformPhysicalData(engine, state, file, physical)) {
      while (logical.hasNext()) {
        try (CloseableIterator<Row> batch = logical.next().getRows()) {
          while (batch.hasNext()) {
            rows.add(values(batch.next()));
          }
        }
      }
    }
  }

  private static Object[] values(Row row) {
    StructType schema = row.getSchema();
    Object[] values = new Object[schema.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.isNullAt(i) ? null : value(row, i, schema.at(i).getDataType());
    }
    return values;
  }

  private static Object value(Row row, int i, DataType type) {
    if (type instanceof LongType) {
      return row.getLong(i);
    } else if (type instanceof IntegerType) {
      return row.getInt(i);
    } else if (type instanceof StringType) {
      return row.getString(i);
    }
    throw new IllegalArgumentException("no column of type " + type + " is expected");
  }
}
