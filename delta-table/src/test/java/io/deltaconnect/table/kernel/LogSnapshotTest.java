package io.deltaconnect.table.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.utils.FileStatus;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogSnapshotTest {
  @ParameterizedTest
  @CsvSource({
    // size and time known, size and time listed, whether it is the same file
    "10, 1700000000123, 10, 1700000000123, true",
    "10, 1700000000123, 10, 1700000000000, true",
    "10, 1700000000000, 10, 1700000000999, true",
    "10, 1700000000123, 10, 1700000000124, false",
    "10, 1700000000000, 10, 1700000001000, false",
    "10, 1700000000123, 10, 1700000001000, false",
    "10, 1700000000123, 11, 1700000000123, false",
    "10, 1700000000123, 11, 1700000000000, false"
  })
  void aCommitFileIsKnownAgainWhateverThePrecisionOfItsTime(
      long size, long time, long listedSize, long listedTime, boolean same) {
    String path = "/t/_delta_log/00000000000000000001.json";
    LogSnapshot snapshot =
        new LogSnapshot(
            "/t", 1, time, FileStatus.of(path, size, time), "a", 0, null, Map.of(), Map.of());

    assertThat(snapshot.endsWith(FileStatus.of(path, listedSize, listedTime))).isEqualTo(same);
  }
}
