package io.deltaconnect.source;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files under {@code flaky:}, which cannot be read some times. */
public final class FlakyFileSystem extends RawLocalFileSystem {
  static final URI URI_OF_ALL = URI.create("flaky:///");

  /** So many calls fail from now on. */
  static final AtomicInteger FAILURES = new AtomicInteger();

  /** Files right in folders of this name cannot be read; null: all can. */
  static final AtomicReference<String> BROKEN_FOLDER = new AtomicReference<>();

  @Override
  public URI getUri() {
    return URI_OF_ALL;
  }

  @Override
  public String getScheme() {
    return "flaky";
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    failIfItMust();
    if (path.getParent().getName().equals(BROKEN_FOLDER.get())) {
      throw new IOException("the store does not answer");
    }
    return super.open(path, bufferSize);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    failIfItMust();
    return super.listStatus(path);
  }

  private static void failIfItMust() throws IOException {
    if (FAILURES.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      throw new IOException("the store does not answer");
    }
  }
}
