package io.deltaconnect.table.storage;

import io.delta.kernel.engine.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How tables are reached: Hadoop file systems with log stores in place whose put-if-absent is
 * atomic ({@link LogStores} says which, and what of other file systems). {@code s3://} and {@code
 * s3n://} mean {@code s3a://}, and obey its {@code fs.s3a.*} settings. Immutable, thread-safe.
 * Holds nothing that needs closing: file systems are shared by all storages with equal settings
 * ({@link ConfiguredFileSystem}).
 */
public final class Storage {
  private static final Logger LOG = LoggerFactory.getLogger(Storage.class);
  private static final Pattern SCHEME = Pattern.compile("fs\\.([a-z][a-z0-9+-]*)\\..*");
  private static final String UNSHARED = "deltaconnect.storage.unshared";
  private static final Set<String> AZURE = Set.of("abfs", "abfss");

  private final Map<String, String> settings;
  private final Configuration configuration;
  private final Engine engine;

  private Storage(Map<String, String> settings, Configuration configuration) {
    this.settings = settings;
    this.configuration = configuration;
    this.engine = new WholeFileEngine(configuration);
  }

  /**
   * Storage with these settings on top of our own.
   *
   * @param hadoopProperties any {@code fs.*} and other Hadoop settings, e.g. {@code
   *     fs.s3a.endpoint}
   * @throws IllegalArgumentException if one of them is {@link #refused}
   */
  public static Storage of(Map<String, String> hadoopProperties) {
    refused(hadoopProperties)
        .forEach(
            (property, why) -> {
              throw new IllegalArgumentException(property + " " + why);
            });
    Configuration configuration = new Configuration();
    // A plugin's classes are not those of the thread that happens to be here.
    configuration.setClassLoader(Storage.class.getClassLoader());
    configuration.set("fs.file.impl", PlainLocalFileSystem.class.getName());
    // Others in this process may have put a local file system of their own into Hadoop's cache.
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    // Kernel writes checkpoints uncompressed unless told.
    configuration.set("parquet.compression", "SNAPPY");
    LogStores.setDefaults(configuration);
    S3Settings.setDefaults(configuration);
    hadoopProperties.forEach(configuration::set);
    for (String scheme : configuredSchemes(hadoopProperties.keySet())) {
      install(configuration, scheme, hadoopProperties);
    }
    return new Storage(Map.copyOf(hadoopProperties), configuration);
  }

  /**
   * As {@link #of}, with file systems of its own, which stay open until {@link #closeFileSystems}:
   * for settings that may be tried once and never again.
   */
  public static Storage unshared(Map<String, String> hadoopProperties) {
    Map<String, String> own = new HashMap<>(hadoopProperties);
    own.put(UNSHARED, UUID.randomUUID().toString());
    return of(own);
  }

  /**
   * Closes the file systems of an {@link #unshared} storage, which is not to be used any more.
   *
   * @throws IllegalStateException if others may have them too
   */
  public void closeFileSystems() throws IOException {
    if (!settings.containsKey(UNSHARED)) {
      throw new IllegalStateException("the file systems are shared");
    }
    ConfiguredFileSystem.closeAll(settings);
  }

  /** Which settings cannot be: by property, why not. */
  public static Map<String, String> refused(Map<String, String> hadoopProperties) {
    return S3Settings.refused(hadoopProperties);
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
   * Why no table can be written in file systems of this scheme, and what to do, as the rest of a
   * sentence; null if nothing is known against it. Looks at settings and classes only.
   */
  public String fault(String scheme) {
    String fault = fileSystemFault(scheme);
    return fault == null ? LogStores.fault(configuration, scheme) : fault;
  }

  /** As {@link #fault}, of tables that are only read. */
  public String fileSystemFault(String scheme) {
    try {
      ConfiguredFileSystem.realClass(configuration, scheme);
    } catch (IOException | RuntimeException e) {
      // Hadoop throws RuntimeException where settings name a class that is not there.
      return "there is no file system for " + scheme + ":// (" + e.getMessage() + ")";
    }
    return null;
  }

  /**
   * Makes sure that the log store set for a table's file system is one whose put-if-absent keeps
   * out every other writer. Looks at settings only.
   *
   * @throws UnsafeStoreException naming table and scheme, if it is not
   */
  public void requireAtomicPutIfAbsent(Path table) throws IOException {
    String fault = LogStores.fault(configuration, qualified(table).toUri().getScheme());
    if (fault != null) {
      throw new UnsafeStoreException("Table " + table + " cannot be written: " + fault, null);
    }
  }

  /**
   * Tries whether the store of a table does what its log store relies on, by two writes of one file
   * in the table's log. Once per table in the life of the process: later calls return at once.
   *
   * @param table whose log has a directory, if its file system has such
   * @throws UnsafeStoreException naming table and store, if the second write did not fail, or if
   *     {@link #requireAtomicPutIfAbsent} does
   * @throws IOException if the log cannot be written
   */
  public void probe(Path table) throws IOException {
    requireAtomicPutIfAbsent(table);
    StoreProbe.require(configuration, settings, qualified(table));
  }

  private Path qualified(Path path) throws IOException {
    return fileSystem(path).makeQualified(path);
  }

  private static Set<String> configuredSchemes(Set<String> properties) {
    // Always: their defaults here are not those of others in this process.
    Set<String> schemes = new TreeSet<>(S3Settings.SCHEMES);
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
