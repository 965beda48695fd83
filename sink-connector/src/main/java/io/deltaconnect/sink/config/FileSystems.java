package io.deltaconnect.sink.config;

import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Which paths can be reached with the classes at hand. */
final class FileSystems {
  private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*):.*");

  private FileSystems() {}

  /** What is wrong with the scheme of a path; null if nothing, or if it has none. */
  static String fault(String path, Map<String, String> hadoopProperties) {
    Matcher matcher = SCHEME.matcher(path.trim());
    if (!matcher.matches() || matcher.group(1).equals("file")) {
      return null;
    }
    Configuration configuration = new Configuration();
    configuration.setClassLoader(Storage.class.getClassLoader());
    hadoopProperties.forEach(configuration::set);
    try {
      FileSystem.getFileSystemClass(matcher.group(1), configuration);
      return null;
    } catch (IOException | RuntimeException e) {
      // Hadoop throws RuntimeException where settings name a class that is not there.
      return path.trim()
          + " cannot be reached, only paths and file:// in this version: "
          + e.getMessage();
    }
  }
}
