package io.deltaconnect.table.file;

import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/**
 * One file, its footer read. Thread-safe: each thread reads through a {@link #reader} of its own.
 */
final class ParquetSource {
  private final InputFile input;
  private final ParquetReadOptions options;
  private final ParquetMetadata footer;

  private ParquetSource(InputFile input, ParquetReadOptions options, ParquetMetadata footer) {
    this.input = input;
    this.options = options;
    this.footer = footer;
  }

  /**
   * @param size of the file in bytes
   */
  static ParquetSource open(Storage storage, Path path, long size) throws IOException {
    InputFile input = ParquetFiles.input(storage, path, size);
    ParquetReadOptions options = HadoopReadOptions.builder(storage.configuration()).build();
    try (SeekableInputStream stream = input.newStream()) {
      return new ParquetSource(
          input, options, ParquetFileReader.readFooter(input, options, stream));
    } catch (RuntimeException e) {
      throw new IOException("cannot read the footer of " + path, e);
    }
  }

  ParquetFileReader reader() throws IOException {
    return ParquetFileReader.open(input, footer, options, input.newStream());
  }

  MessageType schema() {
    return footer.getFileMetaData().getSchema();
  }

  String createdBy() {
    return footer.getFileMetaData().getCreatedBy();
  }

  int rowGroups() {
    return footer.getBlocks().size();
  }

  BlockMetaData rowGroup(int i) {
    return footer.getBlocks().get(i);
  }

  @Override
  public String toString() {
    return input.toString();
  }
}
