package io.deltaconnect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.defaults.engine.hadoopio.HadoopFileIO;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Files of JSON lines, read once from their beginning. Lines that are empty, as some writers leave
 * them at the end, are left out: to Kernel they are damage.
 */
final class WithoutBlankLines extends HadoopFileIO {
  WithoutBlankLines(Configuration configuration) {
    super(configuration);
  }

  @Override
  public InputFile newInputFile(String path, long fileSize) {
    InputFile file = super.newInputFile(path, fileSize);
    return new InputFile() {
      @Override
      public long length() throws IOException {
        return file.length();
      }

      @Override
      public String path() {
        return file.path();
      }

      @Override
      public SeekableInputStream newStream() throws IOException {
        return new Lines(file.newStream());
      }
    };
  }

  private static final class Lines extends SeekableInputStream {
    private final SeekableInputStream in;
    private boolean atLineStart = true;

    Lines(SeekableInputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int kept = 0;
      while (kept == 0 && length > 0) {
        int read = in.read(bytes, offset, length);
        if (read < 0) {
          return -1;
        }
        kept = withoutBlankLines(bytes, offset, read);
      }
      return kept;
    }

    /** Moves what stays to the front; returns how much it is. */
    private int withoutBlankLines(byte[] bytes, int offset, int length) {
      int kept = 0;
      for (int i = offset; i < offset + length; i++) {
        byte b = bytes[i];
        if (!atLineStart || (b != '\n' && b != '\r')) {
          bytes[offset + kept++] = b;
          atLineStart = b == '\n';
        }
      }
      return kept;
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public void seek(long newPos) {
      throw new UnsupportedOperationException("lines are read one after the other");
    }

    @Override
    public void readFully(byte[] bytes, int offset, int length) {
      throw new UnsupportedOperationException("lines are read one after the other");
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
