package io.deltaconnect.sink.config;

import io.deltaconnect.table.storage.Storage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The keys for S3 that have names of their own: what Hadoop's client (S3A) calls them, and which
 * combinations cannot be. All else of Hadoop's settings passes through under {@code hadoop.}.
 */
final class StorageKeys {
  private static final Map<String, String> HADOOP_NAMES = new LinkedHashMap<>();

  static {
    HADOOP_NAMES.put(Keys.STORAGE_ENDPOINT, "fs.s3a.endpoint");
    HADOOP_NAMES.put(Keys.STORAGE_REGION, "fs.s3a.endpoint.region");
    HADOOP_NAMES.put(Keys.STORAGE_PATH_STYLE_ACCESS, "fs.s3a.path.style.access");
    HADOOP_NAMES.put(Keys.STORAGE_ACCESS_KEY, "fs.s3a.access.key");
    HADOOP_NAMES.put(Keys.STORAGE_SECRET_KEY, "fs.s3a.secret.key");
    HADOOP_NAMES.put(Keys.STORAGE_SESSION_TOKEN, "fs.s3a.session.token");
  }

  private static final Pattern SECRET =
      Pattern.compile("(?i).*(secret|password|passphrase|token|credential|key).*");

  private StorageKeys() {}

  /** Settings of Hadoop: those that pass through, and those with names of their own. */
  static Map<String, String> hadoopProperties(Map<String, String> originals) {
    Map<String, String> properties = new LinkedHashMap<>();
    HADOOP_NAMES.forEach(
        (key, hadoopName) -> {
          if (isSet(originals, key)) {
            properties.put(hadoopName, originals.get(key).trim());
          }
        });
    properties.putAll(passedThrough(originals));
    return properties;
  }

  static List<Problem> problems(Map<String, String> originals) {
    List<Problem> problems = new ArrayList<>();
    HADOOP_NAMES.forEach(
        (key, hadoopName) -> {
          String same = Keys.HADOOP_PREFIX + hadoopName;
          if (isSet(originals, key) && originals.containsKey(same)) {
            problems.add(
                new Problem(key + " and " + same + " set the same: use one", List.of(key, same)));
          }
        });
    boolean access = isSet(originals, Keys.STORAGE_ACCESS_KEY);
    boolean secret = isSet(originals, Keys.STORAGE_SECRET_KEY);
    if (access != secret) {
      problems.add(
          new Problem(
              Keys.STORAGE_ACCESS_KEY
                  + " and "
                  + Keys.STORAGE_SECRET_KEY
                  + " belong together: set both, or none for the credentials of the worker's"
                  + " environment",
              List.of(Keys.STORAGE_ACCESS_KEY, Keys.STORAGE_SECRET_KEY)));
    }
    if (isSet(originals, Keys.STORAGE_SESSION_TOKEN) && !access && !secret) {
      problems.add(
          new Problem(
              Keys.STORAGE_SESSION_TOKEN
                  + " needs "
                  + Keys.STORAGE_ACCESS_KEY
                  + " and "
                  + Keys.STORAGE_SECRET_KEY,
              List.of(
                  Keys.STORAGE_SESSION_TOKEN, Keys.STORAGE_ACCESS_KEY, Keys.STORAGE_SECRET_KEY)));
    }
    Storage.refused(passedThrough(originals))
        .forEach(
            (property, why) -> {
              String key = Keys.HADOOP_PREFIX + property;
              problems.add(new Problem(key + " " + why, List.of(key)));
            });
    return problems;
  }

  /** Whether the value of a key of Hadoop's may be a secret, which nobody shall read anywhere. */
  static boolean isSecret(String key) {
    return key.startsWith(Keys.HADOOP_PREFIX) && SECRET.matcher(key).matches();
  }

  private static Map<String, String> passedThrough(Map<String, String> originals) {
    Map<String, String> properties = new LinkedHashMap<>();
    originals.forEach(
        (key, value) -> {
          if (key.startsWith(Keys.HADOOP_PREFIX)) {
            properties.put(key.substring(Keys.HADOOP_PREFIX.length()), value);
          }
        });
    return properties;
  }

  private static boolean isSet(Map<String, String> originals, String key) {
    String value = originals.get(key);
    return value != null && !value.isBlank();
  }
}
