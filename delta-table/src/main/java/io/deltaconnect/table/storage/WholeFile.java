package io.deltaconnect.table.storage;

import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.defaults.engine.fileio.PositionOutputStream;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/** A file that gets its name only if, when it is closed, all of its content was written. */
final class WholeFile implements OutputFile {
  private final Configuration configuration;
  private final Path path;
  private final BooleanSupplier complete;

  /**
   * @param complete asked when the file is closed
   */
  WholeFile(Configuration configuration, String path, BooleanSupplier complete) {
    this.configuration = configuration;
    this.path = new Path(path);
    this.complete = complete;
  }

  @Override
  public String path() {
    return path.toString();
  }

  @Override
  public PositionOutputStream create(boolean putIfAbsent) throws IOException {
    FileSystem files = path.getFileSystem(configuration);
    String scheme = files.makeQualified(path).toUri().getScheme();
    boolean growsInView =
        LogStores.create(configuration, scheme).isPartialWriteVisible(path, configuration);
    Path written =
        growsInView
            ? new Path(path.getParent(), ".%s.%s.tmp".formatted(path.getName(), UUID.randomUUID()))
            : path;
    return new Output(files, written, files.create(written));
  }

  @Override
  public void writeAtomically(CloseableIterator<String> lines, boolean overwrite) {
    throw new UnsupportedOperationException("lines are written by log stores");
  }

  private final class Output extends PositionOutputStream {
    private final FileSystem files;
    private final Path written;
    private final FSDataOutputStream out;
    private boolean failed;
    private boolean closed;

    Output(FileSystem files, Path written, FSDataOutputStream out) {
      this.files = files;
      this.written = written;
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      boolean done = false;
      try {
        out.write(bytes, offset, length);
        done = true;
      } finally {
        failed |= !done;
      }
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public long getPos() {
      return out.getPos();
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      if (failed || !complete.getAsBoolean()) {
        discard();
      } else if (written.equals(path)) {
        out.close();
      } else {
        closeAndRename();
      }
    }

    private void discard() throws IOException {
      if (!written.equals(path)) {
        try {
          out.close();
        } finally {
          files.delete(written, false);
        }
      } else if (out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
        out.abort();
      }
      // Closing it is what would make the object.
    }

    private void closeAndRename() throws IOException {
      boolean renamed = false;
      try {
        out.close();
        renamed = files.rename(written, path);
        if (!renamed && files.exists(path)) {
          throw new FileAlreadyExistsException(path.toString());
        }
        if (!renamed) {
          throw new IOException(written + " cannot be renamed to " + path);
        }
      } finally {
        if (!renamed) {
          files.delete(written, false);
        }
      }
    }
  }
}
