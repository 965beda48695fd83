package io.deltaconnect.table.storage.logstore;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import java.io.BufferedWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The Delta log on a local file system. A commit is written to a temporary file, forced to disk and
 * then hard-linked to its name: the operating system lets exactly one of several writers make the
 * link, in whatever process they are, and a reader sees the whole file or none. (Renaming, as other
 * log stores do it, replaces a file that appeared meanwhile.)
 *
 * <p>Thread-safe; keeps no state.
 */
public final class LocalLogStore extends LogStore {
  private static final long BLOCK_SIZE = 32L << 20;

  /**
   * The constructor that Delta looks for.
   *
   * @param hadoopConfiguration not used
   */
  public LocalLogStore(Configuration hadoopConfiguration) {
    super(hadoopConfiguration);
  }

  @Override
  public CloseableIterator<String> read(Path path, Configuration conf) throws IOException {
    try {
      return new LineIterator(Files.newBufferedReader(local(path), StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw notFound(path, e);
    }
  }

  /**
   * Writes a file of the log, whole or not at all.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it is there and shall not be overwritten
   * @throws FileNotFoundException if its directory is not there
   */
  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf)
      throws IOException {
    java.nio.file.Path target = local(path);
    java.nio.file.Path directory = target.getParent();
    java.nio.file.Path temporary =
        directory.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      writeLines(temporary, actions);
      if (overwrite) {
        Files.move(
            temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } else {
        link(target, temporary);
      }
    } catch (NoSuchFileException e) {
      throw notFound(path.getParent(), e);
    } finally {
      Files.deleteIfExists(temporary);
    }
    force(directory);
  }

  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    Path parent = resolvePathOnPhysicalStorage(path.getParent(), conf);
    java.nio.file.Path directory = local(parent);
    List<String> names = new ArrayList<>();
    String first = path.getName();
    try (DirectoryStream<java.nio.file.Path> entries = Files.newDirectoryStream(directory)) {
      for (java.nio.file.Path entry : entries) {
        String name = entry.getFileName().toString();
        if (name.compareTo(first) >= 0) {
          names.add(name);
        }
      }
    } catch (NoSuchFileException e) {
      throw notFound(parent, e);
    }
    Collections.sort(names);
    List<FileStatus> files = new ArrayList<>(names.size());
    for (String name : names) {
      FileStatus status = status(parent, directory, name);
      if (status != null) {
        files.add(status);
      }
    }
    return files.iterator();
  }

  @Override
  public Path resolvePathOnPhysicalStorage(Path path, Configuration conf) {
    return new Path("file", null, local(path).toAbsolutePath().toString());
  }

  /** True: files that others write without this store, checkpoints above all, grow in view. */
  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration conf) {
    return true;
  }

  private static java.nio.file.Path local(Path path) {
    return java.nio.file.Path.of(path.toUri().getPath());
  }

  private static void writeLines(java.nio.file.Path file, Iterator<String> lines)
      throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        BufferedWriter writer =
            new BufferedWriter(
                new OutputStreamWriter(
                    Channels.newOutputStream(channel), StandardCharsets.UTF_8))) {
      while (lines.hasNext()) {
        writer.write(lines.next());
        writer.write('\n');
      }
      writer.flush();
      channel.force(true);
    }
  }

  private static void link(java.nio.file.Path target, java.nio.file.Path existing)
      throws IOException {
    try {
      Files.createLink(target, existing);
    } catch (UnsupportedOperationException e) {
      throw new IOException(
          "The file system of "
              + target
              + " has no hard links: a Delta log cannot be kept safely on it",
          e);
    }
  }

  /** Makes the new directory entry durable, where directories can be opened (not on Windows). */
  private static void force(java.nio.file.Path directory) throws IOException {
    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /** Null if the file has gone since it was listed. */
  private static FileStatus status(Path parent, java.nio.file.Path directory, String name)
      throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(directory.resolve(name), BasicFileAttributes.class);
      return new FileStatus(
          attributes.size(),
          attributes.isDirectory(),
          1,
          BLOCK_SIZE,
          attributes.lastModifiedTime().toMillis(),
          // A path of its own first: a name with a colon would else be taken for a URI.
          new Path(parent, new Path(null, null, name)));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static FileNotFoundException notFound(Path path, NoSuchFileException cause) {
    FileNotFoundException e = new FileNotFoundException("No such file or directory: " + path);
    e.initCause(cause);
    return e;
  }
}
