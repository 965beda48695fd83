package io.deltaconnect.table.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileKeyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/some/with%20space/p@%23h",
        "file:/some/with%20space/p@%23h",
        "file:///some/with%20space/p@%23h"
      })
  void aLocalFileIsTheSameWithItsSchemeAndWithout(String path) {
    assertThat(FileKey.of(path, null)).isEqualTo(FileKey.of("/some/with%20space/p@%23h", null));
  }

  @Test
  void otherPathsAreTakenAsTheyStand() {
    assertThat(FileKey.of("s3a://bucket/a", null)).isNotEqualTo(FileKey.of("/bucket/a", null));
    assertThat(FileKey.of("a", null)).isNotEqualTo(FileKey.of("/a", null));
    assertThat(FileKey.of("file://host/a", null)).isNotEqualTo(FileKey.of("/a", null));
  }
}
