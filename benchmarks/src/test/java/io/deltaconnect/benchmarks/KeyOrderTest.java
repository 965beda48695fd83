package io.deltaconnect.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyOrderTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 64, 65, 1000, 4097})
  void everyIdIsWrittenOnce(long rows) {
    for (KeyOrder order : KeyOrder.values()) {
      assertThat(LongStream.range(0, rows).map(i -> order.idAt(i, rows)).sorted())
          .containsExactlyElementsOf(LongStream.range(0, rows).boxed().toList());
    }
  }
}
