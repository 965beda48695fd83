package io.deltaconnect.table.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class ReadPoolTest {

  @Test
  void eachTaskIsDoneOnceAndEachWorkerClosed() throws IOException {
    AtomicIntegerArray done = new AtomicIntegerArray(500);
    AtomicInteger open = new AtomicInteger();
    ReadPool.run(
        4,
        500,
        () -> {
          open.incrementAndGet();
          return new ReadPool.Worker() {
            @Override
            public void run(int i) {
              done.incrementAndGet(i);
            }

            @Override
            public void close() {
              open.decrementAndGet();
            }
          };
        });
    for (int i = 0; i < 500; i++) {
      assertThat(done.get(i)).isEqualTo(1);
    }
    assertThat(open).hasValue(0);
  }

  @Test
  void tasksRunAtTheSameTime() throws IOException {
    CountDownLatch both = new CountDownLatch(2);
    ReadPool.run(
        2,
        2,
        () ->
            i -> {
              both.countDown();
              try {
                both.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
            });
    assertThat(both.getCount()).isZero();
  }

  @Test
  void theFirstFailureIsThrownAndNoTaskRunsAfterIt() {
    AtomicInteger begun = new AtomicInteger();
    assertThatThrownBy(
            () ->
                ReadPool.run(
                    3,
                    100_000,
                    () ->
                        i -> {
                          begun.incrementAndGet();
                          throw new IOException("no " + i);
                        }))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no ");
    int after = begun.get();
    assertThat(after).isLessThanOrEqualTo(3);
    assertThat(begun).hasValue(after);
  }

  @Test
  void noTaskMeansNoWorker() throws IOException {
    ReadPool.run(
        2,
        0,
        () -> {
          throw new IllegalStateException("made a worker");
        });
  }
}
