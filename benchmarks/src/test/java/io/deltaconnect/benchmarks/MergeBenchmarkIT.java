package io.deltaconnect.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.benchmarks.BenchmarkOptions.MergeLine;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeBenchmarkIT {
  @TempDir private Path directory;

  @Test
  void bothSidesMakeTheSameTableOfTheSameChanges() throws IOException {
    BenchmarkReport report =
        MergeBenchmark.run(
            BenchmarkOptions.parse(
                "--rows", "3000",
                "--lines", "small",
                "--repetitions", "1",
                "--heap", "768m",
                "--dir", directory.toString()));
    assertThat(report.ratio(MergeLine.SMALL).median()).isPositive();
  }
}
