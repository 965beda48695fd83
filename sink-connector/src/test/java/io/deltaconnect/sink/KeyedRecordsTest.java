package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.struct;
import static io.deltaconnect.sink.Records.structOf;
import static io.deltaconnect.sink.Records.tombstone;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;

class KeyedRecordsTest {
  @Test
  void firstRecordMakesTheTableAndLaterOnesReplaceRowsByKey() {
    TaskFixture task = TaskFixture.with();

    task.put(upsert(0, 1L, "name", "a"), upsert(1, 2L, "name", "b")).commit();
    task.put(upsert(2, 1L, "name", "c"), tombstone(3, 2L)).commit();

    assertThat(task.rows()).containsExactly(map("id", 1L, "name", "c"));
    assertThat(task.table().properties()).containsEntry("deltaconnect.key.columns", "[\"id\"]");
    assertThat(task.table().schema().get("id").isNullable()).isFalse();
    assertThat(task.table().schema().get("name").isNullable()).isTrue();
  }

  @Test
  void structsWithSchemaDoTheSame() {
    TaskFixture task = TaskFixture.with();

    task.put(
            struct(
                0,
                structOf("id", Schema.INT64_SCHEMA, 7L),
                structOf(
                    "id", Schema.INT64_SCHEMA, 7L, "name", Schema.OPTIONAL_STRING_SCHEMA, "x")),
            struct(1, structOf("id", Schema.INT64_SCHEMA, 8L), null))
        .commit();

    assertThat(task.rows()).containsExactly(map("id", 7L, "name", "x"));
  }
}
