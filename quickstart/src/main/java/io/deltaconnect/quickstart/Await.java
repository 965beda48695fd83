package io.deltaconnect.quickstart;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions, never for a length of time. */
public final class Await {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private Await() {}

  /**
   * Probes until there is a value.
   *
   * @param what is waited for, for the error message
   * @throws ComponentException when the time is over, or the thread was interrupted
   */
  public static <T> T value(String what, Duration timeout, Supplier<Optional<T>> probe) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      Optional<T> value = probe.get();
      if (value.isPresent()) {
        return value.get();
      }
      if (System.nanoTime() - deadline > 0) {
        throw new ComponentException("Waited " + timeout.toSeconds() + " s in vain for " + what);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new ComponentException("Interrupted while waiting for " + what);
      }
    }
  }

  /** Probes until the condition holds; otherwise as {@link #value}. */
  public static void until(String what, Duration timeout, BooleanSupplier condition) {
    value(
        what,
        timeout,
        () -> condition.getAsBoolean() ? Optional.of(Boolean.TRUE) : Optional.empty());
  }
}
