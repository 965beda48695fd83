package io.deltaconnect.sink.table;

import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;

/** Finds out why a table could not be made on a local disk: Hadoop does not say. */
public final class LocalFolder {
  private LocalFolder() {}

  /**
   * Looks whether a file stands where a folder of the table's path should be.
   *
   * @param failure what came of opening the table
   * @throws UnusableFolderException if one does
   */
  static void requireNoFile(Storage storage, String tablePath, IOException failure)
      throws UnusableFolderException {
    Path folder = local(storage, tablePath);
    if (folder != null) {
      requireNoFile(folder, failure);
    }
  }

  private static Path requireNoFile(Path folder, IOException failure)
      throws UnusableFolderException {
    Path existing = nearestExisting(folder);
    if (!Files.isDirectory(existing)) {
      throw unusable(folder, existing + " is a file", failure);
    }
    return existing;
  }

  /**
   * Tries to make the folder of a table's log. Does nothing in file systems other than the local.
   *
   * @param failure what came of making the table
   * @throws UnusableFolderException if nobody but the owner of the disk can mend it
   */
  static void require(Storage storage, String tablePath, IOException failure)
      throws UnusableFolderException {
    Path folder = local(storage, tablePath);
    if (folder == null) {
      return;
    }
    Path existing = requireNoFile(folder, failure);
    Path log = folder.resolve("_delta_log");
    try {
      Files.createDirectories(log);
    } catch (AccessDeniedException e) {
      throw unusable(folder, "permission denied in " + existing, failure);
    } catch (NoSuchFileException e) {
      // Such are /proc and /sys.
      throw unusable(folder, existing + " takes no folders", failure);
    } catch (IOException e) {
      if (!Files.isWritable(existing)) {
        throw unusable(folder, existing + " is not writable", failure);
      }
      // A full disk, perhaps: another try can help.
      failure.addSuppressed(e);
      return;
    }
    if (!Files.isWritable(log)) {
      throw unusable(log, "permission denied", failure);
    }
  }

  private static UnusableFolderException unusable(Path folder, String why, IOException cause) {
    return new UnusableFolderException(
        "cannot make folder " + folder + ": " + why + " (" + Keys.TABLE_PATH + ")", cause);
  }

  /**
   * Looks, without changing anything, why no table can be written at a path.
   *
   * @return null if nothing is known against it, as in file systems other than the local
   */
  public static String fault(Storage storage, String tablePath) {
    Path folder = local(storage, tablePath);
    if (folder == null) {
      return null;
    }
    Path existing = nearestExisting(folder.resolve("_delta_log"));
    if (!Files.isDirectory(existing)) {
      return existing + " is a file";
    }
    return Files.isWritable(existing) ? null : existing + " is not writable";
  }

  /** Null if the path is in another file system. */
  private static Path local(Storage storage, String tablePath) {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(tablePath);
    try {
      FileSystem files = storage.fileSystem(path);
      return files.getUri().getScheme().equals("file")
          ? Path.of(files.makeQualified(path).toUri().getPath())
          : null;
    } catch (IOException e) {
      // Without a file system there is no folder: the failure at hand says it all.
      return null;
    }
  }

  private static Path nearestExisting(Path folder) {
    Path existing = folder;
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return existing;
  }
}
