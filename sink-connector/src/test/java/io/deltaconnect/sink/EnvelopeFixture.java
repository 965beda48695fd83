package io.deltaconnect.sink;

import io.deltaconnect.transforms.DebeziumRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Envelopes go through {@link DebeziumRow} into the task, as a worker has it. */
final class EnvelopeFixture {
  static final Schema SOURCE =
      SchemaBuilder.struct()
          .field("table", Schema.STRING_SCHEMA)
          .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
          .build();

  private final DebeziumRow<SinkRecord> transform = new DebeziumRow<>();
  RealTaskFixture task;

  private EnvelopeFixture(RealTaskFixture task) {
    this.task = task;
    transform.configure(Map.of());
  }

  static EnvelopeFixture in(Path lake, String... sink) {
    return new EnvelopeFixture(RealTaskFixture.in(lake, sink).start("op.header", "__op"));
  }

  EnvelopeFixture transformedWith(String... keysAndValues) {
    Map<String, String> config = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      config.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    transform.configure(config);
    return this;
  }

  /** Each batch is a commit. */
  EnvelopeFixture put(List<SinkRecord> events, int batch) {
    for (int i = 0; i < events.size(); i += batch) {
      List<SinkRecord> rows = new ArrayList<>();
      for (SinkRecord event : events.subList(i, Math.min(events.size(), i + batch))) {
        SinkRecord row = transform.apply(event);
        if (row != null) {
          rows.add(row);
        }
      }
      task.put(rows.toArray(new SinkRecord[0]));
    }
    return this;
  }

  EnvelopeFixture put(SinkRecord... events) {
    return put(List.of(events), Math.max(1, events.length));
  }

  List<Map<String, Object>> rows() throws IOException {
    return table().rows();
  }

  RealTable table() throws IOException {
    return task.table("rows");
  }

  boolean hasTable() {
    return Files.exists(Path.of(task.config.get("table.path").replace("${topic}", "rows")));
  }

  /** An event of a table with the columns {@code id} and {@code name}. */
  static SinkRecord event(long offset, String op, long id, String name) {
    Schema row =
        SchemaBuilder.struct()
            .name("t.Value")
            .optional()
            .field("id", Schema.INT64_SCHEMA)
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    Struct image = new Struct(row).put("id", id).put("name", name);
    return event(offset, op, Records.structOf("id", Schema.INT64_SCHEMA, id), image);
  }

  /** An event with this row as its new one, or its old one if it is a delete. */
  static SinkRecord event(long offset, String op, Struct key, Struct image) {
    Schema schema =
        SchemaBuilder.struct()
            .name("t.Envelope")
            .field("before", image.schema())
            .field("after", image.schema())
            .field("source", SOURCE)
            .field("op", Schema.STRING_SCHEMA)
            .build();
    Struct value =
        new Struct(schema)
            .put(op.equals("d") ? "before" : "after", image)
            .put("source", new Struct(SOURCE).put("table", "t").put("lsn", offset))
            .put("op", op);
    return Records.record("rows", 0, offset, key.schema(), key, schema, value);
  }

  static SinkRecord tombstone(long offset, long id) {
    Struct key = Records.structOf("id", Schema.INT64_SCHEMA, id);
    return Records.record("rows", 0, offset, key.schema(), key, null, null);
  }

  /** With null images, or without fields for them. */
  static SinkRecord truncate(long offset, boolean withImages) {
    SinkRecord event = event(offset, "c", 1, null);
    Struct bare =
        Records.structOf(
            "source",
            SOURCE,
            new Struct(SOURCE).put("table", "t"),
            "op",
            Schema.STRING_SCHEMA,
            "t");
    Struct value =
        withImages
            ? new Struct(event.valueSchema()).put("source", bare.get("source")).put("op", "t")
            : bare;
    return Records.record("rows", 0, offset, null, null, value.schema(), value);
  }
}
