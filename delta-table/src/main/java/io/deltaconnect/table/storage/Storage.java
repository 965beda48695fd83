package io.deltaconnect.table.storage;

import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.deltaconnect.table.storage.logstore.LocalLogStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How tables are reached: Hadoop file systems with our log stores in place. Immutable, thread-safe.
 * Holds nothing that needs closing: file systems are shared by all storages with equal settings
 * ({@link ConfiguredFileSystem}).
 */
public final class Storage {
  private static final Logger LOG = LoggerFactory.getLogger(Storage.class);
  private static final Pattern SCHEME = Pattern.compile("fs\\.([a-z][a-z0-9+-]*)\\..*");
  private static final Set<String> S3 = Set.of("s3", "s3a", "s3n");
  private static final Set<String> AZURE = Set.of("abfs", "abfss");

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
    // Others in this process may have put a local file system of their own into Hadoop's cache.
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    configuration.set("io.delta.kernel.logStore.file.impl", LocalLogStore.class.getName());
    // Kernel writes checkpoints uncompressed unless told.
    configuration.set("parquet.compression", "SNAPPY");
    hadoopProperties.forEach(configuration::set);
    for (String scheme : configuredSchemes(hadoopProperties.keySet())) {
      install(configuration, scheme, hadoopProperties);
    }
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

  /**
   * Whether only one of several writers, in whatever process, can make a file of the log at this
   * path. Delta's own log store for S3 promises it within one process only.
   */
  public boolean hasAtomicPutIfAbsent(Path path) throws IOException {
    String scheme = fileSystem(path).makeQualified(path).toUri().getScheme();
    return !S3.contains(scheme)
        || configuration.get("io.delta.kernel.logStore." + scheme + ".impl") != null;
  }

  private static Set<String> configuredSchemes(Set<String> properties) {
    Set<String> schemes = new TreeSet<>();
    for (String property : properties) {
      Matcher matcher = SCHEME.matcher(property);
      if (matcher.matches() && !matcher.group(1).equals("file")) {
        schemes.addAll(matcher.group(1).equals("azure") ? AZURE : Set.of(matcher.group(1)));
      }
    }
    return schemes;
  }

  private static void install(
      Configuration configuration, String scheme, Map<String, String> properties) {
    try {
      ConfiguredFileSystem.install(configuration, scheme, properties);
    } catch (UnsupportedFileSystemException e) {
      // Not every fs.<word>.* names a scheme.
      LOG.debug("{} is not the name of a file system", scheme, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
