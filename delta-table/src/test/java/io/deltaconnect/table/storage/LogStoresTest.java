package io.deltaconnect.table.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogStoresTest {
  private static Configuration configuration(String... keyAndValue) {
    Configuration configuration = new Configuration(false);
    LogStores.setDefaults(configuration);
    for (int i = 0; i < keyAndValue.length; i += 2) {
      configuration.set(keyAndValue[i], keyAndValue[i + 1]);
    }
    return configuration;
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "s3a", "s3", "s3n", "hdfs", "abfs", "abfss", "gs"})
  void theseHaveAnAtomicOneByDefault(String scheme) {
    assertThat(LogStores.fault(configuration(), scheme)).isNull();
    assertThatCode(() -> LogStores.create(configuration(), scheme)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"wasb", "adl", "viewfs", "own"})
  void othersNeedOneToBeNamed(String scheme) {
    String property = "io.delta.kernel.logStore." + scheme + ".impl";
    assertThat(LogStores.fault(configuration(), scheme)).contains(scheme + "://", property);
    assertThat(LogStores.fault(configuration(property, "my.Store"), scheme)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "s3a,io.delta.storage.S3SingleDriverLogStore",
    "file,io.delta.storage.LocalLogStore",
    "file,io.delta.storage.HDFSLogStore",
    "s3,io.delta.storage.HDFSLogStore"
  })
  void onesThatKeepOutTheirOwnProcessOnlyAreRefused(String scheme, String store) {
    String property = "io.delta.kernel.logStore." + scheme + ".impl";
    assertThat(LogStores.fault(configuration(property, store), scheme)).contains(property, store);
  }

  @Test
  void aTableInAFileSystemWithoutOneIsRefusedByName() {
    Storage storage = Storage.of(Map.of("fs.file.impl", RawLocalFileSystem.class.getName()));
    Storage unsafe =
        Storage.of(Map.of("io.delta.kernel.logStore.file.impl", "io.delta.storage.LocalLogStore"));

    assertThatCode(() -> storage.requireAtomicPutIfAbsent(new Path("/lake/orders")))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> unsafe.requireAtomicPutIfAbsent(new Path("/lake/orders")))
        .isInstanceOf(UnsafeStoreException.class)
        .hasMessageContaining("/lake/orders")
        .hasMessageContaining("io.delta.storage.LocalLogStore");
  }

  @Test
  void aClassThatIsNoLogStoreIsNamedWithItsProperty() {
    String property = "io.delta.kernel.logStore.file.impl";
    for (String name : new String[] {"no.such.Store", "java.lang.String"}) {
      assertThatThrownBy(() -> LogStores.create(configuration(property, name), "file"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(property + "=" + name);
    }
  }
}
