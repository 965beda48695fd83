package io.deltaconnect.table.file;

import io.deltaconnect.table.storage.CorruptTableException;
import io.deltaconnect.table.storage.LogPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** Where files of a table are, and what new ones are called. */
final class FilePaths {
  private static final String NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__";

  /** In bytes, as file systems count; most allow 255. */
  private static final int LONGEST_NAME = 255;

  /** In bytes; object stores allow 1024 for the whole key. */
  private static final int LONGEST_FOLDERS = 512;

  private static final String ESCAPED = "\"#%'*/:=?\\{[]^\u007F";

  private FilePaths() {}

  /**
   * The file that the log names.
   *
   * @param logPath as it stands in the log, relative to the table or absolute
   */
  static Path resolve(String tablePath, String logPath) throws IOException {
    try {
      Path path = LogPath.decode(logPath);
      return path.isAbsolute() || path.toUri().getScheme() != null
          ? path
          : new Path(new Path(tablePath), path);
    } catch (IllegalArgumentException e) {
      throw new CorruptTableException(
          "the log of " + tablePath + " names a file by what is no path: " + logPath, e);
    }
  }

  /** The path in the log of a file at a path, not encoded, relative to the table. */
  static String encode(String relative) {
    return new Path(relative).toUri().toString();
  }

  /**
   * The folders of a partition, each with a slash behind it; empty without partition columns. Also
   * empty where a name would be too long for a file system: which partition a file is of, only the
   * log says.
   */
  static String partitionFolders(Map<String, String> partitionValues) {
    StringBuilder folders = new StringBuilder();
    for (Map.Entry<String, String> e : partitionValues.entrySet()) {
      boolean isNull = e.getValue() == null || e.getValue().isEmpty();
      String folder = escape(e.getKey()) + '=' + (isNull ? NULL_PARTITION : escape(e.getValue()));
      if (folder.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
        return "";
      }
      folders.append(folder).append('/');
    }
    boolean tooLong = folders.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_FOLDERS;
    return tooLong ? "" : folders.toString();
  }

  /** Hive's escaping of partition folders, as Spark does it. */
  private static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || ESCAPED.indexOf(c) >= 0) {
        out.append('%').append(String.format("%02X", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
