package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records without schemas, as JsonConverter makes them with {@code schemas.enable=false}. */
class UntypedRecordsTest {
  // https://github.com/databricks/iceberg-kafka-connect/pull/162
  @ParameterizedTest
  @ValueSource(strings = {"none", "add", "widen"})
  void valuesThatSayNothingAboutTheirTypeNeedNoColumn(String evolve) {
    TaskFixture task = TaskFixture.with("auto.evolve", evolve);
    Map<String, Object> nothing =
        map(
            "list", List.of(),
            "map", Map.of(),
            "nulls", Arrays.asList(null, null),
            "maps", List.of(Map.of(), List.of()),
            "deep", map("a", map("b", null, "c", List.of())));

    Map<String, Object> first = new HashMap<>(nothing);
    first.put("n", 1L);
    first.put("s", map("x", "y", "empty", List.of()));
    task.put(json(TOPIC, 0, 0, map("id", 1L), first)).commit();
    assertThat(task.table().schema().fieldNames()).containsExactly("id", "n", "s");

    Map<String, Object> second = new HashMap<>(nothing);
    second.put("s", map("x", "z", "other", Map.of()));
    task.put(json(TOPIC, 0, 1, map("id", 2L), second)).commit();

    assertThat(task.table().schema().fieldNames()).containsExactly("id", "n", "s");
    assertThat((Object[]) task.rows().get(0).get("s")).containsExactly("y");
    assertThat((Object[]) task.rows().get(1).get("s")).containsExactly("z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "widen"})
  void theyHaveOneWhenALaterValueSaysIt(String evolve) {
    TaskFixture task = TaskFixture.with("auto.evolve", evolve);
    task.put(
            upsert(0, 1L, "n", 1L, "tags", List.of()),
            upsert(1, 2L, "n", 1L, "tags", Arrays.asList(null, "a")),
            upsert(2, 3L, "n", 1L, "tags", List.of()))
        .commit();

    assertThat(task.rows())
        .containsExactly(
            map("id", 1L, "n", 1L),
            map("id", 2L, "n", 1L, "tags", Arrays.asList(null, "a")),
            map("id", 3L, "n", 1L, "tags", List.of()));
  }

  @Test
  void recordWithoutAColumnIsBadAndTheNextOneMakesTheTable() {
    TaskFixture task = TaskFixture.with("insert.mode", "append");
    task.worker.reporting = true;
    task.start();

    task.put(
            json(TOPIC, 0, 0, null, map()),
            json(TOPIC, 0, 1, null, map("n", null, "l", List.of())),
            json(TOPIC, 0, 2, null, map("n", 1L)))
        .commit();

    assertThat(task.worker.reported).hasSize(2);
    assertThat(task.rows()).containsExactly(map("n", 1L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ID", "id", "Id"})
  void keyFieldsMatchWhateverTheirCaseInTheRecordThatMakesTheTable(String name) {
    TaskFixture task = TaskFixture.with("pk.fields", name);

    task.put(upsert(0, 1L, "n", 1L), upsert(1, 1L, "n", 2L)).commit();

    assertThat(task.rows()).containsExactly(map(name, 1L, "n", 2L));
  }

  @Test
  void theKeyFieldOfExactlyThatNameGoesFirst() {
    TaskFixture task = TaskFixture.with("pk.fields", "id");

    task.put(json(TOPIC, 0, 0, map("ID", "x", "id", 1L, "Id", true), map("n", 1L))).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "n", 1L));
  }

  // https://github.com/confluentinc/kafka-connect-jdbc/issues/574
  @ParameterizedTest
  @ValueSource(strings = {"record_key", "record_value"})
  void jsonWithSchemasThatIsReadWithoutIsABadRecordThatSaysSo(String pkMode) {
    Map<String, Object> schema = map("type", "struct", "fields", List.of());
    Map<String, Object> wrapped = map("schema", schema, "payload", map("id", 1L, "n", 2L));
    Map<String, Object> nothing = map("schema", null, "payload", null);
    TaskFixture task = TaskFixture.with("pk.mode", pkMode, "pk.fields", "id");

    for (int i = 0; i < 2; i++) {
      for (Map<String, Object> value : List.of(wrapped, nothing)) {
        assertThatThrownBy(() -> task.put(json(TOPIC, 0, 7, map("id", 1L), value)))
            .isInstanceOf(DataException.class)
            .hasMessageContaining("orders-0@7")
            .hasMessageContaining("value.converter.schemas.enable=true");
      }
      task.put(json(TOPIC, 0, i, map("id", 5L), map("id", 5L, "schema", "x", "payload", "y")));
    }
    task.commit();
    assertThat(task.rows()).containsExactly(map("id", 5L, "schema", "x", "payload", "y"));
  }

  @Test
  void columnsOfTheSameNamesWithAnotherKindOfSchemaAreARow() {
    TaskFixture task = TaskFixture.with("auto.evolve", "add");
    Map<String, Object> schema = map("type", "object");

    for (int i = 0; i < 2; i++) {
      task.put(json(TOPIC, 0, i, map("id", (long) i), map("schema", schema, "payload", "y")));
    }
    task.commit();

    assertThat(task.rows()).extracting(row -> row.get("payload")).containsExactly("y", "y");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void soIsAKeyLikeThat(boolean named) {
    Map<String, Object> wrapped =
        map("schema", map("type", "struct", "fields", List.of()), "payload", map("id", 1L));
    TaskFixture task = named ? TaskFixture.with("pk.fields", "id") : TaskFixture.with();

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> task.put(json(TOPIC, 0, 7, wrapped, map("n", 2L))))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("key.converter.schemas.enable=true");
      task.put(upsert(i, 1L, "n", 1L));
    }
  }
}
