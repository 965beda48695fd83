package io.deltaconnect.table.storage;

import io.delta.kernel.engine.Engine;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * How tables are reached: Hadoop file systems with our log stores in place. Immutable, thread-safe.
 */
public final class Storage {
  private Storage() {}

  /**
   * Storage with these settings on top of our own.
   *
   * @param hadoopProperties any {@code fs.*} and other Hadoop settings, e.g. {@code
   *     fs.s3a.endpoint}
   */
  public static Storage of(Map<String, String> hadoopProperties) {
    throw new UnsupportedOperationException();
  }

  /** A Kernel engine over these file systems. */
  public Engine engine() {
    throw new UnsupportedOperationException();
  }

  public Configuration configuration() {
    throw new UnsupportedOperationException();
  }

  public FileSystem fileSystem(Path path) throws IOException {
    throw new UnsupportedOperationException();
  }
}
