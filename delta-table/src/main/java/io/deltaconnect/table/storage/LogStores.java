package io.deltaconnect.table.storage;

import io.delta.storage.LogStore;
import io.deltaconnect.table.storage.logstore.LocalLogStore;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Which log store writes commits to which file system. Only those stand here by default whose
 * put-if-absent keeps out every other writer, in whatever process:
 *
 * <table>
 * <caption>Log stores by scheme</caption>
 * <tr><td>{@code file}</td><td>ours: a hard link</td></tr>
 * <tr><td>{@code s3a, s3, s3n}</td><td>ours: a conditional PUT</td></tr>
 * <tr><td>{@code hdfs}</td><td>Delta's {@code HDFSLogStore}: the name node renames without
 *   overwriting, in one step</td></tr>
 * <tr><td>{@code abfs, abfss}</td><td>Delta's {@code AzureLogStore}: the service renames a file
 *   only if the target is absent, in one step, on its Data Lake endpoint. (Where the client itself
 *   renames by copying, through {@code fs.azure.fns.account.service.type=BLOB}, it is not.)</td>
 *   </tr>
 * <tr><td>{@code gs}</td><td>Delta's {@code GCSLogStore}: the upload has the precondition that no
 *   object is there. Needs Guava beside the connector</td></tr>
 * </table>
 *
 * For any other scheme, {@code wasb}, {@code adl} and {@code viewfs} among them, nobody has shown
 * that renaming is atomic and refuses an existing target: it is read, but written only if a log
 * store is set by {@code io.delta.kernel.logStore.<scheme>.impl}. Delta's own stores for S3 and
 * local files are refused even then: their locks hold within one process.
 */
final class LogStores {
  private static final String HDFS = "io.delta.storage.HDFSLogStore";
  private static final String AZURE = "io.delta.storage.AzureLogStore";

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "file",
          LocalLogStore.class.getName(),
          // By name: whoever needs no S3 shall not load its client.
          "s3a",
          "io.deltaconnect.table.storage.logstore.S3LogStore",
          "s3",
          "io.deltaconnect.table.storage.logstore.S3LogStore",
          "s3n",
          "io.deltaconnect.table.storage.logstore.S3LogStore",
          "hdfs",
          HDFS,
          "abfs",
          AZURE,
          "abfss",
          AZURE,
          "gs",
          "io.delta.storage.GCSLogStore");

  /** What is wrong with a class. */
  private static final Map<String, String> UNSAFE =
      Map.of(
          "io.delta.storage.S3SingleDriverLogStore", "keeps out writers of its own process only",
          "io.delta.storage.LocalLogStore", "keeps out writers of its own process only");

  private LogStores() {}

  /** The property that names the log store of a scheme. */
  static String property(String scheme) {
    return "io.delta.kernel.logStore." + scheme + ".impl";
  }

  static void setDefaults(Configuration configuration) {
    DEFAULTS.forEach((scheme, store) -> configuration.set(property(scheme), store));
  }

  /** Why tables of a scheme cannot be written, and what to do; null if they can. */
  static String fault(Configuration configuration, String scheme) {
    String store = configuration.get(property(scheme));
    if (store == null) {
      return "no log store is known whose put-if-absent is atomic on "
          + scheme
          + "://, so that concurrent writers could overwrite each other's commits; name one in the"
          + " Hadoop property "
          + property(scheme);
    }
    String why = UNSAFE.get(store);
    if (why == null && store.equals(HDFS) && !scheme.equals("hdfs")) {
      why = "is for HDFS: elsewhere a rename may replace a file that another writer has just made";
    }
    return why == null
        ? null
        : "its log store " + store + " (" + property(scheme) + ") " + why + "; leave it unset";
  }

  /**
   * A new log store of a scheme that has no {@link #fault}.
   *
   * @throws IllegalArgumentException naming the property, if its class cannot be used
   */
  static LogStore create(Configuration configuration, String scheme) {
    String property = property(scheme);
    try {
      return configuration
          .getClassByName(configuration.get(property))
          .asSubclass(LogStore.class)
          .getConstructor(Configuration.class)
          .newInstance(configuration);
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new IllegalArgumentException(
          property + "=" + configuration.get(property) + " is not a usable log store: " + e, e);
    }
  }
}
