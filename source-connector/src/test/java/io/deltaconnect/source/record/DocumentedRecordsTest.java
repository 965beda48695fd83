package io.deltaconnect.source.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in docs/source.md are what comes. */
class DocumentedRecordsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final StructType SCHEMA =
      new StructType()
          .add("id", LongType.LONG, false)
          .add("name", StringType.STRING)
          .add("stock", IntegerType.INTEGER);

  @TempDir private Path directory;

  @Test
  void everyFormatLooksAsDocumented() throws IOException {
    ChangingTable table =
        new ChangingTable(
            directory.resolve("wares"), SCHEMA, Map.of("deltaconnect.key.columns", "[\"id\"]"));
    table.append(new Object[] {1L, "nail", 10});
    long version = table.merge(new Object[] {1L, "nail", 11});

    List<JsonNode> records = new ArrayList<>();
    for (OutputFormat format : OutputFormat.values()) {
      records.addAll(records(format, table, version));
    }

    assertThat(records).isEqualTo(documented());
  }

  private List<JsonNode> records(OutputFormat format, ChangingTable table, long version)
      throws IOException {
    OutputSettings settings =
        new OutputSettings(
            format,
            true,
            true,
            Set.of(),
            TimePrecision.ADAPTIVE,
            NameAdjustment.NONE,
            SchemaChangeBehavior.EVOLVE,
            directory,
            List.of());
    List<JsonNode> found = new ArrayList<>();
    try (JsonConverter json = new JsonConverter();
        RecordIterator records =
            new TableRecords(settings, "wares", "wares").changes(table.changes(version))) {
      json.configure(Map.of("schemas.enable", "false"), false);
      while (records.next()) {
        RecordParts record = records.record();
        byte[] bytes = json.fromConnectData("wares", record.valueSchema(), record.value());
        found.add(withoutWhatDiffers(JSON.readTree(bytes)));
      }
    }
    return found;
  }

  private static List<JsonNode> documented() throws IOException {
    List<JsonNode> examples = new ArrayList<>();
    boolean inSection = false;
    for (String line : Files.readAllLines(Path.of("..", "docs", "source.md"))) {
      if (line.startsWith("## ")) {
        inSection = line.equals("## What a record looks like");
      } else if (inSection && line.startsWith("{")) {
        examples.add(withoutWhatDiffers(JSON.readTree(line)));
      }
    }
    return examples;
  }

  /** Times, places and our own version. */
  private static JsonNode withoutWhatDiffers(JsonNode value) {
    ObjectNode record = (ObjectNode) value;
    for (String field : List.of("_commit_timestamp", "ts_ms")) {
      if (record.has(field)) {
        record.put(field, 0);
      }
    }
    if (record.get("source") instanceof ObjectNode source) {
      withoutWhatDiffers(source);
      source.put("path", "").put("version", "");
    }
    return record;
  }
}
