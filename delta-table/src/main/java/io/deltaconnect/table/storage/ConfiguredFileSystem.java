package io.deltaconnect.table.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;

/**
 * One file system per set of settings. Hadoop's own cache looks at scheme, authority and user only:
 * the second of two connectors in a worker would reach its bucket with the first one's secrets.
 * Here the settings are part of the key; instances are shared by all that have equal ones and stay
 * for the life of the process, so that tasks may come and go.
 */
public final class ConfiguredFileSystem extends FilterFileSystem {
  private static final String SETTINGS = "deltaconnect.storage.settings";
  private static final String IMPLEMENTATION = "deltaconnect.storage.implementation.";

  private static final AtomicInteger NEXT_NUMBER = new AtomicInteger();
  private static final Map<Map<String, String>, Integer> NUMBERS = new ConcurrentHashMap<>();
  private static final Map<Key, FileSystem> SHARED = new ConcurrentHashMap<>();

  private record Key(String settings, String scheme, String authority) {}

  /** The constructor that Hadoop looks for. */
  public ConfiguredFileSystem() {}

  /**
   * Makes this the file system of a scheme, in front of the one that it has.
   *
   * @param settings those that set the configuration apart from others
   */
  static void install(Configuration configuration, String scheme, Map<String, String> settings)
      throws IOException {
    String real = configuration.get("fs." + scheme + ".impl");
    if (real == null) {
      real = FileSystem.getFileSystemClass(scheme, configuration).getName();
    }
    configuration.set(IMPLEMENTATION + scheme, real);
    configuration.set("fs." + scheme + ".impl", ConfiguredFileSystem.class.getName());
    configuration.setBoolean("fs." + scheme + ".impl.disable.cache", true);
    int number = NUMBERS.computeIfAbsent(Map.copyOf(settings), s -> NEXT_NUMBER.getAndIncrement());
    configuration.set(SETTINGS, Integer.toString(number));
  }

  /** Closes the file systems of these settings; whoever has one cannot use it any more. */
  static void closeAll(Map<String, String> settings) throws IOException {
    Integer number = NUMBERS.remove(settings);
    if (number == null) {
      return;
    }
    for (Key key : Set.copyOf(SHARED.keySet())) {
      if (key.settings.equals(Integer.toString(number))) {
        SHARED.remove(key).close();
      }
    }
  }

  /** The class of a scheme's file system, whether one of these is in front of it or not. */
  static Class<?> realClass(Configuration configuration, String scheme) throws IOException {
    String installed = configuration.get(IMPLEMENTATION + scheme);
    try {
      return installed == null
          ? FileSystem.getFileSystemClass(scheme, configuration)
          : configuration.getClassByName(installed);
    } catch (ClassNotFoundException e) {
      throw new IOException("class " + installed + " is not there", e);
    }
  }

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    setConf(conf);
    Key key = new Key(conf.get(SETTINGS), uri.getScheme(), uri.getAuthority());
    try {
      fs = SHARED.computeIfAbsent(key, k -> real(uri, conf));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Leaves the shared instance open. */
  @Override
  public void close() {}

  private static FileSystem real(URI uri, Configuration conf) {
    Configuration own = new Configuration(conf);
    own.set("fs." + uri.getScheme() + ".impl", conf.get(IMPLEMENTATION + uri.getScheme()));
    try {
      return FileSystem.newInstance(uri, own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
