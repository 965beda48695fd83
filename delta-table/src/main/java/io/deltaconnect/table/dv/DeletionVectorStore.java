package io.deltaconnect.table.dv;

import io.deltaconnect.table.storage.CorruptTableException;
import io.deltaconnect.table.storage.LogPath;
import io.deltaconnect.table.storage.Storage;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads and writes the deletion vectors of one table. Thread-safe.
 *
 * <p>A file of deletion vectors (Delta protocol, "Deletion Vector File Storage Format") is a
 * version byte and then, per vector, its size, its bytes and their CRC-32, in big endian. What we
 * write goes into the table's root and never into the log: a deletion vector inside the log makes
 * Spark's VACUUM fail.
 */
public final class DeletionVectorStore {
  private static final int FILE_FORMAT_VERSION = 1;

  private final Storage storage;
  private final String tablePath;

  /**
   * @param tablePath a URI or path, not encoded
   */
  public DeletionVectorStore(Storage storage, String tablePath) {
    this.storage = storage;
    this.tablePath = tablePath;
  }

  /**
   * @param descriptor null gives the empty vector
   * @throws FileNotFoundException if its file is gone
   * @throws CorruptTableException if its checksum, size or cardinality are not as said; the message
   *     names the table and the file
   */
  public DeletionVector read(DvDescriptor descriptor) throws IOException {
    if (descriptor == null || descriptor.cardinality() == 0) {
      return DeletionVector.empty();
    }
    String where = "in the log";
    try {
      byte[] bytes;
      if (descriptor.storageType().equals("i")) {
        bytes = inlineBytes(descriptor);
      } else {
        Path file = file(descriptor);
        where = "in " + file;
        bytes = fileBytes(file, descriptor);
      }
      DeletionVector vector = decode(bytes);
      if (vector.cardinality() != descriptor.cardinality()) {
        throw new DamagedException(
            "%d rows where the log says %d"
                .formatted(vector.cardinality(), descriptor.cardinality()),
            null);
      }
      return vector;
    } catch (FileNotFoundException e) {
      FileNotFoundException gone = new FileNotFoundException(message(descriptor, where, e));
      gone.initCause(e);
      throw gone;
    } catch (DamagedException | IllegalArgumentException e) {
      throw new CorruptTableException(message(descriptor, where, e), e);
    } catch (IOException e) {
      throw new IOException(message(descriptor, where, e), e);
    }
  }

  /** What was read is not a deletion vector, or not the one that the log says. */
  private static final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private static DeletionVector decode(byte[] bytes) throws DamagedException {
    try {
      return DeletionVectorCodec.decode(bytes);
    } catch (IOException e) {
      throw new DamagedException(e.getMessage(), e);
    }
  }

  private String message(DvDescriptor descriptor, String where, Exception cause) {
    return "table %s: cannot read the deletion vector %s at offset %s: %s"
        .formatted(tablePath, where, descriptor.offset(), cause.getMessage());
  }

  /** The vector's file; what a path has before the 20 characters of the UUID is its directory. */
  private Path file(DvDescriptor descriptor) {
    String text = descriptor.pathOrInlineDv();
    return switch (descriptor.storageType()) {
      case "p" -> LogPath.decode(text);
      case "u" -> {
        int prefix = text.length() - Z85.UUID_LENGTH;
        if (prefix < 0) {
          throw new IllegalArgumentException("not an encoded UUID: " + text);
        }
        Path directory = new Path(tablePath);
        if (prefix > 0) {
          directory = new Path(directory, text.substring(0, prefix));
        }
        yield new Path(directory, fileName(Z85.decodeUuid(text.substring(prefix))));
      }
      default ->
          throw new IllegalArgumentException(
              "unknown storage type '" + descriptor.storageType() + "'");
    };
  }

  private static String fileName(UUID uuid) {
    return "deletion_vector_" + uuid + ".bin";
  }

  private static byte[] inlineBytes(DvDescriptor descriptor) throws IOException {
    byte[] padded = Z85.decode(descriptor.pathOrInlineDv());
    int excess = padded.length - descriptor.sizeInBytes();
    if (excess < 0 || excess > 3) {
      throw new DamagedException(
          padded.length + " bytes where the log says " + descriptor.sizeInBytes(), null);
    }
    return Arrays.copyOf(padded, descriptor.sizeInBytes());
  }

  private byte[] fileBytes(Path file, DvDescriptor descriptor) throws IOException {
    try (FSDataInputStream in = storage.fileSystem(file).open(file)) {
      // The protocol: read an absent offset as 0.
      in.seek(descriptor.offset() == null ? 0 : descriptor.offset());
      int size = in.readInt();
      if (size != descriptor.sizeInBytes()) {
        throw new DamagedException(
            size + " bytes where the log says " + descriptor.sizeInBytes(), null);
      }
      byte[] bytes = new byte[size];
      in.readFully(bytes);
      if (in.readInt() != checksum(bytes)) {
        throw new DamagedException("the checksum is wrong", null);
      }
      return bytes;
    } catch (EOFException e) {
      throw new DamagedException("the file is cut short", e);
    }
  }

  /**
   * Writes all vectors into one new file; descriptors come in the order of the vectors. On failure
   * no file is left.
   */
  public List<DvDescriptor> write(List<DeletionVector> vectors) throws IOException {
    UUID uuid = UUID.randomUUID();
    Path file = new Path(new Path(tablePath), fileName(uuid));
    FileSystem fileSystem = storage.fileSystem(file);
    try {
      return write(vectors, uuid, fileSystem, file);
    } catch (IOException | RuntimeException e) {
      try {
        fileSystem.delete(file, false);
      } catch (IOException notDeleted) {
        e.addSuppressed(notDeleted);
      }
      throw e;
    }
  }

  private static List<DvDescriptor> write(
      List<DeletionVector> vectors, UUID uuid, FileSystem fileSystem, Path file)
      throws IOException {
    String encodedUuid = Z85.encode(uuid);
    List<DvDescriptor> descriptors = new ArrayList<>(vectors.size());
    try (FSDataOutputStream out = fileSystem.create(file, false)) {
      out.writeByte(FILE_FORMAT_VERSION);
      for (DeletionVector vector : vectors) {
        int offset = Math.toIntExact(out.getPos());
        byte[] bytes = DeletionVectorCodec.encode(vector);
        out.writeInt(bytes.length);
        out.write(bytes);
        out.writeInt(checksum(bytes));
        descriptors.add(
            new DvDescriptor("u", encodedUuid, offset, bytes.length, vector.cardinality()));
      }
    }
    return descriptors;
  }

  /** Deletes the whole file of a vector that {@link #write} gave and that no commit names. */
  public void delete(DvDescriptor descriptor) throws IOException {
    Path file = file(descriptor);
    storage.fileSystem(file).delete(file, false);
  }

  private static int checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
