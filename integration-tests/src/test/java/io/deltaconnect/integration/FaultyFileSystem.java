package io.deltaconnect.integration;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * The file system of a task whose {@link Faults} may let each step go wrong. The content of a file
 * is written when it is closed, which is when stores of objects write it.
 */
public final class FaultyFileSystem extends FilterFileSystem {
  private Faults faults;

  /** The constructor that Hadoop looks for. */
  public FaultyFileSystem() {}

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    setConf(conf);
    faults = Faults.of(conf);
    fs = faults.store().storage().fileSystem(new Path(uri));
  }

  /** The real one is shared. */
  @Override
  public void close() {}

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return faults.step(StepKind.ofRead(path), () -> torn(path), () -> super.open(path, bufferSize));
  }

  @Override
  public FutureDataInputStreamBuilder openFile(Path path) {
    return createDataInputStreamBuilder(this, path);
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters parameters) throws IOException {
    return CompletableFuture.completedFuture(
        faults.step(
            StepKind.ofRead(path),
            () -> torn(path),
            () -> FutureIO.awaitFuture(super.openFileWithOptions(path, parameters))));
  }

  private FSDataInputStream torn(Path path) throws IOException {
    return new FSDataInputStream(new Torn(faults, fs.getFileStatus(path).getLen()));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    Content content = new Content(path, permission, blockSize);
    return faults.step(
        StepKind.NEW_FILE,
        () -> null,
        () -> {
          if (faults.store().showsPartialWrites()) {
            content.put(new byte[0]);
          }
          return new FSDataOutputStream(content, null);
        });
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return faults.step(StepKind.RENAME, () -> null, () -> super.rename(from, to));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return faults.step(StepKind.DELETE, () -> null, () -> super.delete(path, recursive));
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    return faults.step(StepKind.MAKE_FOLDER, () -> null, () -> super.mkdirs(path, permission));
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    return faults.step(StepKind.MAKE_FOLDER, () -> null, () -> super.mkdirs(path));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return faults.step(StepKind.STATUS, () -> null, () -> super.getFileStatus(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws FileNotFoundException, IOException {
    return faults.step(StepKind.LIST, () -> null, () -> super.listStatus(path));
  }

  /** What is written to a file, until it is closed. */
  private final class Content extends OutputStream implements Abortable, StreamCapabilities {
    private final Path path;
    private final FsPermission permission;
    private final long blockSize;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean closed;

    Content(Path path, FsPermission permission, long blockSize) {
      this.path = path;
      this.permission = permission;
      this.blockSize = blockSize;
    }

    @Override
    public void write(int b) {
      bytes.write(b);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) {
      bytes.write(buffer, offset, length);
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      byte[] all = bytes.toByteArray();
      faults.step(
          StepKind.ofWritten(path, all),
          () -> {
            if (faults.store().showsPartialWrites()) {
              put(Arrays.copyOf(all, all.length / 2));
            }
            return null;
          },
          () -> {
            put(all);
            return null;
          });
    }

    @Override
    public boolean hasCapability(String capability) {
      return capability.equals(StreamCapabilities.ABORTABLE_STREAM);
    }

    @Override
    public AbortableResult abort() {
      boolean already = closed;
      closed = true;
      return new AbortableResult() {
        @Override
        public boolean alreadyClosed() {
          return already;
        }

        @Override
        public IOException anyCleanupException() {
          return null;
        }
      };
    }

    private void put(byte[] content) throws IOException {
      try (FSDataOutputStream out =
          fs.create(path, permission, true, content.length + 1, (short) 1, blockSize, null)) {
        out.write(content);
      }
    }
  }

  /** A file of which not a byte can be read. */
  private static final class Torn extends FSInputStream {
    private final Faults faults;
    private final long length;
    private long position;

    Torn(Faults faults, long length) {
      this.faults = faults;
      this.length = length;
    }

    @Override
    public int read() throws IOException {
      throw faults.failure();
    }

    @Override
    public int read(byte[] buffer, int offset, int size) throws IOException {
      throw faults.failure();
    }

    @Override
    public int available() {
      return (int) (length - position);
    }

    @Override
    public void seek(long to) {
      position = to;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }
  }
}
