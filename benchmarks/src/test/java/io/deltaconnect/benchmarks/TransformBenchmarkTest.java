package io.deltaconnect.benchmarks;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransformBenchmarkTest {
  @ParameterizedTest
  @ValueSource(strings = {"plain", "fields"})
  void bothSidesMakeTheSameRows(String rows) {
    TransformBenchmark benchmark = new TransformBenchmark();
    benchmark.rows = rows;

    assertThatCode(benchmark::configure).doesNotThrowAnyException();
  }
}
