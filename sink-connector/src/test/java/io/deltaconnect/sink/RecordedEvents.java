package io.deltaconnect.sink;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;

/** Events recorded from Debezium, or made as it documents them; JSON with schemas. */
final class RecordedEvents {
  private RecordedEvents() {}

  /** All of a file in order, on topic {@code rows}, as a converter reads them that keeps NULLs. */
  static List<SinkRecord> read(String file) throws IOException {
    String dir = System.getProperty("cases.dir", "");
    assumeTrue(!dir.isEmpty(), "the folder of recorded events is not given: -Dcases.dir");
    JsonNode records = new ObjectMapper().readTree(Files.readString(Path.of(dir).resolve(file)));
    if (records.has("records")) {
      records = records.get("records");
    }
    List<SinkRecord> all = new ArrayList<>();
    try (JsonConverter keys = new JsonConverter();
        JsonConverter values = new JsonConverter()) {
      keys.configure(Map.of(), true);
      values.configure(Map.of("replace.null.with.default", "false"), false);
      for (JsonNode json : records) {
        SchemaAndValue key = connect(keys, json.get("key"));
        SchemaAndValue value = connect(values, json.get("value"));
        SinkRecord record =
            Records.record(
                "rows", 0, all.size(), key.schema(), key.value(), value.schema(), value.value());
        addHeaders(json.get("headers"), record);
        all.add(record);
      }
    }
    return all;
  }

  /** {@code {"name": value}}, or {@code name:value,name:value} as Kafka's console prints them. */
  private static void addHeaders(JsonNode headers, SinkRecord record) {
    if (headers != null && headers.isObject()) {
      headers
          .fields()
          .forEachRemaining(
              header -> record.headers().add(header.getKey(), header.getValue() + "", null));
    } else if (headers != null) {
      for (String header : headers.asText().split(",(?=__)", -1)) {
        int colon = header.indexOf(':');
        if (colon > 0) {
          record.headers().add(header.substring(0, colon), header.substring(colon + 1), null);
        }
      }
    }
  }

  private static SchemaAndValue connect(JsonConverter converter, JsonNode json) {
    byte[] bytes =
        json == null || json.isNull() ? null : json.toString().getBytes(StandardCharsets.UTF_8);
    return converter.toConnectData("rows", bytes);
  }
}
