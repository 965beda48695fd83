package io.deltaconnect.table.storage;

import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.engine.DefaultJsonHandler;
import io.delta.kernel.defaults.engine.DefaultParquetHandler;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.defaults.engine.hadoopio.HadoopFileIO;
import io.delta.kernel.engine.JsonHandler;
import io.delta.kernel.engine.ParquetHandler;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Kernel's engine, except that a Parquet file written atomically, which is what checkpoints are,
 * appears with all of its rows or not at all. Kernel's own gives a file its name whenever it is
 * closed: when reading the rows fails half-way, a checkpoint is left that lacks the others, and
 * every reader of the table takes it for whole. And except that empty lines of the log are nothing.
 */
final class WholeFileEngine extends DefaultEngine {
  private final Configuration configuration;

  WholeFileEngine(Configuration configuration) {
    super(new HadoopFileIO(configuration));
    this.configuration = configuration;
  }

  @Override
  public JsonHandler getJsonHandler() {
    return new DefaultJsonHandler(new WithoutBlankLines(configuration));
  }

  @Override
  public ParquetHandler getParquetHandler() {
    return new WholeFileHandler(configuration);
  }

  private static final class WholeFileHandler extends DefaultParquetHandler {
    private final Configuration configuration;

    WholeFileHandler(Configuration configuration) {
      super(new HadoopFileIO(configuration));
      this.configuration = configuration;
    }

    @Override
    public void writeParquetFileAtomically(
        String filePath, CloseableIterator<FilteredColumnarBatch> data) throws IOException {
      Batches batches = new Batches(data);
      HadoopFileIO files =
          new HadoopFileIO(configuration) {
            @Override
            public OutputFile newOutputFile(String path) {
              return new WholeFile(configuration, path, () -> batches.ended);
            }
          };
      new DefaultParquetHandler(files).writeParquetFileAtomically(filePath, batches);
    }
  }

  /** Rows that know whether all of them were taken. */
  private static final class Batches implements CloseableIterator<FilteredColumnarBatch> {
    private final CloseableIterator<FilteredColumnarBatch> data;
    private boolean ended;

    Batches(CloseableIterator<FilteredColumnarBatch> data) {
      this.data = data;
    }

    @Override
    public boolean hasNext() {
      boolean next = data.hasNext();
      ended = !next;
      return next;
    }

    @Override
    public FilteredColumnarBatch next() {
      return data.next();
    }

    @Override
    public void close() throws IOException {
      data.close();
    }
  }
}
