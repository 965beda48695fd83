package io.deltaconnect.source.pairing;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Images in a file that others share: written first, then read in the same order. */
final class SpilledImages implements Images {
  private static final int BLOCK_BYTES = 16 << 10;

  private final SpillFile file;
  private final Blocks blocks = new Blocks();
  private DataOutputStream out = new DataOutputStream(blocks);
  private DataInputStream in;
  private long written;
  private long read;
  private Image current;

  SpilledImages(SpillFile file) {
    this.file = file;
  }

  void add(Image image) throws IOException {
    RowCodec.write(image.changeType(), out);
    RowCodec.write(image.row(), out);
    written++;
  }

  @Override
  public boolean next() throws IOException {
    if (read == written) {
      current = null;
      return false;
    }
    if (in == null) {
      blocks.flush();
      out = null;
      in = new DataInputStream(blocks.content());
    }
    read++;
    current = new Image((String) RowCodec.read(in), (Object[]) RowCodec.read(in));
    return true;
  }

  @Override
  public String changeType() {
    return current.changeType();
  }

  @Override
  public Object[] row() {
    return current.row();
  }

  /** The space in the file is freed with the file. */
  @Override
  public void close() {}

  /** Bytes that are gathered to blocks; each goes to the end of the file. */
  private final class Blocks extends OutputStream {
    private byte[] block;
    private int filled;
    private long[] positions = new long[4];
    private int count;
    private int lastLength;

    @Override
    public void write(int b) {
      makeRoom();
      block[filled++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      int from = offset;
      int left = length;
      while (left > 0) {
        makeRoom();
        int n = Math.min(left, BLOCK_BYTES - filled);
        System.arraycopy(bytes, from, block, filled, n);
        filled += n;
        from += n;
        left -= n;
      }
    }

    private void makeRoom() {
      if (block == null) {
        block = new byte[BLOCK_BYTES];
      } else if (filled == BLOCK_BYTES) {
        flush();
      }
    }

    /** Puts the block into the file, full or not; only the last one may be less than full. */
    @Override
    public void flush() {
      if (filled == 0) {
        return;
      }
      if (count == positions.length) {
        positions = Arrays.copyOf(positions, 2 * count);
      }
      positions[count++] = file.append(block, filled);
      lastLength = filled;
      filled = 0;
    }

    InputStream content() {
      block = null;
      return new Content();
    }

    private final class Content extends InputStream {
      private final ByteBuffer buffer = ByteBuffer.allocate(BLOCK_BYTES).limit(0);
      private int next;

      @Override
      public int read() throws IOException {
        return fill() ? buffer.get() & 0xff : -1;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
          return 0;
        }
        if (!fill()) {
          return -1;
        }
        int n = Math.min(length, buffer.remaining());
        buffer.get(bytes, offset, n);
        return n;
      }

      private boolean fill() throws IOException {
        if (buffer.hasRemaining()) {
          return true;
        }
        if (next == count) {
          return false;
        }
        buffer.clear().limit(next == count - 1 ? lastLength : BLOCK_BYTES);
        file.read(positions[next++], buffer);
        buffer.flip();
        return true;
      }
    }
  }
}
