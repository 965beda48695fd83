package io.deltaconnect.integration;

import io.deltaconnect.quickstart.Await;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;

/** Sends changes of a workload all the time, in batches of random size, until it is closed. */
final class SteadyLoad implements AutoCloseable {
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final WorkloadTopic topic;
  private final Producer<byte[], byte[]> producer;
  private final int largestBatch;
  private final Random random;
  private final Future<?> sending;
  private volatile boolean quiet;
  private volatile IllegalStateException failure;

  /**
   * Begins.
   *
   * @param largestBatch records sent at a time, at most
   * @param pause between two batches
   */
  SteadyLoad(
      WorkloadTopic topic,
      Producer<byte[], byte[]> producer,
      int largestBatch,
      Duration pause,
      long seed) {
    this.topic = topic;
    this.producer = producer;
    this.largestBatch = largestBatch;
    this.random = new Random(seed);
    this.sending =
        thread.scheduleWithFixedDelay(
            this::sendUnlessQuiet, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void sendUnlessQuiet() {
    if (!quiet) {
      send();
    }
  }

  private void send() {
    try {
      topic.send(producer, random.nextInt(largestBatch) + 1);
    } catch (ExecutionException | RuntimeException e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(e);
    }
  }

  /** Has a batch sent out of turn, even while it is quiet; returns at once. */
  void nudge() {
    thread.execute(this::send);
  }

  /** Does something while nothing is sent, unless it nudges. */
  void inQuiet(Runnable action) {
    quiet = true;
    try {
      // Until what is being sent is sent.
      CompletableFuture.runAsync(() -> {}, thread).join();
      action.run();
    } finally {
      quiet = false;
    }
  }

  private void fail(Exception e) {
    failure = new IllegalStateException("Cannot send to " + topic.name(), e);
    throw failure;
  }

  /** Fails if sending has failed. */
  void check() {
    if (failure != null) {
      throw failure;
    }
  }

  /** Sends no more; returns when all is sent, and fails if sending has failed. */
  @Override
  public void close() {
    sending.cancel(false);
    thread.shutdown();
    Await.until("the last records to be sent", Duration.ofMinutes(1), thread::isTerminated);
    check();
  }
}
