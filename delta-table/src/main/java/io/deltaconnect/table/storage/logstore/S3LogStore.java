package io.deltaconnect.table.storage.logstore;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import io.delta.storage.internal.S3LogStoreUtil;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.s3a.RemoteFileChangedException;

/**
 * The Delta log on S3 and stores that speak its protocol, for any number of writers in any
 * processes. A commit is one conditional PUT ({@code If-None-Match: *}): the store itself lets
 * exactly one of several writers have the name. All writers of a table must keep to this: one that
 * looks first and writes then, as Delta's own store for S3 does, or that keeps its locks elsewhere,
 * overwrites commits of others.
 *
 * <p>The store's answers: 412 is {@link FileAlreadyExistsException}, unless the object there is the
 * one of this very write, whose first response was lost. 409 (another request for this name is
 * under way) and everything else is an {@link IOException} that leaves open whether the object was
 * written: read it back.
 *
 * <p>Needs Hadoop's S3A in version 3.4.2 or newer. Older ones refuse to write, for they do not know
 * conditional PUT. Thread-safe; keeps no state.
 */
public final class S3LogStore extends LogStore {
  /** Metadata of the object by which a write knows its own. */
  private static final String WRITE_ID = "deltaconnect-write-id";

  private static final String HEADER_OPTION = "fs.s3a.create.header.";
  private static final String HEADER_ATTRIBUTE = "header.";

  /**
   * The constructor that Delta looks for.
   *
   * @param hadoopConfiguration not used: each call brings its own
   */
  public S3LogStore(Configuration hadoopConfiguration) {
    super(hadoopConfiguration);
  }

  @Override
  public CloseableIterator<String> read(Path path, Configuration conf) throws IOException {
    return new LineIterator(
        new BufferedReader(
            new InputStreamReader(path.getFileSystem(conf).open(path), StandardCharsets.UTF_8)));
  }

  /**
   * Writes a file of the log, whole or not at all.
   *
   * @throws FileAlreadyExistsException if it is there and shall not be overwritten
   * @throws IOException if it is not known whether it was written
   */
  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf)
      throws IOException {
    FileSystem files = path.getFileSystem(conf);
    if (overwrite) {
      writeLines(files.create(path, true), actions);
      return;
    }
    String id = UUID.randomUUID().toString();
    try {
      writeLines(createIfAbsent(files, path, id), actions);
    } catch (IOException e) {
      if (!isPreconditionFailed(e)) {
        throw e;
      }
      if (!isOwn(files, path, id, e)) {
        FileAlreadyExistsException exists = new FileAlreadyExistsException(path.toString());
        exists.initCause(e);
        throw exists;
      }
    }
  }

  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    FileSystem files = path.getFileSystem(conf);
    Path from = files.makeQualified(path);
    Path directory = from.getParent();
    // Asks the store for the names from this one on only, as a log has tens of thousands; in the
    // folders beside them, too.
    FileStatus[] found = S3LogStoreUtil.s3ListFromArray(files, from, directory);
    if (found.length == 0 && !files.exists(directory)) {
      throw new FileNotFoundException("No such file or directory: " + directory);
    }
    String first = from.getName();
    return Arrays.stream(found)
        .filter(file -> file.getPath().getParent().equals(directory))
        .filter(file -> file.getPath().getName().compareTo(first) >= 0)
        .sorted(Comparator.comparing(file -> file.getPath().getName()))
        .iterator();
  }

  @Override
  public Path resolvePathOnPhysicalStorage(Path path, Configuration conf) throws IOException {
    return path.getFileSystem(conf).makeQualified(path);
  }

  /** False: an object appears when its upload is complete. */
  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration conf) {
    return false;
  }

  private static FSDataOutputStream createIfAbsent(FileSystem files, Path path, String id)
      throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder = files.createFile(path);
    return builder
        .create()
        .must(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true)
        .opt(HEADER_OPTION + WRITE_ID, id)
        .build();
  }

  /** Closing the stream is what makes the object: after a failure it must not be. */
  private static void writeLines(FSDataOutputStream out, Iterator<String> lines)
      throws IOException {
    boolean complete = false;
    try {
      while (lines.hasNext()) {
        out.write(lines.next().getBytes(StandardCharsets.UTF_8));
        out.write('\n');
      }
      complete = true;
    } finally {
      if (!complete) {
        out.abort();
      }
    }
    out.close();
  }

  private static boolean isPreconditionFailed(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof RemoteFileChangedException) {
        return true;
      }
    }
    return false;
  }

  /** Whether the client's own second try met what its first one had written. */
  private static boolean isOwn(FileSystem files, Path path, String id, IOException failure)
      throws IOException {
    try {
      byte[] found = files.getXAttrs(path).get(HEADER_ATTRIBUTE + WRITE_ID);
      return found != null && id.equals(new String(found, StandardCharsets.UTF_8));
    } catch (IOException e) {
      failure.addSuppressed(e);
      throw failure;
    }
  }
}
