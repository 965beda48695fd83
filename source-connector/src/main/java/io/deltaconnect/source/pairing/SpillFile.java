package io.deltaconnect.source.pairing;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Space on disk for what does not fit into memory. The file has no name in its folder from the
 * moment that it is open (on Windows: until it is closed), so the operating system frees it
 * whatever becomes of the process.
 */
final class SpillFile implements Closeable {
  private final Path directory;
  private final FileChannel channel;
  private long size;

  private SpillFile(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * @throws ConnectException if the folder cannot be written
   */
  static SpillFile in(Path directory) {
    Path file = directory.resolve("delta-source-" + UUID.randomUUID() + ".spill");
    try {
      Files.createDirectories(directory);
      return new SpillFile(
          directory,
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE));
    } catch (IOException e) {
      throw failure(directory, 0, e);
    }
  }

  /** A file that is there already, a device for instance. */
  static SpillFile of(Path file) throws IOException {
    return new SpillFile(file, FileChannel.open(file, StandardOpenOption.WRITE));
  }

  /**
   * Adds bytes.
   *
   * @return where they are
   * @throws ConnectException if the disk is full, or cannot be written
   */
  long append(byte[] bytes, int length) {
    long position = size;
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
    try {
      while (buffer.hasRemaining()) {
        size += channel.write(buffer, size);
      }
    } catch (IOException e) {
      throw failure(directory, size, e);
    }
    return position;
  }

  /** Fills a buffer's remaining space with what is at a position. */
  void read(long position, ByteBuffer buffer) throws IOException {
    long from = position;
    while (buffer.hasRemaining()) {
      int read = channel.read(buffer, from);
      if (read < 0) {
        throw new IOException("a file of " + directory + " has become shorter");
      }
      from += read;
    }
  }

  private static ConnectException failure(Path directory, long size, IOException e) {
    return new ConnectException(
        "the rows of a large version wait in %s to be paired, and after %,d bytes it cannot be written (%s): make room there, or let spill.dir name another folder"
            .formatted(directory, size, e),
        e);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
