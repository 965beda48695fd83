package io.deltaconnect.integration;

import io.delta.storage.LogStore;
import io.deltaconnect.quickstart.S3Server;
import io.deltaconnect.table.storage.Storage;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * A store as it is without faults: what is behind {@link FaultyFileSystem} and {@link
 * FaultyLogStore}.
 */
final class FaultStore {
  private final String scheme;
  private final String root;
  private final Map<String, String> hadoopProperties;
  private final Storage storage;
  private final LogStore logStore;

  private FaultStore(String scheme, String root, Map<String, String> hadoopProperties) {
    this.scheme = scheme;
    this.root = root;
    this.hadoopProperties = hadoopProperties;
    this.storage = Storage.of(hadoopProperties);
    this.logStore = logStore(storage.configuration(), scheme);
  }

  static FaultStore local(Path folder) {
    return new FaultStore("file", folder.toString(), Map.of());
  }

  static FaultStore s3(S3Server server, String bucket) {
    return new FaultStore("s3a", "s3a://" + bucket, server.hadoopProperties());
  }

  private static LogStore logStore(Configuration conf, String scheme) {
    String name = conf.get("io.delta.kernel.logStore." + scheme + ".impl");
    try {
      return (LogStore)
          conf.getClassByName(name).getConstructor(Configuration.class).newInstance(conf);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A folder of it. */
  String folder(String name) {
    return root + "/" + name;
  }

  String scheme() {
    return scheme;
  }

  Map<String, String> hadoopProperties() {
    return hadoopProperties;
  }

  Storage storage() {
    return storage;
  }

  LogStore logStore() {
    return logStore;
  }

  /** Whether a process that ends while it writes a file leaves a part of it. */
  boolean showsPartialWrites() {
    return scheme.equals("file");
  }
}
