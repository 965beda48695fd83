package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltaconnect.quickstart.Await;
import io.deltaconnect.quickstart.ComponentException;
import io.deltaconnect.quickstart.ConnectRest;
import io.deltaconnect.quickstart.ConnectorExample;
import io.deltaconnect.table.TableOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.IsolationLevel;

/** The positions of a source, changed through the worker's REST interface. */
final class SourceOffsets {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TABLE = "altered";

  private final SourceCluster cluster;
  private final ConnectRest rest;
  private final EngineTable table;
  private final ConnectorExample connector;

  /** All that is in the topic, in its order. */
  private final List<String> records = new ArrayList<>();

  private ChangeTopic topic;

  /**
   * @param directory in which the table is made
   */
  SourceOffsets(SourceCluster cluster, Path directory) throws Exception {
    this.cluster = cluster;
    this.rest = cluster.rest();
    this.table = EngineTable.create(directory.resolve(TABLE), TableOptions.defaults());
    ConnectorExample example = cluster.source("source-flat.json", directory.resolve(TABLE));
    this.connector = new ConnectorExample(TABLE, new LinkedHashMap<>(example.config()));
    // Connect cannot forget offsets in a topic of the connector's own, on a worker like this.
    this.connector.config().remove("offsets.storage.topic");
  }

  void setBackAndForwardAndForgotten() throws Exception {
    table.append(0, 20);
    try (ChangeTopic published = cluster.topic("delta." + TABLE, IsolationLevel.READ_COMMITTED)) {
      topic = published;
      rest.deploy(TABLE, connector.config());
      List<String> all = new ArrayList<>(awaitMore(20));
      table.upsert("second", 1, 2, 3, 4, 5);
      table.delete(1, 2, 3);
      table.upsert("fourth", 7, 8);
      all.addAll(awaitMore(10 + 3 + 4));

      offsetsOfARunningConnectorCannotBeChanged();
      rest.stop(TABLE);
      wrongOffsetsAreRefusedAndChangeNothing();

      rest.alterOffsets(TABLE, offsets(TABLE, "{\"version\": 2, \"index\": 3}"));
      rest.resume(TABLE);
      assertThat(awaitMore(7 + 3 + 4))
          .as("from the fourth record of version 2 on")
          .isEqualTo(all.subList(23, 37));

      rest.stop(TABLE);
      rest.alterOffsets(
          TABLE, offsets(TABLE, "{\"version\": 1, \"snapshot\": true, \"index\": 18}"));
      rest.resume(TABLE);
      assertThat(awaitMore(2 + 17))
          .as("from the last two rows of a snapshot on")
          .isEqualTo(all.subList(18, 37));

      setForward();
      forget();
      anIndexThatIsTooLargeFailsTheTask();
      rest.delete(TABLE);
    }
  }

  private void offsetsOfARunningConnectorCannotBeChanged() {
    assertThatThrownBy(() -> rest.alterOffsets(TABLE, offsets(TABLE, "{\"version\": 1}")))
        .isInstanceOf(ComponentException.class)
        .hasMessageContaining("answered with 400")
        .hasMessageContaining("STOPPED");
  }

  private void wrongOffsetsAreRefusedAndChangeNothing() {
    JsonNode before = rest.offsets(TABLE);
    assertThat(before.path("offsets").path(0).path("offset").path("version").asLong()).isEqualTo(5);
    Map<JsonNode, String> wrong =
        Map.of(
            offsets(TABLE, "{\"version\": 6}"), "is at version 4: there is no version 6, record 0",
            offsets("others", "{\"version\": 1}"), "with a name of [altered]",
            offsets(TABLE, "{\"versoin\": 1}"), "a position has no field versoin",
            offsets(TABLE, "{\"version\": -1}"), "version of a position must be a whole number",
            offsets(TABLE, "{\"version\": 1, \"table_id\": \"x\"}"), "leave table_id out");
    wrong.forEach(
        (body, message) ->
            assertThatThrownBy(() -> rest.alterOffsets(TABLE, body))
                .isInstanceOf(ComponentException.class)
                .hasMessageContaining("answered with")
                .hasMessageContaining(message));
    assertThat(rest.offsets(TABLE)).isEqualTo(before);
  }

  /** Versions that are passed over are never published. */
  private void setForward() throws Exception {
    rest.stop(TABLE);
    table.upsert("passed over", 9);
    table.upsert("published", 10);
    rest.alterOffsets(TABLE, offsets(TABLE, "{\"version\": 6}"));
    rest.resume(TABLE);
    assertThat(awaitMore(2)).containsExactly("v6 update_preimage 10", "v6 update_postimage 10");
  }

  /** It begins as it did first. */
  private void forget() throws Exception {
    rest.stop(TABLE);
    rest.resetOffsets(TABLE);
    assertThat(rest.offsets(TABLE).path("offsets")).isEmpty();
    rest.resume(TABLE);
    List<String> rows = table.ids().stream().map(id -> "v6 insert " + id).toList();
    assertThat(awaitMore(rows.size())).containsExactlyInAnyOrderElementsOf(rows);
  }

  private void anIndexThatIsTooLargeFailsTheTask() {
    rest.stop(TABLE);
    rest.alterOffsets(TABLE, offsets(TABLE, "{\"version\": 3, \"index\": 4}"));
    rest.resume(TABLE);
    assertThat(rest.awaitFailure(TABLE, SourceCluster.TIMEOUT))
        .contains("4 records of version 3", "it has only 3", "set the offset");
    rest.stop(TABLE);
    rest.alterOffsets(TABLE, offsets(TABLE, "{\"version\": 6, \"index\": 1}"));
    rest.resume(TABLE);
    assertThat(awaitMore(1)).containsExactly("v6 update_postimage 10");
  }

  /** The records that come next; fails if there are more. */
  private List<String> awaitMore(int count) {
    int begin = records.size();
    Await.until(
        count + " more records (log: " + cluster.worker().log() + ")",
        SourceCluster.TIMEOUT,
        () -> {
          rest.throwIfFailed(TABLE);
          topic.read(change -> records.add(change.toString()));
          return records.size() >= begin + count;
        });
    assertThat(records).hasSize(begin + count);
    return List.copyOf(records.subList(begin, records.size()));
  }

  private static JsonNode offsets(String tableName, String offset) {
    try {
      ObjectNode body = JSON.createObjectNode();
      ObjectNode entry = body.putArray("offsets").addObject();
      entry.putObject("partition").put("table", tableName);
      entry.set("offset", JSON.readTree(offset));
      return body;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
