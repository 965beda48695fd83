package io.deltaconnect.table.file;

import io.deltaconnect.table.storage.CorruptTableException;
import io.deltaconnect.table.storage.Storage;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/**
 * One file, its footer read. Thread-safe: each thread reads through a {@link #reader} of its own.
 */
final class ParquetSource {
  private final InputFile input;
  private final Configuration configuration;
  private final ParquetMetadata footer;

  /** The offset indexes of all column chunks, as they lie behind the data; null until read. */
  private byte[] indexes;

  private long indexesStart;

  private ParquetSource(InputFile input, Configuration configuration, ParquetMetadata footer) {
    this.input = input;
    this.configuration = configuration;
    this.footer = footer;
  }

  /**
   * @param size of the file in bytes, as the log has it; there are logs that have it wrong
   */
  static ParquetSource open(Storage storage, Path path, long size) throws IOException {
    try {
      return openWithSize(storage, path, size);
    } catch (CorruptTableException e) {
      long actual = storage.fileSystem(path).getFileStatus(path).getLen();
      if (actual == size) {
        throw e;
      }
      return openWithSize(storage, path, actual);
    }
  }

  private static ParquetSource openWithSize(Storage storage, Path path, long size)
      throws IOException {
    InputFile input = ParquetFiles.input(storage, path, size);
    Configuration configuration = storage.configuration();
    try (SeekableInputStream stream = input.newStream()) {
      return new ParquetSource(
          input,
          configuration,
          ParquetFileReader.readFooter(input, options(configuration), stream));
    } catch (RuntimeException | EOFException e) {
      throw new CorruptTableException("cannot read the footer of " + path, e);
    }
  }

  ParquetFileReader reader() throws IOException {
    return ParquetFileReader.open(input, footer, options(configuration), input.newStream());
  }

  /** Each reader has its own: with the options go decompressors, used by one thread at a time. */
  private static ParquetReadOptions options(Configuration configuration) {
    return HadoopReadOptions.builder(configuration).build();
  }

  SeekableInputStream stream() throws IOException {
    return input.newStream();
  }

  /**
   * Where the pages of a column chunk are; null if the file does not say.
   *
   * @param in a stream of this file; its position is lost
   */
  PageOffsets pageOffsets(int rowGroup, ColumnChunkMetaData chunk, SeekableInputStream in)
      throws IOException {
    IndexReference reference = chunk.getOffsetIndexReference();
    if (reference == null) {
      return null;
    }
    readIndexes(in);
    return PageOffsets.read(
        indexes, (int) (reference.getOffset() - indexesStart), rowGroup(rowGroup).getRowCount());
  }

  /** What is in the pages of a column chunk; null if the file does not say. */
  ColumnIndex columnIndex(ColumnChunkMetaData chunk, SeekableInputStream in) throws IOException {
    IndexReference reference = chunk.getColumnIndexReference();
    if (reference == null) {
      return null;
    }
    byte[] bytes = new byte[reference.getLength()];
    in.seek(reference.getOffset());
    in.readFully(bytes);
    return ParquetMetadataConverter.fromParquetColumnIndex(
        chunk.getPrimitiveType(), Util.readColumnIndex(new ByteArrayInputStream(bytes)));
  }

  /** Offset indexes lie together: all of the file's are read at once and kept. */
  private synchronized void readIndexes(SeekableInputStream in) throws IOException {
    if (indexes == null) {
      long start = Long.MAX_VALUE;
      long end = 0;
      for (BlockMetaData block : footer.getBlocks()) {
        for (ColumnChunkMetaData chunk : block.getColumns()) {
          IndexReference other = chunk.getOffsetIndexReference();
          if (other != null) {
            start = Math.min(start, other.getOffset());
            end = Math.max(end, other.getOffset() + other.getLength());
          }
        }
      }
      byte[] read = new byte[Math.toIntExact(end - start)];
      in.seek(start);
      in.readFully(read);
      indexes = read;
      indexesStart = start;
    }
  }

  MessageType schema() {
    return footer.getFileMetaData().getSchema();
  }

  String createdBy() {
    return footer.getFileMetaData().getCreatedBy();
  }

  /** Rows of the file, dead ones counted. */
  long rows() {
    long rows = 0;
    for (BlockMetaData rowGroup : footer.getBlocks()) {
      rows += rowGroup.getRowCount();
    }
    return rows;
  }

  /** Whether the file says of all column chunks of a projection where their pages are. */
  boolean hasOffsetIndexes(int rowGroup, MessageType projection) {
    for (ColumnChunkMetaData chunk : rowGroup(rowGroup).getColumns()) {
      if (projection.containsPath(chunk.getPath().toArray())
          && chunk.getOffsetIndexReference() == null) {
        return false;
      }
    }
    return true;
  }

  int rowGroups() {
    return footer.getBlocks().size();
  }

  BlockMetaData rowGroup(int i) {
    return footer.getBlocks().get(i);
  }

  /** A column chunk of a row group; the column must be in the file's schema. */
  ColumnChunkMetaData chunk(int rowGroup, ColumnPath path) {
    for (ColumnChunkMetaData chunk : rowGroup(rowGroup).getColumns()) {
      if (chunk.getPath().equals(path)) {
        return chunk;
      }
    }
    throw new IllegalStateException(
        "row group " + rowGroup + " of " + input + " lacks column " + path);
  }

  @Override
  public String toString() {
    return input.toString();
  }
}
