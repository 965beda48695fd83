package io.deltaconnect.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.benchmarks.BenchmarkOptions.SideName;
import io.deltaconnect.benchmarks.FeedBenchmark.FeedLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedBenchmarkIT {
  @TempDir private Path directory;

  @Test
  void bothSidesMakeTheSameBytes() throws IOException {
    Map<FeedLine, Map<SideName, List<FeedTiming>>> timings =
        FeedBenchmark.run(
            BenchmarkOptions.parse(
                "--rows", "2000",
                "--repetitions", "1",
                "--heap", "768m",
                "--dir", directory.toString()));

    assertThat(timings.get(FeedLine.CHANGES).get(SideName.SPARK).get(0).records())
        .isEqualTo(2 * 1000 + 200);
    assertThat(timings.get(FeedLine.SNAPSHOT).get(SideName.SPARK).get(0).records()).isEqualTo(2200);
  }
}
