package io.deltaconnect.sink.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DeltaSinkConfigTest {
  static Map<String, String> config(String... keysAndValues) {
    Map<String, String> config = new HashMap<>();
    config.put("name", "sink");
    config.put("table.path", "/lake/${topic}");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      config.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return config;
  }

  @Test
  void defaultsAreThoseOfTheDesign() {
    DeltaSinkConfig config = DeltaSinkConfig.of(config());
    TableConfig table = config.forTable("any");

    assertThat(config.commitIntervalMs()).isEqualTo(60_000);
    assertThat(config.commitMaxRecords()).isEqualTo(100_000);
    assertThat(config.commitMaxBytes()).isEqualTo(64L << 20);
    assertThat(config.offsetsCommitMaxDelayMs()).isEqualTo(600_000);
    assertThat(config.txnAppId()).isEqualTo("sink");
    assertThat(table.insertMode()).isEqualTo(InsertMode.UPSERT);
    assertThat(table.pkMode()).isEqualTo(PkMode.RECORD_KEY);
    assertThat(table.deleteEnabled()).isTrue();
    assertThat(table.autoCreate()).isFalse();
    assertThat(table.autoEvolve()).isEqualTo(AutoEvolve.NONE);
    assertThat(table.onRecreated()).isEqualTo(OnTableRecreated.FAIL);
    assertThat(table.kept().missing()).isFalse();
    assertThat(table.kept().nulls()).isFalse();
    assertThat(table.kept().isUnavailable("__debezium_unavailable_value")).isTrue();
    assertThat(table.kept().unavailableOrNull()).isFalse();
    assertThat(table.op().unknown()).isEqualTo(UnknownOp.FAIL);
    assertThat(table.options().mergeStrategy()).isEqualTo(MergeStrategy.AUTO);
    assertThat(table.options().sharedChangeFiles()).isTrue();
    assertThat(table.options().emitUnchangedUpdates()).isFalse();
    assertThat(table.options().retryTimeout()).isEqualTo(Duration.ofSeconds(150));
  }

  @Test
  void everyKeyIsDocumentedAndGrouped() {
    DeltaSinkConfig.DEFINITION
        .configKeys()
        .forEach(
            (name, key) -> {
              assertThat(key.documentation).as(name).isNotBlank();
              assertThat(key.displayName).as(name).isNotBlank();
              assertThat(key.group).as(name).isNotBlank();
              assertThat(key.orderInGroup).as(name).isPositive();
            });
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        arguments(List.of("pk.mode", "pk.fields"), List.of("pk.mode", "record_value")),
        arguments(
            List.of("partition.by", "cluster.by"), List.of("partition.by", "a", "cluster.by", "b")),
        arguments(
            List.of("pk.fields", "columns.exclude"),
            List.of("pk.fields", "Id", "columns.exclude", "id")),
        arguments(
            List.of("columns.include", "columns.exclude"),
            List.of("columns.include", "a", "columns.exclude", "A")),
        arguments(
            List.of("op.upsert.values", "op.delete.values"), List.of("op.delete.values", "U")),
        arguments(
            List.of("op.truncate.values", "op.ignore.values"), List.of("op.ignore.values", "t")),
        arguments(List.of("topic.to.table.map"), List.of("topic.to.table.map", "orders")),
        arguments(List.of("topic.to.table.map"), List.of("topic.to.table.map", "a:b,a:c")),
        arguments(
            List.of("table.properties.delta.enableChangeDataFeed"),
            List.of("table.properties.delta.enableChangeDataFeed", "false")),
        arguments(
            List.of("table.properties.delta.setTransactionRetentionDuration"),
            List.of("table.properties.delta.setTransactionRetentionDuration", "interval 1 day")),
        arguments(
            List.of("merge.strategy", "table.properties.delta.enableDeletionVectors"),
            List.of(
                "merge.strategy",
                "deletion_vectors",
                "table.properties.delta.enableDeletionVectors",
                "false")),
        arguments(
            List.of("insert.mode", "missing.columns"),
            List.of("insert.mode", "append", "missing.columns", "keep")),
        arguments(
            List.of("table.orders.insert.mode", "ignore.null.updates"),
            List.of("table.orders.insert.mode", "append", "ignore.null.updates", "true")),
        arguments(
            List.of("table.orders.unavailable.value.placeholder"),
            List.of("table.orders.unavailable.value.placeholder", "hex:xy")),
        arguments(List.of("pk.fields"), List.of("pk.fields", "id,ID")),
        arguments(List.of("partition.by"), List.of("partition.by", "day,day")),
        arguments(
            List.of("table.orders.cluster.by"), List.of("table.orders.cluster.by", "day,Day")),
        arguments(
            List.of("table.orders.commit.interval.ms"),
            List.of("table.orders.commit.interval.ms", "1")),
        arguments(List.of("table.orders.pk.field"), List.of("table.orders.pk.field", "id")),
        arguments(
            List.of("table.orders.pk.mode", "pk.fields"),
            List.of("table.orders.pk.mode", "record_value")),
        arguments(
            List.of("consumer.override.max.poll.interval.ms"),
            List.of("consumer.override.max.poll.interval.ms", "5 min")),
        arguments(
            List.of("table.orders.insert.mode"), List.of("table.orders.insert.mode", "merge")));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("wrong")
  void wrongCombinationsAreShownOnEveryKeyConcerned(List<String> keys, List<String> settings) {
    Map<String, String> config = config(settings.toArray(new String[0]));

    assertThat(DeltaSinkConfig.problems(config))
        .singleElement()
        .satisfies(problem -> assertThat(problem.keys()).containsExactlyElementsOf(keys));
    assertThatThrownBy(() -> DeltaSinkConfig.of(config)).isInstanceOf(ConfigException.class);
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        arguments("table.path", " "),
        arguments("table.path", "/lake/${table}"),
        arguments("table.path", "lake/${topic}"),
        arguments("table.path", "${topic}"),
        arguments("table.path", "file:lake/${topic}"),
        arguments("table.path", "nosuch://lake/${topic}"),
        arguments("topic.to.table.map", "a:nosuch://lake/a"),
        arguments("insert.mode", "merge"),
        arguments("auto.evolve", "drop"),
        arguments("table.upgrade", "dv"),
        arguments("commit.interval.ms", "-1"),
        arguments("commit.max.records", "0"),
        arguments("variable.scale.decimal", "double"),
        arguments("variable.scale.decimal", "decimal(39,1)"));
  }

  @ParameterizedTest(name = "{0}={1}")
  @MethodSource("invalid")
  void invalidValuesAreNamed(String key, String value) {
    assertThatThrownBy(() -> DeltaSinkConfig.of(config(key, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
  }

  @Test
  void overridesHoldForOneTableWhoseNameMayHaveDots() {
    DeltaSinkConfig config =
        DeltaSinkConfig.of(
            config(
                "pk.fields", "id",
                "table.shop.depot.orders.pk.fields", "a,b",
                "table.shop.depot.orders.table.properties.delta.appendOnly", "false",
                "table.shop.depot.orders.op.delete.values", "gone",
                "table.properties.x", "1"));

    TableConfig orders = config.forTable("shop.depot.orders");
    assertThat(orders.pkFields()).containsExactly("a", "b");
    assertThat(orders.op().deleteValues()).containsExactly("gone");
    assertThat(orders.properties())
        .containsOnly(Map.entry("delta.appendOnly", "false"), Map.entry("x", "1"));
    TableConfig other = config.forTable("orders");
    assertThat(other.pkFields()).containsExactly("id");
    assertThat(other.properties()).containsOnly(Map.entry("x", "1"));
  }

  @Test
  void choicesDoNotCareAboutCase() {
    assertThat(DeltaSinkConfig.of(config("insert.mode", "Append")).forTable("t").append()).isTrue();
    assertThat(
            DeltaSinkConfig.of(config("merge.strategy", "COPY_ON_WRITE"))
                .forTable("t")
                .options()
                .mergeStrategy())
        .isEqualTo(MergeStrategy.COPY_ON_WRITE);
  }

  @Test
  void keySetToNullIsNotSet() {
    assertThat(DeltaSinkConfig.of(config("pk.fields", null, "op.field", null)).forTable("t").op())
        .isEqualTo(DeltaSinkConfig.of(config()).forTable("t").op());
  }

  @Test
  void hadoopKeysArePassedOnWithoutTheirPrefix() {
    assertThat(
            DeltaSinkConfig.of(config("hadoop.fs.s3a.endpoint", "http://localhost"))
                .hadoopProperties())
        .containsExactly(Map.entry("fs.s3a.endpoint", "http://localhost"));
  }

  @Test
  void retriesLastHalfOfTheConsumersPollInterval() {
    DeltaSinkConfig config =
        DeltaSinkConfig.of(config("consumer.override.max.poll.interval.ms", "60000"));

    assertThat(config.forTable("t").options().retryTimeout()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void misspelledKeysAreWarnedAbout() {
    Map<String, String> warnings =
        UnknownKeys.warnings(
            config(
                "pk.field", "id",
                "auto_create", "true",
                "commit.intervall.ms", "1",
                "my.own.note", "x",
                "transforms.a.type", "x",
                "errors.tolerance", "all",
                "hadoop.fs.x", "y"));

    assertThat(warnings).containsOnlyKeys("pk.field", "auto_create", "commit.intervall.ms");
    for (String known : Arrays.asList("pk.fields", "auto.create", "commit.interval.ms")) {
      assertThat(warnings.values())
          .anySatisfy(w -> assertThat(w).contains("did you mean " + known + "?"));
    }
  }

  @Test
  void keysOfTheSourceAreWarnedAbout() {
    assertThat(
            UnknownKeys.warnings(
                config(
                    "key.fields", "id", "on.table.error", "skip", "transaction.boundary", "poll")))
        .isEqualTo(
            Map.of(
                "key.fields",
                "The key key.fields is one of the source connector and has no effect here; did you"
                    + " mean pk.fields?",
                "on.table.error",
                "The key on.table.error is one of the source connector and has no effect here"));
  }

  @Test
  void whatEverybodyDecidesOnIsImportant() {
    assertThat(DeltaSinkConfig.DEFINITION.configKeys().values())
        .filteredOn(key -> key.importance == ConfigDef.Importance.HIGH)
        .extracting(key -> key.name)
        .containsExactlyInAnyOrder(
            "table.path",
            "insert.mode",
            "pk.mode",
            "pk.fields",
            "delete.enabled",
            "op.field",
            "auto.create",
            "auto.evolve",
            "commit.interval.ms");
  }

  static Stream<Arguments> messages() {
    return Stream.of(
        arguments(
            List.of("op.delete.values", "d,u"),
            "op.delete.values and op.upsert.values both have 'u'"),
        arguments(
            List.of("table.orders.op.delete.values", "u"),
            "table.orders.op.delete.values and op.upsert.values both have 'u'"),
        arguments(
            List.of("table.properties.delta.enableChangeDataFeed", "false"),
            "table.properties.delta.enableChangeDataFeed must be true or unset"),
        arguments(
            List.of("table.orders.partition.by", "a", "cluster.by", "b"),
            "table.orders.partition.by and cluster.by exclude each other"),
        arguments(
            List.of("pk.fields", "100%s", "columns.exclude", "100%s"),
            "pk.fields and columns.exclude both have '100%s': a key column cannot be excluded"),
        arguments(
            List.of("table.shop.orders.pk.field", "id"),
            "table.shop.orders.pk.field is not a key of the form table.<name>.<key> that can be set"
                + " per table; did you mean table.shop.orders.pk.fields?"),
        arguments(
            List.of("table.orders.commit.interval.ms", "1"),
            "table.orders.commit.interval.ms: commit.interval.ms cannot be set per table"),
        arguments(
            List.of("table.paht", "/lake"),
            "table.paht is not a key of the form table.<name>.<key> that can be set per table; did"
                + " you mean table.path?"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("messages")
  void messagesNameTheKeysAsTheyWereSet(List<String> settings, String message) {
    assertThat(DeltaSinkConfig.problems(config(settings.toArray(new String[0]))))
        .extracting(Problem::message)
        .containsExactly(message);
  }

  @Test
  void pathWithoutItsFileSystemIsAProblemOfThePath() {
    assertThat(DeltaSinkConfig.problems(config("table.path", "nosuch://lake/${topic}")))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.keys()).containsExactly("table.path");
              assertThat(problem.message())
                  .contains("nosuch://lake/${topic} cannot be written", "no file system");
            });
    assertThat(
            DeltaSinkConfig.problems(
                config(
                    "table.path",
                    "own://lake/${topic}",
                    "hadoop.fs.own.impl",
                    "org.apache.hadoop.fs.RawLocalFileSystem",
                    "hadoop.io.delta.kernel.logStore.own.impl",
                    "io.deltaconnect.table.storage.logstore.LocalLogStore")))
        .isEmpty();
  }
}
