package io.deltaconnect.table.merge;

import io.deltaconnect.table.file.ReadPool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs the pieces of one commit on several threads. */
final class Parallel {
  private Parallel() {}

  /** A piece of file work. */
  interface Task<T> {
    T run() throws IOException;
  }

  /**
   * Runs all tasks; none of them runs any more when this returns or throws.
   *
   * @param threads at a time, the caller's included
   * @return their results, in their order
   * @throws IOException of the first task that failed
   */
  static <T> List<T> run(int threads, List<Task<T>> tasks) throws IOException {
    // Each thread sets places of its own.
    List<T> results = new ArrayList<>(Collections.nCopies(tasks.size(), null));
    ReadPool.run(
        threads,
        tasks.size(),
        () ->
            new ReadPool.Worker() {
              @Override
              public void run(int i) throws IOException {
                results.set(i, tasks.get(i).run());
              }

              @Override
              public void close() {}
            });
    return results;
  }
}
