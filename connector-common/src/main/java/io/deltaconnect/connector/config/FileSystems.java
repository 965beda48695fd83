package io.deltaconnect.connector.config;

import io.deltaconnect.table.storage.Storage;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which paths can be reached with the classes at hand, and written by several at a time. */
public final class FileSystems {
  private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*):.*");
  private static final Pattern S3 = Pattern.compile("s3[an]?:.*");
  private static final Pattern BUCKET_AND_PATH = Pattern.compile("s3[an]?://[^/]+/.*[^/].*");

  private FileSystems() {}

  /** Whether a path is on a store that speaks S3. */
  public static boolean isS3(String path) {
    return S3.matcher(path).matches();
  }

  /**
   * What is wrong with a path that is to be written, by several at a time; null if nothing, or if
   * it has no scheme.
   */
  public static String fault(String path, Map<String, String> hadoopProperties) {
    return fault(path, hadoopProperties, "written", Storage::fault);
  }

  /** What is wrong with a path that is to be read; null if nothing, or if it has no scheme. */
  public static String readingFault(String path, Map<String, String> hadoopProperties) {
    return fault(path, hadoopProperties, "read", Storage::fileSystemFault);
  }

  private static String fault(
      String path,
      Map<String, String> hadoopProperties,
      String use,
      BiFunction<Storage, String, String> faultOfScheme) {
    String trimmed = path.trim();
    Matcher matcher = SCHEME.matcher(trimmed);
    if (!matcher.matches() || matcher.group(1).equals("file")) {
      return null;
    }
    if (isS3(trimmed) && !BUCKET_AND_PATH.matcher(trimmed).matches()) {
      return trimmed + " must name a bucket and a path in it: s3a://bucket/path";
    }
    if (isS3(trimmed) && trimmed.split("/", -1)[2].contains("@")) {
      return "must not hold credentials: " + StorageKeys.ACCESS_KEY + " is for them";
    }
    if (!Storage.refused(hadoopProperties).isEmpty()) {
      // Said of the settings themselves.
      return null;
    }
    String fault = faultOfScheme.apply(Storage.of(hadoopProperties), matcher.group(1));
    return fault == null ? null : trimmed + " cannot be " + use + ": " + fault;
  }
}
