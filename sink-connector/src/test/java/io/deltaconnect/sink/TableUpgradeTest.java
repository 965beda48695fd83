package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that others made, in which changes would leave no trace. */
class TableUpgradeTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String OLDEST = ForeignTable.OLDEST;

  @TempDir Path lake;

  /** A table {@code (id, n)} as an old writer makes it. */
  private void table(String protocol, String properties) throws IOException {
    ForeignTable.create(lake.resolve("orders"), protocol, properties, "id", "n");
  }

  private RealTaskFixture task(String upgrade) {
    return RealTaskFixture.in(lake, "table.upgrade", upgrade, "auto.create", "false");
  }

  private JsonNode action(long version, String kind) throws IOException {
    for (String line :
        Files.readAllLines(lake.resolve("orders/_delta_log/%020d.json".formatted(version)))) {
      JsonNode action = JSON.readTree(line);
      if (action.has(kind)) {
        return action.path(kind);
      }
    }
    return JSON.missingNode();
  }

  private static Set<String> texts(JsonNode array) {
    Set<String> texts = new HashSet<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  @Test
  void tableWithoutChangeDataFeedIsRefusedUnlessItMayBeUpgraded() throws IOException {
    table(OLDEST, "{}");

    assertThatThrownBy(() -> task("none").put(upsert(0, 1L, "n", 1L)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("table orders")
        .hasMessageContaining("delta.enableChangeDataFeed=true")
        .hasMessageContaining("table.upgrade");
    assertThat(new RealTable(lake + "/orders").version()).isZero();
  }

  @Test
  void feedIsTurnedOnInACommitOfItsOwnAndFilesAreRewritten() throws IOException {
    table(OLDEST, "{\"user.key\":\"kept\"}");
    RealTaskFixture task = task("cdf");

    task.put(upsert(0, 1L, "n", 1L), upsert(1, 2L, "n", 1L)).put(upsert(2, 1L, "n", 2L));

    RealTable table = task.table();
    assertThat(action(1, "commitInfo").path("operation").asText()).isEqualTo("SET TBLPROPERTIES");
    assertThat(action(1, "txn").isMissingNode()).isTrue();
    assertThat(table.snapshot().properties())
        .containsEntry("delta.enableChangeDataFeed", "true")
        .containsEntry("user.key", "kept")
        .doesNotContainKey("delta.enableDeletionVectors");
    assertThat(table.snapshot().files()).allMatch(file -> file.dv() == null);
    assertThat(table.rows())
        .containsExactlyInAnyOrder(map("id", 1L, "n", 2L), map("id", 2L, "n", 1L));
    assertThat(table.changes(3))
        .containsExactlyInAnyOrder("update_preimage {id=1, n=1}", "update_postimage {id=1, n=2}");
  }

  @Test
  void deletionVectorsAreTurnedOnAlsoWhereTheFeedIsAlready() throws IOException {
    table(
        "{\"minReaderVersion\":1,\"minWriterVersion\":4}",
        "{\"delta.enableChangeDataFeed\":\"true\"}");
    RealTaskFixture task = task("cdf,dv");

    task.put(upsert(0, 1L, "n", 1L), upsert(1, 2L, "n", 1L)).put(upsert(2, 1L, "n", 2L));

    assertThat(task.table().snapshot().deletionVectorsEnabled()).isTrue();
    assertThat(task.table().snapshot().files()).anyMatch(file -> file.dv() != null);
    assertThat(task.table().changes(3)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, appendOnly;invariants",
    "1, 3, appendOnly;invariants;checkConstraints",
    "1, 4, appendOnly;invariants;checkConstraints;changeDataFeed;generatedColumns",
    "2, 5, appendOnly;invariants;checkConstraints;changeDataFeed;generatedColumns;columnMapping",
    "2, 6, appendOnly;invariants;checkConstraints;changeDataFeed;generatedColumns;columnMapping;"
        + "identityColumns"
  })
  void protocolIsRaisedAndKeepsWhatTheOldOneMeant(int reader, int writer, String features)
      throws IOException {
    table("{\"minReaderVersion\":" + reader + ",\"minWriterVersion\":" + writer + "}", "{}");

    task("cdf,dv").put(upsert(0, 1L, "n", 1L));

    JsonNode protocol = action(1, "protocol");
    Set<String> writerFeatures = new HashSet<>(List.of(features.split(";", -1)));
    Set<String> readerFeatures = new HashSet<>(Set.of("deletionVectors"));
    if (writerFeatures.contains("columnMapping")) {
      readerFeatures.add("columnMapping");
    }
    writerFeatures.addAll(Set.of("changeDataFeed", "deletionVectors"));
    assertThat(protocol.path("minReaderVersion").asInt()).isEqualTo(3);
    assertThat(protocol.path("minWriterVersion").asInt()).isEqualTo(7);
    assertThat(texts(protocol.path("readerFeatures"))).isEqualTo(readerFeatures);
    assertThat(texts(protocol.path("writerFeatures"))).isEqualTo(writerFeatures);
  }

  @Test
  void protocolThatAllowsTheFeedStays() throws IOException {
    table("{\"minReaderVersion\":1,\"minWriterVersion\":4}", "{}");

    task("cdf").put(upsert(0, 1L, "n", 1L));

    assertThat(action(1, "protocol").isMissingNode()).isTrue();
    assertThat(action(1, "metaData").isMissingNode()).isFalse();
  }

  @Test
  void tablesThatTheConnectorMadeKeepTheirDeletionVectorsOff() throws IOException {
    RealTaskFixture.in(lake, "table.properties.delta.enableDeletionVectors", "false")
        .put(upsert(0, 1L, "n", 1L));

    RealTaskFixture task = task("cdf,dv").put(upsert(1, 1L, "n", 2L));

    assertThat(task.table().snapshot().deletionVectorsEnabled()).isFalse();
  }

  @Test
  void severalTasksUpgradeATableOnce() throws Exception {
    table(OLDEST, "{}");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> results = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int partition = i;
      results.add(
          threads.submit(
              () ->
                  task("cdf,dv")
                      .put(
                          Records.json(
                              "orders", partition, 0, map("id", (long) partition), map("n", 1L)))));
    }
    for (Future<?> result : results) {
      result.get();
    }
    threads.shutdown();

    RealTable table = new RealTable(lake + "/orders");
    assertThat(table.rows()).hasSize(4);
    assertThat(table.version()).as("one upgrade, four commits").isEqualTo(5);
  }
}
