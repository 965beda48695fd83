package io.deltaconnect.integration;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** What a broker answers to one of Kafka's clients. */
final class Answer {
  private Answer() {}

  /**
   * Waits for it.
   *
   * @throws IllegalStateException if it is an error, or the thread was interrupted
   */
  static <T> T of(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
