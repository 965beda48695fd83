package io.deltaconnect.connector.config;

import io.deltaconnect.table.storage.Storage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The keys for S3 that have names of their own: what Hadoop's client (S3A) calls them, and which
 * combinations cannot be. All else of Hadoop's settings passes through under {@code hadoop.}.
 */
public final class StorageKeys {
  public static final String ENDPOINT = "storage.endpoint";
  public static final String REGION = "storage.region";
  public static final String PATH_STYLE_ACCESS = "storage.path.style.access";
  public static final String ACCESS_KEY = "storage.access.key";
  public static final String SECRET_KEY = "storage.secret.key";
  public static final String SESSION_TOKEN = "storage.session.token";

  /** Prefix of keys that become Hadoop settings. */
  public static final String HADOOP_PREFIX = "hadoop.";

  private static final Map<String, String> HADOOP_NAMES = new LinkedHashMap<>();

  static {
    HADOOP_NAMES.put(ENDPOINT, "fs.s3a.endpoint");
    HADOOP_NAMES.put(REGION, "fs.s3a.endpoint.region");
    HADOOP_NAMES.put(PATH_STYLE_ACCESS, "fs.s3a.path.style.access");
    HADOOP_NAMES.put(ACCESS_KEY, "fs.s3a.access.key");
    HADOOP_NAMES.put(SECRET_KEY, "fs.s3a.secret.key");
    HADOOP_NAMES.put(SESSION_TOKEN, "fs.s3a.session.token");
  }

  private static final Pattern SECRET =
      Pattern.compile("(?i).*(secret|password|passphrase|token|credential|key).*");

  private StorageKeys() {}

  /** Adds the keys to a definition, as a group of their own. */
  public static void define(KeyDefinition keys) {
    keys.text(
            ENDPOINT,
            null,
            null,
            "S3 endpoint",
            "Address of a store that speaks S3, e.g. https://minio.example.com:9000. Without it"
                + " AWS's own.")
        .text(
            REGION,
            null,
            null,
            "S3 region",
            "Region of the buckets, e.g. eu-central-1. Without it what the worker's environment"
                + " says.")
        .flag(
            PATH_STYLE_ACCESS,
            false,
            "S3 path style",
            "Whether the bucket is part of the path (https://host/bucket/key), as many stores other"
                + " than AWS need it, or of the host name.")
        .secret(
            ACCESS_KEY,
            "S3 access key",
            "Together with storage.secret.key. Without them the worker's environment is looked at:"
                + " variables, profile, web identity, role of container or machine.")
        .secret(SECRET_KEY, "S3 secret key", "Of storage.access.key.")
        .secret(SESSION_TOKEN, "S3 session token", "Of a temporary storage.access.key.");
  }

  /** Names of all keys that {@link #define} adds. */
  public static Set<String> names() {
    return HADOOP_NAMES.keySet();
  }

  /** Settings of Hadoop: those that pass through, and those with names of their own. */
  public static Map<String, String> hadoopProperties(Map<String, String> originals) {
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

  public static List<Problem> problems(Map<String, String> originals) {
    List<Problem> problems = new ArrayList<>();
    HADOOP_NAMES.forEach(
        (key, hadoopName) -> {
          String same = HADOOP_PREFIX + hadoopName;
          if (isSet(originals, key) && originals.containsKey(same)) {
            problems.add(
                new Problem(key + " and " + same + " set the same: use one", List.of(key, same)));
          }
        });
    boolean access = isSet(originals, ACCESS_KEY);
    boolean secret = isSet(originals, SECRET_KEY);
    if (access != secret) {
      problems.add(
          new Problem(
              ACCESS_KEY
                  + " and "
                  + SECRET_KEY
                  + " belong together: set both, or none for the credentials of the worker's"
                  + " environment",
              List.of(ACCESS_KEY, SECRET_KEY)));
    }
    if (isSet(originals, SESSION_TOKEN) && !access && !secret) {
      problems.add(
          new Problem(
              SESSION_TOKEN + " needs " + ACCESS_KEY + " and " + SECRET_KEY,
              List.of(SESSION_TOKEN, ACCESS_KEY, SECRET_KEY)));
    }
    Storage.refused(passedThrough(originals))
        .forEach(
            (property, why) -> {
              String key = HADOOP_PREFIX + property;
              problems.add(new Problem(key + " " + why, List.of(key)));
            });
    return problems;
  }

  /** Whether the value of a key of Hadoop's may be a secret, which nobody shall read anywhere. */
  static boolean isSecret(String key) {
    return key.startsWith(HADOOP_PREFIX) && SECRET.matcher(key).matches();
  }

  private static Map<String, String> passedThrough(Map<String, String> originals) {
    Map<String, String> properties = new LinkedHashMap<>();
    originals.forEach(
        (key, value) -> {
          if (key.startsWith(HADOOP_PREFIX)) {
            properties.put(key.substring(HADOOP_PREFIX.length()), value);
          }
        });
    return properties;
  }

  private static boolean isSet(Map<String, String> originals, String key) {
    String value = originals.get(key);
    return value != null && !value.isBlank();
  }
}
