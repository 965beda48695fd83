package io.deltaconnect.sink;

import static io.deltaconnect.sink.ForeignTable.FEED;
import static io.deltaconnect.sink.ForeignTable.OLDEST;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What validation says after a look at storage and tables; it leaves both as they were. */
class LiveValidationTest {
  @TempDir Path lake;

  private Map<String, String> config(String... keysAndValues) {
    Map<String, String> config = new HashMap<>();
    config.put("name", "sink");
    config.put("topics", "orders");
    config.put("table.path", lake + "/${topic}");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      config.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return config;
  }

  /** The errors by key. */
  private static Map<String, List<String>> errors(Map<String, String> config) {
    Map<String, List<String>> errors = new LinkedHashMap<>();
    for (ConfigValue value : new DeltaSinkConnector().validate(config).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }

  private static void assertError(Map<String, String> config, List<String> keys, String... said) {
    Map<String, List<String>> errors = errors(config);
    assertThat(errors.keySet()).containsExactlyInAnyOrderElementsOf(keys);
    assertThat(errors.values())
        .allSatisfy(
            messages ->
                assertThat(messages)
                    .singleElement()
                    .satisfies(message -> assertThat(message).contains(said)));
  }

  private List<String> content() throws IOException {
    try (Stream<Path> all = Files.walk(lake)) {
      return all.map(Path::toString).sorted().toList();
    }
  }

  @Test
  void placeWhereATableCanBeMadeIsRightAndStaysEmpty() throws IOException {
    assertThat(errors(config("auto.create", "true"))).isEmpty();
    assertThat(errors(config("auto.create", "true", "table.path", lake + "/a/b/${topic}")))
        .isEmpty();
    assertThat(content()).containsExactly(lake.toString());
  }

  @Test
  void tableThatIsAsItShouldBeIsRightAndStaysAsItIs() throws IOException {
    RealTaskFixture.in(lake).put(upsert(0, 1L, "n", 1L));
    List<String> before = content();

    assertThat(errors(config("pk.fields", "ID", "merge.strategy", "deletion_vectors"))).isEmpty();
    assertThat(content()).isEqualTo(before);
  }

  @Test
  void missingTableIsAnErrorUnlessItMayBeMade() {
    assertError(
        config(),
        List.of("table.path", "auto.create"),
        "table orders (" + lake + "/orders)",
        "there is no Delta table at " + lake + "/orders and auto.create=false",
        "auto.create=true");
    assertError(
        config("auto.create", "true", "table.orders.auto.create", "false"),
        List.of("table.path", "table.orders.auto.create"),
        "there is no Delta table at " + lake + "/orders and auto.create=false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void fileInThePlaceOfAFolderIsNamed(String create) throws IOException {
    Path file = Files.writeString(lake.resolve("orders"), "x");

    assertError(
        config("auto.create", create), List.of("table.path"), file + " is a file", "table orders");
    assertError(
        config("auto.create", create, "table.path", file + "/deep/${topic}"),
        List.of("table.path"),
        file + " is a file");
  }

  @Test
  void folderThatCannotBeWrittenIsNamed() throws IOException {
    Path closed = Files.createDirectory(lake.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeTrue(!Files.isWritable(closed), "permissions do not bind the user of this test");

    assertError(
        config("auto.create", "true", "table.path", closed + "/${topic}"),
        List.of("table.path"),
        closed + " is not writable");
  }

  @Test
  void tableWithoutChangeDataFeedIsAnErrorUnlessItWillBeUpgraded() throws IOException {
    ForeignTable.create(lake.resolve("orders"), OLDEST, "{}", "id", "n");

    assertError(config(), List.of("table.upgrade"), "table orders", "no Change Data Feed");
    assertThat(errors(config("table.upgrade", "cdf"))).isEmpty();
  }

  @Test
  void featureThatIsNotKeptUpIsNamed() throws IOException {
    ForeignTable.create(
        lake.resolve("orders"),
        ForeignTable.writerFeatures("changeDataFeed", "rowTracking"),
        FEED,
        "id");

    assertError(config(), List.of("table.path"), "table orders", "rowTracking", "not supported");
  }

  @Test
  void keyColumnsThatTheTableLacksAreNamed() throws IOException {
    ForeignTable.create(
        lake.resolve("orders"), ForeignTable.writerFeatures("changeDataFeed"), FEED, "id", "n");

    assertError(config("pk.fields", "id,code"), List.of("pk.fields"), "no column 'code'");
    assertError(
        config("table.orders.pk.fields", "code"),
        List.of("table.orders.pk.fields"),
        "no column 'code'");
    assertThat(errors(config("pk.fields", "ID"))).isEmpty();
  }

  @Test
  void otherKeyThanTheTablesOwnIsNamed() throws IOException {
    RealTaskFixture.in(lake).put(upsert(0, 1L, "n", 1L));

    assertError(config("pk.fields", "n"), List.of("pk.fields"), "key columns [id]", "[n]");
  }

  @Test
  void strategyThatTheTableDoesNotAllowIsNamed() throws IOException {
    ForeignTable.create(
        lake.resolve("orders"), ForeignTable.writerFeatures("changeDataFeed"), FEED, "id");

    assertError(
        config("merge.strategy", "deletion_vectors"),
        List.of("merge.strategy"),
        "no deletion vectors",
        "table.upgrade=cdf,dv");
    assertThat(errors(config("merge.strategy", "deletion_vectors", "table.upgrade", "cdf,dv")))
        .isEmpty();
  }

  @Test
  void damagedTableIsNamed() throws IOException {
    RealTaskFixture.in(lake).put(upsert(0, 1L, "n", 1L));
    Files.writeString(lake.resolve("orders/_delta_log/%020d.json".formatted(1)), "{\"add\":");

    assertError(config(), List.of("table.path"), "table orders", "cannot be read");
  }

  @Test
  void everyTableOfTheMapIsLookedAtUnderItsOwnKey() throws IOException {
    ForeignTable.create(lake.resolve("other"), OLDEST, "{}", "id");
    Path file = Files.writeString(lake.resolve("file"), "x");

    Map<String, List<String>> errors =
        errors(
            config(
                "auto.create",
                "true",
                "topic.to.table.map",
                "a:other,b:" + file,
                "topics.regex",
                ".*"));

    assertThat(errors.keySet()).containsExactlyInAnyOrder("table.upgrade", "topic.to.table.map");
  }

  @Test
  void tablesOfTopicsThatAreNotKnownAreNotLookedAt() throws IOException {
    Files.writeString(lake.resolve("orders"), "x");
    Map<String, String> routed =
        config(
            "transforms",
            "r",
            "transforms.r.type",
            "org.apache.kafka.connect.transforms.RegexRouter");
    Map<String, String> pattern = config("topics.regex", "ord.*");
    pattern.remove("topics");

    assertThat(errors(routed)).isEmpty();
    assertThat(errors(pattern)).isEmpty();
    routed.put("transforms.r.type", "org.apache.kafka.connect.transforms.InsertField$Value");
    assertThat(errors(routed)).containsOnlyKeys("table.path");
    routed.put("transforms.r.type", "io.debezium.transforms.ExtractNewRecordState");
    assertThat(errors(routed)).containsOnlyKeys("table.path");
    routed.put("transforms.r.route.by.field", "kind");
    assertThat(errors(routed)).isEmpty();
    pattern.put("table.path", lake + "/orders/${topic}");
    assertThat(errors(pattern)).containsOnlyKeys("table.path");
  }

  @Test
  void endpointThatNobodyListensAtIsNamed() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }

    assertError(s3(port), List.of("storage.endpoint"), "127.0.0.1:" + port, "does not answer");
    Map<String, String> unknown = s3(port);
    unknown.put("storage.endpoint", "http://no-such-host.invalid");
    assertError(unknown, List.of("storage.endpoint"), "no-such-host.invalid", "does not answer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a://lake/${topic}", "s3a://lake/orders"})
  void credentialsThatTheStoreRefusesAreNamed(String path) throws IOException {
    try (RefusingStore store = new RefusingStore(403, "InvalidAccessKeyId")) {
      Map<String, String> config = s3(store.port());
      config.put("table.path", path);
      assertError(config, List.of("storage.access.key", "storage.secret.key"), "403");
      config.remove("topics");
      config.put("topics.regex", ".*");
      assertError(config, List.of("storage.access.key", "storage.secret.key"), "403");
    }
  }

  @Test
  void bucketThatIsNotThereIsNamed() throws IOException {
    try (RefusingStore store = new RefusingStore(404, "NoSuchBucket")) {
      Map<String, String> config = s3(store.port());
      assertError(config, List.of("table.path"), "no such bucket");
      config.remove("topics");
      config.put("topics.regex", ".*");
      assertError(config, List.of("table.path"), "no such bucket");
    }
  }

  private Map<String, String> s3(int port) {
    Map<String, String> config = config("table.path", "s3a://lake/${topic}", "auto.create", "true");
    config.putAll(RefusingStore.settings(port));
    return config;
  }
}
