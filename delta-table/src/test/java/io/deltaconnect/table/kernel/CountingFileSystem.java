package io.deltaconnect.table.kernel;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local file system, noting which files are opened. */
public final class CountingFileSystem extends RawLocalFileSystem {
  static final List<String> OPENED = new CopyOnWriteArrayList<>();

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    OPENED.add(path.getName());
    return super.open(path, bufferSize);
  }
}
