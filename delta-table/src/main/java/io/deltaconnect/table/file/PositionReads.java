package io.deltaconnect.table.file;

import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/**
 * Reads rows at positions of many files: one column of one row group after another, spread over
 * threads, each value put straight into its row.
 */
final class PositionReads {
  private final List<Task> tasks = new ArrayList<>();

  /** What one thread does at a time. */
  private interface Task {
    void run(FlatColumnReader reader) throws IOException;
  }

  /**
   * Adds the rows of one file.
   *
   * @param positions ascending, without repetition
   * @return one row per position, in their order; complete after {@link #run}
   */
  Object[][] add(ParquetSource source, FileColumns columns, long[] positions) throws IOException {
    Object[][] rows = new Object[positions.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = columns.template().clone();
    }
    int from = 0;
    for (int g = 0; g < source.rowGroups() && from < positions.length; g++) {
      BlockMetaData rowGroup = source.rowGroup(g);
      long firstRow = rowGroup.getRowIndexOffset();
      long end = firstRow + rowGroup.getRowCount();
      int to = from;
      while (to < positions.length && positions[to] < end) {
        to++;
      }
      if (to > from) {
        int[] chosen = new int[to - from];
        for (int i = 0; i < chosen.length; i++) {
          chosen[i] = Math.toIntExact(positions[from + i] - firstRow);
        }
        addRowGroup(source, columns, g, chosen, rows, from);
      }
      from = to;
    }
    if (from < positions.length) {
      throw new CorruptTableException(
          "file " + source + " has no row at position " + positions[from]);
    }
    return rows;
  }

  private void addRowGroup(
      ParquetSource source,
      FileColumns columns,
      int rowGroup,
      int[] chosen,
      Object[][] rows,
      int firstRow) {
    List<Integer> flat = new ArrayList<>();
    for (int i = 0; i < columns.columns().size(); i++) {
      if (!(columns.columns().get(i) instanceof ScalarColumn column)) {
        continue;
      }
      ColumnDescriptor descriptor =
          source.schema().getColumnDescription(new String[] {column.type().getName()});
      ColumnChunkMetaData chunk = source.chunk(rowGroup, ColumnPath.get(descriptor.getPath()));
      if (FlatColumnReader.canRead(descriptor, chunk)) {
        flat.add(i);
        int ordinal = columns.ordinals()[i];
        ValueSink sink =
            new DecodedSink(column, (number, value) -> rows[firstRow + number][ordinal] = value);
        tasks.add(reader -> reader.read(source, rowGroup, descriptor, chunk, chosen, null, sink));
      }
    }
    if (flat.size() < columns.columns().size()) {
      FileColumns others = columns.without(flat);
      tasks.add(reader -> RowAssembler.read(source, others, rowGroup, chosen, rows, firstRow));
    }
  }

  /** Reads on the caller's thread. */
  void run(FlatColumnReader reader) throws IOException {
    for (Task task : tasks) {
      task.run(reader);
    }
  }

  /** Reads on several threads. */
  void run(Configuration configuration, int parallelism) throws IOException {
    ReadPool.run(
        parallelism,
        tasks.size(),
        () ->
            new ReadPool.Worker() {
              private final FlatColumnReader reader = new FlatColumnReader(configuration);

              @Override
              public void run(int i) throws IOException {
                tasks.get(i).run(reader);
              }

              @Override
              public void close() throws IOException {
                reader.close();
              }
            });
  }
}
