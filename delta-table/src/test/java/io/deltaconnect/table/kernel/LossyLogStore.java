package io.deltaconnect.table.kernel;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import io.deltaconnect.table.storage.logstore.LocalLogStore;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A log store whose next writes of a commit go wrong as told. Kernel makes a new instance for each
 * call, so what is to come is kept in static state: tests that use it run one after the other.
 */
public final class LossyLogStore extends LogStore {
  /** How a write goes wrong. */
  public enum Fault {
    /** Nothing is written. */
    BEFORE,
    /** Nothing is written yet: {@link #deliver} does it. */
    LATE,
    /** It is written, and the response lost. */
    AFTER,
    /** As {@link #AFTER}, and the client that tries again by itself meets its own file. */
    OWN_CONFLICT,
    /** Another writer's commit is there first, and the response lost. */
    OTHERS_FIRST
  }

  public static final Deque<Fault> FAULTS = new ArrayDeque<>();
  static final String OTHERS_LINE =
      "{\"commitInfo\":{\"txnId\":\"another\",\"operation\":\"MERGE\"}}";

  private static Path latePath;
  private static List<String> lateLines;

  private final LocalLogStore store;

  public LossyLogStore(Configuration conf) {
    super(conf);
    store = new LocalLogStore(conf);
  }

  /** The last {@link Fault#LATE} write arrives. */
  public static void deliver() throws IOException {
    Configuration conf = new Configuration();
    new LocalLogStore(conf).write(latePath, lateLines.iterator(), false, conf);
  }

  @Override
  public void write(Path path, Iterator<String> lines, Boolean overwrite, Configuration conf)
      throws IOException {
    Fault fault = path.getName().endsWith(".json") ? FAULTS.poll() : null;
    if (fault == Fault.BEFORE) {
      throw new IOException("connection refused");
    }
    if (fault == Fault.LATE) {
      latePath = path;
      lateLines = new ArrayList<>();
      lines.forEachRemaining(lateLines::add);
      throw new IOException("timed out");
    }
    Iterator<String> content =
        fault == Fault.OTHERS_FIRST ? List.of(OTHERS_LINE).iterator() : lines;
    store.write(path, content, overwrite, conf);
    if (fault == Fault.OWN_CONFLICT) {
      throw new FileAlreadyExistsException(path.toString());
    }
    if (fault != null) {
      throw new IOException("connection reset");
    }
  }

  @Override
  public CloseableIterator<String> read(Path path, Configuration conf) throws IOException {
    return store.read(path, conf);
  }

  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    return store.listFrom(path, conf);
  }

  @Override
  public Path resolvePathOnPhysicalStorage(Path path, Configuration conf) {
    return store.resolvePathOnPhysicalStorage(path, conf);
  }

  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration conf) {
    return store.isPartialWriteVisible(path, conf);
  }
}
