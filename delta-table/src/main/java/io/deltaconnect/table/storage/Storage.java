package io.deltaconnect.table.storage;

import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.deltaconnect.table.storage.logstore.LocalLogStore;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * How tables are reached: Hadoop file systems with our log stores in place. Immutable, thread-safe.
 * Holds nothing that needs closing: file systems are Hadoop's shared ones, one per scheme,
 * authority and user.
 */
public final class Storage {
  private final Configuration configuration;
  private final Engine engine;

  private Storage(Configuration configuration) {
    this.configuration = configuration;
    this.engine = DefaultEngine.create(configuration);
  }

  /**
   * Storage with these settings on top of our own.
   *
   * @param hadoopProperties any {@code fs.*} and other Hadoop settings, e.g. {@code
   *     fs.s3a.endpoint}
   */
  public static Storage of(Map<String, String> hadoopProperties) {
    Configuration configuration = new Configuration();
    // A plugin's classes are not those of the thread that happens to be here.
    configuration.setClassLoader(Storage.class.getClassLoader());
    configuration.set("fs.file.impl", PlainLocalFileSystem.class.getName());
    configuration.set("io.delta.kernel.logStore.file.impl", LocalLogStore.class.getName());
    // Kernel writes checkpoints uncompressed unless told.
    configuration.set("parquet.compression", "SNAPPY");
    hadoopProperties.forEach(configuration::set);
    return new Storage(configuration);
  }

  /** A Kernel engine over these file systems. */
  public Engine engine() {
    return engine;
  }

  /** The settings behind {@link #engine}; shared, not to be changed. */
  public Configuration configuration() {
    return configuration;
  }

  /** The file system of a path. A path without a scheme is one of the default file system. */
  public FileSystem fileSystem(Path path) throws IOException {
    return path.getFileSystem(configuration);
  }
}
