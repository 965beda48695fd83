package io.deltaconnect.table.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.MDC;

/**
 * Reads in parallel: on the caller's thread and on daemon threads that all tables of the JVM share
 * and that end when idle. Nothing of it needs closing.
 */
public final class ReadPool {
  private static final AtomicInteger THREADS = new AtomicInteger();
  private static final ExecutorService POOL =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "delta-read-" + THREADS.incrementAndGet());
            thread.setDaemon(true);
            return thread;
          });

  private ReadPool() {}

  /** One thread's part: what it holds open while it does one task after another. */
  public interface Worker extends Closeable {
    /** Does task {@code i}. Each task is done once, by some worker, in about ascending order. */
    void run(int i) throws IOException;

    @Override
    default void close() throws IOException {}
  }

  /** Makes the worker of one thread. */
  public interface WorkerFactory {
    Worker create() throws IOException;
  }

  /**
   * Does the tasks 0 to {@code tasks} - 1. On return no thread is at it any more, whatever
   * happened.
   *
   * @param parallelism threads at a time, the caller's included
   * @throws IOException the first failure of a task; the others are suppressed or not begun
   */
  public static void run(int parallelism, int tasks, WorkerFactory workers) throws IOException {
    AtomicInteger next = new AtomicInteger();
    AtomicBoolean stop = new AtomicBoolean();
    List<Future<?>> others = new ArrayList<>();
    for (int i = 1; i < Math.min(parallelism, tasks); i++) {
      others.add(
          submit(
              () -> {
                work(tasks, workers, next, stop);
                return null;
              }));
    }
    Throwable failure = null;
    try {
      work(tasks, workers, next, stop);
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    }
    boolean interrupted = false;
    for (Future<?> other : others) {
      for (boolean done = false; !done; ) {
        try {
          other.get();
          done = true;
        } catch (ExecutionException e) {
          done = true;
          if (failure == null) {
            failure = e.getCause();
          } else if (failure != e.getCause()) {
            failure.addSuppressed(e.getCause());
          }
        } catch (InterruptedException e) {
          interrupted = true;
          stop.set(true);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      if (failure == null) {
        failure = new InterruptedIOException("interrupted while reading");
      }
    }
    rethrow(failure);
  }

  /**
   * Begins with something on another thread, whose log lines say for whom it works; whoever begins
   * it ends it.
   */
  public static <T> Future<T> submit(Callable<T> task) {
    Map<String, String> logContext = MDC.getCopyOfContextMap();
    return POOL.submit(
        () -> {
          if (logContext != null) {
            MDC.setContextMap(logContext);
          }
          try {
            return task.call();
          } finally {
            MDC.clear();
          }
        });
  }

  /**
   * Waits for what was begun.
   *
   * @throws IOException its own failure, or {@link InterruptedIOException}, after which it still
   *     has to be {@link #end ended}
   */
  public static <T> T await(Future<T> begun) throws IOException {
    try {
      return begun.get();
    } catch (ExecutionException e) {
      rethrow(e.getCause());
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading");
    }
  }

  /**
   * Waits until no thread is at it any more.
   *
   * @return what it came to; empty if it failed, which then is of no interest any more
   */
  public static <T> Optional<T> end(Future<T> begun) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return Optional.of(begun.get());
        } catch (ExecutionException e) {
          return Optional.empty();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void work(int tasks, WorkerFactory workers, AtomicInteger next, AtomicBoolean stop)
      throws IOException {
    if (next.get() >= tasks) {
      return;
    }
    boolean done = false;
    try (Worker worker = workers.create()) {
      for (int i = next.getAndIncrement(); i < tasks && !stop.get(); i = next.getAndIncrement()) {
        worker.run(i);
      }
      done = true;
    } finally {
      if (!done) {
        stop.set(true);
      }
    }
  }

  private static void rethrow(Throwable failure) throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    } else if (failure instanceof Error e) {
      throw e;
    } else if (failure != null) {
      throw new IOException(failure);
    }
  }
}
