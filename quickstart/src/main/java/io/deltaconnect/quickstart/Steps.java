package io.deltaconnect.quickstart;

import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Numbered steps on the console: a dot each second while one runs, then its result and time. */
final class Steps implements AutoCloseable {
  private final PrintStream out;
  private final int count;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
          });
  private int number;

  /** Of the step that runs; null while none does. */
  private ScheduledFuture<?> dots;

  private long start;

  /**
   * @param count of all steps that will run
   */
  Steps(PrintStream out, int count) {
    this.out = out;
    this.count = count;
    // Ctrl-C may end this JVM before the step's own thread notices.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> finish("stopped"), "stop-step"));
  }

  /** Runs a step; what it returns is printed behind it. */
  <T> T run(String title, Supplier<T> step) {
    return run(title, step, Object::toString);
  }

  /** Runs a step; what it returns is printed behind it as the function says. */
  <T> T run(String title, Supplier<T> step, Function<T, String> inWords) {
    number++;
    out.printf("[%2d/%d] %s ", number, count, title);
    out.flush();
    begin();
    boolean done = false;
    try {
      T result = step.get();
      done = true;
      finish(inWords.apply(result));
      return result;
    } finally {
      if (!done) {
        finish(JavaProcess.isStopping() ? "stopped" : "FAILED");
      }
    }
  }

  private synchronized void begin() {
    start = System.nanoTime();
    dots = ticker.scheduleAtFixedRate(this::dot, 1, 1, TimeUnit.SECONDS);
  }

  private synchronized void dot() {
    if (dots != null) {
      out.print('.');
      out.flush();
    }
  }

  /** Ends the running step's line, once. */
  private synchronized void finish(String result) {
    if (dots != null) {
      dots.cancel(false);
      dots = null;
      out.printf(" %s (%.1f s)%n", result, (System.nanoTime() - start) / 1e9);
    }
  }

  @Override
  public void close() {
    ticker.shutdownNow();
  }
}
