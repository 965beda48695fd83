package io.deltaconnect.integration;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The log store of a task whose {@link Faults} may let each step go wrong. */
public final class FaultyLogStore extends LogStore {
  private final Faults faults;

  /** The constructor that Delta looks for. */
  public FaultyLogStore(Configuration conf) {
    super(conf);
    faults = Faults.of(conf);
  }

  @Override
  public void write(Path path, Iterator<String> lines, Boolean overwrite, Configuration conf)
      throws IOException {
    List<String> all = new ArrayList<>();
    lines.forEachRemaining(all::add);
    faults.step(
        StepKind.ofLogged(path, all),
        () -> {
          if (faults.store().showsPartialWrites()) {
            leavePart(path, all);
          }
          return null;
        },
        () -> {
          faults.store().logStore().write(path, all.iterator(), overwrite, plain());
          return null;
        });
  }

  /** What a process leaves that ends before the file gets its name. */
  private void leavePart(Path path, List<String> lines) throws IOException {
    Path part = new Path(path.getParent(), "." + path.getName() + ".0.tmp");
    byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    try (FSDataOutputStream out = faults.store().storage().fileSystem(part).create(part, true)) {
      out.write(bytes, 0, bytes.length / 2);
    }
  }

  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    return faults.step(
        StepKind.LIST, () -> null, () -> faults.store().logStore().listFrom(path, plain()));
  }

  @Override
  public CloseableIterator<String> read(Path path, Configuration conf) throws IOException {
    return faults.store().logStore().read(path, plain());
  }

  @Override
  public Path resolvePathOnPhysicalStorage(Path path, Configuration conf) throws IOException {
    return faults.store().logStore().resolvePathOnPhysicalStorage(path, plain());
  }

  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration conf) throws IOException {
    return faults.store().logStore().isPartialWriteVisible(path, plain());
  }

  private Configuration plain() {
    return faults.store().storage().configuration();
  }
}
