package io.deltaconnect.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Tables as other writers make them. */
final class ForeignTable {
  /** The protocol of the oldest writers. */
  static final String OLDEST = "{\"minReaderVersion\":1,\"minWriterVersion\":2}";

  /** Change Data Feed is on, and nothing else. */
  static final String FEED = "{\"delta.enableChangeDataFeed\":\"true\"}";

  private ForeignTable() {}

  /** The protocol of a table with these writer features. */
  static String writerFeatures(String... names) {
    return "{\"minReaderVersion\":1,\"minWriterVersion\":7,\"writerFeatures\":"
        + Arrays.stream(names).map(n -> '"' + n + '"').toList()
        + "}";
  }

  /**
   * Makes a table without rows.
   *
   * @param protocol JSON
   * @param properties JSON
   * @param columns of type long
   */
  static void create(Path table, String protocol, String properties, String... columns)
      throws IOException {
    Path log = table.resolve("_delta_log");
    Files.createDirectories(log);
    String fields =
        Arrays.stream(columns).map(ForeignTable::field).collect(Collectors.joining(","));
    Files.write(
        log.resolve("%020d.json".formatted(0)),
        List.of(
            "{\"commitInfo\":{\"timestamp\":1,\"operation\":\"CREATE TABLE\"}}",
            "{\"protocol\":" + protocol + "}",
            "{\"metaData\":{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
                + "\"schemaString\":\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":["
                + fields
                + "]}\",\"partitionColumns\":[],\"configuration\":"
                + properties
                + ",\"createdTime\":1}}"));
  }

  private static String field(String name) {
    return "{\\\"name\\\":\\\""
        + name
        + "\\\",\\\"type\\\":\\\"long\\\",\\\"nullable\\\":true,"
        + "\\\"metadata\\\":{}}";
  }
}
