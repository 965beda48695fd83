package io.deltaconnect.table.storage;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** Settings of Hadoop's S3 client (S3A): our defaults, and what must not be set. */
final class S3Settings {
  static final Set<String> SCHEMES = Set.of("s3a", "s3", "s3n");

  private static final String IMPLEMENTATION = "org.apache.hadoop.fs.s3a.S3AFileSystem";

  private static final Map<String, String> DEFAULTS =
      Map.of(
          // Keys that are set; else what the SDK finds: environment, profile, container, instance.
          "fs.s3a.aws.credentials.provider",
          "org.apache.hadoop.fs.s3a.TemporaryAWSCredentialsProvider,"
              + "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider,"
              + "software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider",
          // The SDK's tries times S3A's: with theirs an endpoint that does not answer holds a task
          // for an hour, and one that asks to slow down for days. Tasks try again by themselves.
          "fs.s3a.attempts.maximum",
          "3",
          "fs.s3a.retry.limit",
          "3",
          "fs.s3a.retry.throttle.limit",
          "6",
          // The least that S3A takes.
          "fs.s3a.connection.establish.timeout",
          "15s");

  /** Either key may have a bucket's name in it. */
  private static final Pattern PERFORMANCE =
      Pattern.compile("fs\\.s3a\\.(bucket\\..+\\.)?create\\.performance");

  private static final Pattern PERFORMANCE_FLAGS =
      Pattern.compile("fs\\.s3a\\.(bucket\\..+\\.)?performance\\.flags");
  private static final Pattern CONDITIONAL =
      Pattern.compile("fs\\.s3a\\.(bucket\\..+\\.)?create\\.conditional\\.enabled");

  private S3Settings() {}

  static void setDefaults(Configuration configuration) {
    for (String scheme : SCHEMES) {
      configuration.set("fs." + scheme + ".impl", IMPLEMENTATION);
    }
    DEFAULTS.forEach(configuration::set);
  }

  /** By property, why its value cannot be. */
  static Map<String, String> refused(Map<String, String> properties) {
    Map<String, String> refused = new TreeMap<>();
    properties.forEach(
        (property, value) -> {
          String set = value.trim().toLowerCase(Locale.ROOT);
          boolean performance =
              PERFORMANCE.matcher(property).matches() && Boolean.parseBoolean(set);
          boolean flags =
              PERFORMANCE_FLAGS.matcher(property).matches()
                  && (set.contains("create") || set.contains("*"));
          if (performance || flags) {
            refused.put(
                property,
                "must not be set to "
                    + value
                    + ": files would be written without looking what is there");
          } else if (CONDITIONAL.matcher(property).matches() && set.equals("false")) {
            refused.put(
                property,
                "must not be false: without conditional writes commits of other writers could be"
                    + " overwritten");
          }
        });
    return refused;
  }
}
