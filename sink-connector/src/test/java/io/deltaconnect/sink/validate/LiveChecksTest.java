package io.deltaconnect.sink.validate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveChecksTest {

  @Test
  void storeThatTakesTooLongIsNoProblemAndHoldsNobodyUp() throws IOException {
    // It takes connections, and never says a word.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      long begin = System.nanoTime();

      assertThat(
              LiveChecks.problems(
                  Map.of(
                      "name", "sink",
                      "topics", "orders",
                      "table.path", "s3a://lake/${topic}",
                      "storage.endpoint", "http://127.0.0.1:" + silent.getLocalPort(),
                      "storage.region", "us-east-1",
                      "storage.access.key", "a",
                      "storage.secret.key", "s"),
                  Duration.ofMillis(500)))
          .isEmpty();

      // A read alone would take far longer.
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(60));
    }
  }
}
