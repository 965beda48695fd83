package io.deltaconnect.table.file;

import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;

/** Parquet files on Hadoop file systems. */
final class ParquetFiles {
  private ParquetFiles() {}

  /**
   * @param size of the file in bytes, as the log has it: saves asking the file system
   */
  static InputFile input(Storage storage, Path path, long size) throws IOException {
    FileSystem fs = storage.fileSystem(path);
    return new InputFile() {
      @Override
      public long getLength() {
        return size;
      }

      @Override
      public SeekableInputStream newStream() throws IOException {
        FutureDataInputStreamBuilder open = fs.openFile(path);
        open.opt(
            OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
            OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM);
        open.optLong(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, size);
        FSDataInputStream stream = FutureIO.awaitFuture(open.build());
        return HadoopStreams.wrap(stream);
      }

      @Override
      public String toString() {
        return path.toString();
      }
    };
  }

  static OutputFile output(Storage storage, Path path) throws IOException {
    FileSystem fs = storage.fileSystem(path);
    return new OutputFile() {
      @Override
      public PositionOutputStream create(long blockSizeHint) throws IOException {
        return HadoopStreams.wrap(fs.create(path, false));
      }

      @Override
      public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
        return HadoopStreams.wrap(fs.create(path, true));
      }

      @Override
      public boolean supportsBlockSize() {
        return false;
      }

      @Override
      public long defaultBlockSize() {
        return 0;
      }

      @Override
      public String getPath() {
        return path.toString();
      }
    };
  }
}
