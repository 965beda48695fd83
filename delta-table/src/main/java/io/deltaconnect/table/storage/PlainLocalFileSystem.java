package io.deltaconnect.table.storage;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local file system without Hadoop's {@code .crc} files and without its native library, whose
 * absence would else mean a {@code chmod} process for each file. What goes wrong when it writes, a
 * full disk above all, is an {@link IOException}, where Hadoop's throws an {@code Error}. It stays
 * a {@link LocalFileSystem}: Hadoop's own code casts to it when it buffers uploads on disk.
 */
public final class PlainLocalFileSystem extends LocalFileSystem {

  /** The constructor that Hadoop looks for. */
  public PlainLocalFileSystem() {
    super(new WithoutNativeCode());
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }

  /** Stays off: initialization would turn it on again. */
  @Override
  public void setVerifyChecksum(boolean ignored) {
    super.setVerifyChecksum(false);
  }

  private static final class WithoutNativeCode extends RawLocalFileSystem {
    @Override
    protected OutputStream createOutputStreamWithMode(
        Path path, boolean append, FsPermission permission) throws IOException {
      return new Output(super.createOutputStreamWithMode(path, append, permission), path);
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      java.nio.file.Path file = pathToFile(path).toPath();
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        String rights =
            permission.getUserAction().SYMBOL
                + permission.getGroupAction().SYMBOL
                + permission.getOtherAction().SYMBOL;
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
      }
    }
  }

  private static final class Output extends FilterOutputStream {
    private final Path path;

    Output(OutputStream out, Path path) {
      super(out);
      this.path = path;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (FSError e) {
        throw new IOException(path + ": " + e.getCause().getMessage(), e);
      }
    }
  }
}
