package io.deltaconnect.table.kernel;

import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;

/** The local file system, which fails to read a log of which a checkpoint is being written. */
public final class UnreadableOnceBegunFileSystem extends RawLocalFileSystem {
  private static final Set<Path> BEGUN = Collections.newSetFromMap(new ConcurrentHashMap<>());

  /** How many checkpoints were begun. */
  static int begun() {
    return BEGUN.size();
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    if (path.getName().contains(".checkpoint.")) {
      BEGUN.add(path.getParent());
    }
    return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    if (BEGUN.contains(path.getParent())) {
      throw new IOException("connection reset");
    }
    return super.open(path, bufferSize);
  }
}
