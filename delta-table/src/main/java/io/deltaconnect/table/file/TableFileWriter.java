package io.deltaconnect.table.file;

import io.delta.kernel.types.StructField;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.ParquetRuntimeException;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/**
 * Writes rows of one partition into new files of the table, beginning another file at the target
 * size. Not thread-safe. Closing without {@link #finish} removes what was written.
 */
public final class TableFileWriter implements Closeable {
  /**
   * Few enough that reading single rows skips most of a file. Measured with 13 columns and one row
   * in 200 wanted, against 1000: a quarter less work, files 6 % larger; with 100 again a quarter
   * less, but files 15 % larger and more work for readers that want all rows.
   */
  private static final int ROWS_PER_PAGE = 250;

  /** Bounds of pages, in bytes: there are many, and they need not be exact. */
  private static final int PAGE_BOUND_LENGTH = 32;

  /** What one open file may hold in memory, in bytes. */
  private static final long ROW_GROUP_SIZE = 16L << 20;

  private static final int ROWS_PER_SIZE_CHECK = 256;

  private final Storage storage;
  private final TableLayout layout;
  private final FileKind kind;
  private final Map<String, String> partitionValues;
  private final long targetFileSize;
  private final List<StructField> columns = new ArrayList<>();
  private final int[] ordinals;
  private final MessageType schema;
  private final FileStatistics statistics;
  private final List<DataFile> written = new ArrayList<>();
  private final List<Path> created = new ArrayList<>();

  private ParquetWriter<Object[]> writer;
  private RowWriteSupport support;
  private String relativePath;
  private Path path;
  private long rows;
  private boolean finished;

  /**
   * @param partitionValues as {@link PartitionValues#of} gives them
   * @param targetFileSize in bytes
   * @throws io.deltaconnect.table.kernel.UnsupportedTableException if a column has a type that
   *     files cannot hold
   */
  public TableFileWriter(
      Storage storage,
      TableLayout layout,
      FileKind kind,
      Map<String, String> partitionValues,
      long targetFileSize) {
    this.storage = storage;
    this.layout = layout;
    this.kind = kind;
    // Not Map.copyOf: values may be null, and their order is that of the folders.
    this.partitionValues = Collections.unmodifiableMap(new LinkedHashMap<>(partitionValues));
    this.targetFileSize = targetFileSize;
    this.ordinals = new int[layout.schema().length() - layout.partitionColumns().size()];
    for (int i = 0; i < layout.schema().length(); i++) {
      StructField field = layout.schema().at(i);
      if (!layout.partitionColumns().contains(field.getName())) {
        ordinals[columns.size()] = i;
        columns.add(field);
      }
    }
    ColumnMapping mapping = ColumnMapping.of(layout.properties());
    this.schema = ParquetSchema.of(columns, mapping, kind != FileKind.DATA);
    this.statistics =
        kind == FileKind.CHANGE_DATA
            ? null
            : new FileStatistics(columns, mapping, layout.properties());
  }

  /**
   * @param row in the order of the layout's schema, partition columns included (and not written)
   * @param changeType null for {@link FileKind#DATA}
   * @throws IllegalArgumentException naming the column, if a value is NULL where it may not be or
   *     does not fit the column's precision and scale; the writer can then only be closed
   */
  public void write(Object[] row, String changeType) throws IOException {
    if (writer == null) {
      open();
    }
    if (kind != FileKind.DATA) {
      support.changeType(Binary.fromString(changeType));
    }
    writer.write(row);
    rows++;
    if (rows % ROWS_PER_SIZE_CHECK == 0 && writer.getDataSize() >= targetFileSize) {
      completeFile();
    }
  }

  /**
   * Completes the files. Those of data carry statistics; for change data only path, partition
   * values and size count.
   */
  public List<DataFile> finish() throws IOException {
    if (writer != null) {
      completeFile();
    }
    finished = true;
    return List.copyOf(written);
  }

  @Override
  public void close() throws IOException {
    if (finished) {
      return;
    }
    try {
      if (writer != null) {
        closeWriter();
      }
    } finally {
      writer = null;
      for (Path file : created) {
        storage.fileSystem(file).delete(file, false);
      }
      created.clear();
    }
  }

  private void open() throws IOException {
    String folder = kind == FileKind.CHANGE_DATA ? "_change_data/" : "";
    String prefix = kind == FileKind.CHANGE_DATA ? "cdc-" : "part-";
    relativePath =
        folder
            + FilePaths.partitionFolders(partitionValues)
            + prefix
            + UUID.randomUUID()
            + ".snappy.parquet";
    path = new Path(new Path(layout.tablePath()), relativePath);
    support = new RowWriteSupport(schema, columns, ordinals, kind != FileKind.DATA);
    created.add(path);
    rows = 0;
    writer =
        new Builder(ParquetFiles.output(storage, path), support)
            .withConf(storage.configuration())
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withRowGroupSize(ROW_GROUP_SIZE)
            .withPageRowCountLimit(ROWS_PER_PAGE)
            .withColumnIndexTruncateLength(PAGE_BOUND_LENGTH)
            .withPageWriteChecksumEnabled(false)
            .withSizeStatisticsEnabled(false)
            .build();
  }

  /**
   * Where the last bytes cannot be written and the file cannot be closed then, Parquet throws an
   * unchecked exception. It is a failure of I/O all the same, which another try may not meet.
   */
  private void closeWriter() throws IOException {
    try {
      writer.close();
    } catch (ParquetRuntimeException e) {
      if (e.getCause() instanceof IOException cause) {
        throw new IOException(cause.getMessage(), e);
      }
      throw e;
    }
  }

  private void completeFile() throws IOException {
    closeWriter();
    FileStatus status = storage.fileSystem(path).getFileStatus(path);
    String stats =
        kind == FileKind.CHANGE_DATA ? null : statistics.json(writer.getFooter().getBlocks());
    writer = null;
    written.add(
        new DataFile(
            FilePaths.encode(relativePath),
            partitionValues,
            status.getLen(),
            status.getModificationTime(),
            stats,
            null,
            null,
            null,
            null));
  }

  static final class Builder extends ParquetWriter.Builder<Object[], Builder> {
    private final RowWriteSupport support;

    Builder(OutputFile file, RowWriteSupport support) {
      super(file);
      this.support = support;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // still the one that must be there
    protected WriteSupport<Object[]> getWriteSupport(Configuration conf) {
      return support;
    }
  }
}
