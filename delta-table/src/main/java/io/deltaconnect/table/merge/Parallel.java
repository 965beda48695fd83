package io.deltaconnect.table.merge;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs the pieces of one commit on several threads. */
final class Parallel {
  private Parallel() {}

  /** A piece of file work. */
  interface Task<T> extends Callable<T> {
    @Override
    T call() throws IOException;
  }

  /**
   * Runs all tasks; none of them runs any more when this returns or throws.
   *
   * @return their results, in their order
   * @throws IOException of the first task that failed
   */
  static <T> List<T> run(int threads, List<Task<T>> tasks) throws IOException {
    List<T> results = new ArrayList<>(tasks.size());
    if (threads <= 1 || tasks.size() <= 1) {
      for (Task<T> task : tasks) {
        results.add(task.call());
      }
      return results;
    }
    ExecutorService pool =
        Executors.newFixedThreadPool(Math.min(threads, tasks.size()), Parallel::daemon);
    try {
      for (Future<T> future : pool.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      stop(pool);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "delta-merge");
    thread.setDaemon(true);
    return thread;
  }

  private static IOException unwrapped(Throwable cause) {
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return cause instanceof IOException e ? e : new IOException(cause);
  }

  private static InterruptedIOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException e = new InterruptedIOException("interrupted while working on files");
    e.initCause(cause);
    return e;
  }

  private static void stop(ExecutorService pool) throws InterruptedIOException {
    pool.shutdownNow();
    try {
      // Ends at once, but for tasks that an interrupt must reach first.
      if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("file work does not end after an interrupt");
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }
}
