package io.deltaconnect.sink.config;

import static io.deltaconnect.sink.config.DeltaSinkConfigTest.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.deltaconnect.sink.DeltaSinkConnector;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorageKeysTest {
  private static final String SECRET = "wJalrXUtnFEMI";

  @Test
  void theyBecomeSettingsOfHadoopsClient() {
    assertThat(
            DeltaSinkConfig.of(
                    config(
                        "storage.endpoint", "http://localhost:9000",
                        "storage.region", "eu-central-1",
                        "storage.path.style.access", "true",
                        "storage.access.key", "AKIA",
                        "storage.secret.key", SECRET,
                        "storage.session.token", "token",
                        "hadoop.fs.s3a.threads.max", "7"))
                .hadoopProperties())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "fs.s3a.endpoint", "http://localhost:9000",
                "fs.s3a.endpoint.region", "eu-central-1",
                "fs.s3a.path.style.access", "true",
                "fs.s3a.access.key", "AKIA",
                "fs.s3a.secret.key", SECRET,
                "fs.s3a.session.token", "token",
                "fs.s3a.threads.max", "7"));
  }

  @Test
  void whatIsNotSetIsLeftToHadoop() {
    assertThat(DeltaSinkConfig.of(config("storage.endpoint", " ")).hadoopProperties()).isEmpty();
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        arguments(
            List.of("storage.access.key", "storage.secret.key"),
            List.of("storage.access.key", "AKIA")),
        arguments(
            List.of("storage.access.key", "storage.secret.key"),
            List.of("storage.secret.key", SECRET)),
        arguments(
            List.of("storage.session.token", "storage.access.key", "storage.secret.key"),
            List.of("storage.session.token", "token")),
        arguments(
            List.of("storage.endpoint", "hadoop.fs.s3a.endpoint"),
            List.of("storage.endpoint", "a:1", "hadoop.fs.s3a.endpoint", "b:2")),
        arguments(
            List.of("hadoop.fs.s3a.create.performance"),
            List.of("hadoop.fs.s3a.create.performance", "true")),
        arguments(
            List.of("hadoop.fs.s3a.bucket.lake.performance.flags"),
            List.of("hadoop.fs.s3a.bucket.lake.performance.flags", "create, mkdir")),
        arguments(
            List.of("hadoop.fs.s3a.create.conditional.enabled"),
            List.of("hadoop.fs.s3a.create.conditional.enabled", "false")),
        arguments(
            List.of("table.orders.storage.region"), List.of("table.orders.storage.region", "x")));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("wrong")
  void wrongCombinationsAreShownOnEveryKeyConcerned(List<String> keys, List<String> settings) {
    Map<String, String> config = config(settings.toArray(new String[0]));
    config.put("table.path", "s3a://lake/${topic}");

    assertThat(DeltaSinkConfig.problems(config))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.keys()).containsExactlyElementsOf(keys);
              assertThat(problem.message()).contains(keys.get(0)).doesNotContain(SECRET);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a://lake/${topic}", "s3://lake/retail", "s3n://lake/a/${topic}"})
  void s3PathsAreTaken(String path) {
    assertThat(DeltaSinkConfig.problems(config("table.path", path))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a://lake", "s3a:///${topic}", "s3:/lake/${topic}", "s3a://lake/"})
  void aPathWithoutBucketOrWithoutFolderIsRefused(String path) {
    assertThat(DeltaSinkConfig.problems(config("table.path", path)))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.keys()).containsExactly("table.path");
              assertThat(problem.message()).contains(path, "s3a://bucket/path");
            });
  }

  @Test
  void credentialsInAPathAreRefusedAndNotRepeated() {
    assertThat(DeltaSinkConfig.problems(config("table.path", "s3a://AKIA:" + SECRET + "@lake/t")))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.message())
                    .contains("table.path", "storage.access.key")
                    .doesNotContain(SECRET));
  }

  @Test
  void aSchemeWithoutASafeLogStoreIsRefused() {
    Map<String, String> config = config("table.path", "own://lake/${topic}");
    config.put("hadoop.fs.own.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    assertThat(DeltaSinkConfig.problems(config))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.keys()).containsExactly("table.path");
              assertThat(problem.message()).contains("io.delta.kernel.logStore.own.impl");
            });

    config.put(
        "hadoop.io.delta.kernel.logStore.own.impl",
        "io.deltaconnect.table.storage.logstore.LocalLogStore");
    assertThat(DeltaSinkConfig.problems(config)).isEmpty();
  }

  @Test
  void validationRepeatsNoSecret() {
    Map<String, String> config =
        config(
            "storage.access.key", SECRET,
            "storage.secret.key", SECRET,
            "storage.session.token", SECRET,
            "hadoop.fs.s3a.access.key", SECRET,
            "hadoop.fs.s3a.secret.key", SECRET,
            "hadoop.fs.s3a.session.token", SECRET);
    config.put("topics", "orders");

    List<ConfigValue> values = new DeltaSinkConnector().validate(config).configValues();

    assertThat(values).filteredOn(value -> !value.errorMessages().isEmpty()).hasSize(6);
    assertThat(values).allSatisfy(v -> assertThat(v.toString()).doesNotContain(SECRET));
  }
}
