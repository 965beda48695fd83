package io.deltaconnect.table.kernel;

import static io.deltaconnect.table.kernel.LogFixture.STORAGE;
import static io.deltaconnect.table.kernel.LogFixture.adding;
import static io.deltaconnect.table.kernel.LogFixture.file;
import static io.deltaconnect.table.kernel.LogFixture.newTable;
import static io.deltaconnect.table.kernel.LogFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of other writers, whose logs are written here by hand. */
class TableFeatureSupportTest {
  private static final String PLAIN_FIELD =
      "{\"name\":\"id\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}}";
  private static final String NO_PROPERTIES = "{}";

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "appendOnly",
        "invariants",
        "checkConstraints",
        "changeDataFeed",
        "generatedColumns",
        "identityColumns",
        "allowColumnDefaults",
        "domainMetadata",
        "clustering",
        "inCommitTimestamp",
        "checkpointProtection"
      })
  void aWriterFeatureThatAsksNothingOfThisTableIsKeptUp(String feature) throws Exception {
    TableLog log = open(writerFeature(feature), PLAIN_FIELD, NO_PROPERTIES);
    log.checkWritable();
    log.commit(adding("a.parquet"));
    assertThat(TableLog.open(STORAGE, dir.toString()).snapshot().files()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rowTracking",
        "icebergCompatV1",
        "icebergCompatV2",
        "icebergCompatV3",
        "icebergWriterCompatV1",
        "materializePartitionColumns",
        "collations",
        "featureOfTheFuture"
      })
  void anotherWriterFeatureIsReadButNotWritten(String feature) throws Exception {
    TableLog log = open(writerFeature(feature), PLAIN_FIELD, NO_PROPERTIES);
    assertThat(log.snapshot().version()).isZero();
    assertThatThrownBy(log::checkWritable)
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContainingAll(dir.toString(), feature);
    assertThatThrownBy(() -> log.commit(adding("a.parquet")))
        .isInstanceOf(UnsupportedTableException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "columnMapping",
        "deletionVectors",
        "timestampNtz",
        "typeWidening",
        "typeWidening-preview",
        "v2Checkpoint",
        "vacuumProtocolCheck"
      })
  void aKnownReaderFeatureIsReadAndWritten(String feature) throws Exception {
    open(readerFeature(feature), PLAIN_FIELD, NO_PROPERTIES).checkWritable();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "catalogManaged",
        "catalogOwned-preview",
        "variantType",
        "variantType-preview",
        "variantShredding-preview",
        "geospatial",
        "featureOfTheFuture"
      })
  void anotherReaderFeatureIsRefused(String feature) {
    assertThatThrownBy(() -> open(readerFeature(feature), PLAIN_FIELD, NO_PROPERTIES))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContainingAll(dir.toString(), feature);
  }

  @ParameterizedTest
  @CsvSource({"4,7", "5,9"})
  void aReaderVersionOfTheFutureIsRefused(int reader, int writer) {
    String protocol = "{\"minReaderVersion\":%d,\"minWriterVersion\":%d}".formatted(reader, writer);
    assertThatThrownBy(() -> open(protocol, PLAIN_FIELD, NO_PROPERTIES))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining(dir.toString());
  }

  @Test
  void aWriterVersionOfTheFutureIsNotWritten() throws Exception {
    TableLog log =
        open("{\"minReaderVersion\":1,\"minWriterVersion\":8}", PLAIN_FIELD, NO_PROPERTIES);
    assertThatThrownBy(log::checkWritable)
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContainingAll(dir.toString(), "writer version 8");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6})
  void olderWriterVersionsAreWritten(int writer) throws Exception {
    String protocol =
        "{\"minReaderVersion\":%d,\"minWriterVersion\":%d}".formatted(writer < 5 ? 1 : 2, writer);
    TableLog log = open(protocol, PLAIN_FIELD, NO_PROPERTIES);
    log.commit(adding("a.parquet"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "delta.invariants | \"{}\" | invariants",
        "delta.generationExpression | \"id + 1\" | generatedColumns",
        "delta.identity.start | 1 | identityColumns",
        "CURRENT_DEFAULT | \"7\" | allowColumnDefaults"
      })
  void aColumnThatAsksForSomethingIsNamed(String key, String value, String feature)
      throws Exception {
    String field =
        "{\"name\":\"outer\",\"type\":{\"type\":\"struct\",\"fields\":[{\"name\":\"inner\","
            + "\"type\":\"long\",\"nullable\":true,\"metadata\":{\"%s\":%s}}]},"
            + "\"nullable\":true,\"metadata\":{}}";
    TableLog log =
        open(
            "{\"minReaderVersion\":1,\"minWriterVersion\":6}",
            field.formatted(key, value),
            NO_PROPERTIES);
    assertThatThrownBy(log::checkWritable)
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContainingAll(dir.toString(), "outer.inner", feature);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "delta.constraints.positive | id > 0 | checkConstraints",
        "delta.setTransactionRetentionDuration | interval 7 days | unset the property"
      })
  void aPropertyThatAsksForSomethingIsNamed(String key, String value, String message)
      throws Exception {
    TableLog log =
        open(
            "{\"minReaderVersion\":1,\"minWriterVersion\":3}",
            PLAIN_FIELD,
            "{\"%s\":\"%s\"}".formatted(key, value));
    assertThatThrownBy(log::checkWritable)
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContainingAll(dir.toString(), key, message);
  }

  @Test
  void anAppendOnlyTableKeepsItsRows() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of("delta.appendOnly", "true"));
    assertThatCode(log::checkWritable).doesNotThrowAnyException();
    log.commit(adding("a.parquet"));
    assertThatThrownBy(() -> log.commit(request(new Action.Remove(file("a.parquet"), 1, true))))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("delta.appendOnly");
    assertThat(log.snapshot().version()).isEqualTo(1);
    // Moving rows to other files removes none.
    log.commit(
        request(
            new Action.Remove(file("a.parquet"), 1, false),
            new Action.Add(file("b.parquet"), false)));
  }

  @Test
  void aSchemaOfAnUnknownTypeIsRefused() {
    String field = "{\"name\":\"id\",\"type\":\"void\",\"nullable\":true,\"metadata\":{}}";
    assertThatThrownBy(
            () -> open("{\"minReaderVersion\":1,\"minWriterVersion\":2}", field, NO_PROPERTIES))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining(dir.toString());
  }

  private static String writerFeature(String feature) {
    return "{\"minReaderVersion\":1,\"minWriterVersion\":7,\"writerFeatures\":[\"%s\"]}"
        .formatted(feature);
  }

  private static String readerFeature(String feature) {
    return ("{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[\"%s\"],"
            + "\"writerFeatures\":[\"%s\"]}")
        .formatted(feature, feature);
  }

  private TableLog open(String protocol, String field, String properties) throws IOException {
    String schema = "{\"type\":\"struct\",\"fields\":[" + field + "]}";
    String metadata =
        "{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":\""
            + schema.replace("\\", "\\\\").replace("\"", "\\\"")
            + "\",\"partitionColumns\":[],\"configuration\":"
            + properties
            + "}";
    Path log = Files.createDirectories(dir.resolve("_delta_log"));
    Files.writeString(
        log.resolve("00000000000000000000.json"),
        "{\"commitInfo\":{\"timestamp\":1}}\n{\"protocol\":"
            + protocol
            + "}\n{\"metaData\":"
            + metadata
            + "}\n");
    return TableLog.open(STORAGE, dir.toString());
  }
}
