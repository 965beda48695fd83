package io.deltaconnect.table.kernel;

import static io.deltaconnect.table.kernel.LogFixture.STORAGE;
import static io.deltaconnect.table.kernel.LogFixture.file;
import static io.deltaconnect.table.kernel.LogFixture.logLines;
import static io.deltaconnect.table.kernel.LogFixture.newTable;
import static io.deltaconnect.table.kernel.LogFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaChangeTest {
  private static final StructType NESTED =
      new StructType()
          .add("id", StringType.STRING, false)
          .add("s", new StructType().add("a", IntegerType.INTEGER))
          .add("l", new ArrayType(new StructType().add("x", IntegerType.INTEGER), true));

  @TempDir Path dir;

  @Test
  void newColumnsComeWithTheDataThatNeedsThem() throws Exception {
    TableLog log =
        newTable(dir.toString(), Map.of("delta.checkpointInterval", "2", "user.key", "kept"));
    TableSnapshot before = log.snapshot();
    StructType wider = LogFixture.SCHEMA.add("extra", LongType.LONG);

    Commit commit =
        log.commit(request(log.withSchema(wider), new Action.Add(file("a.parquet"), true)));
    log.commit(LogFixture.adding("b.parquet"));

    assertThat(commit.metadataChanged()).isTrue();
    assertThat(commit.protocolChanged()).isFalse();
    assertThat(commit.actions()).containsExactly(new Action.Add(file("a.parquet"), true));
    for (TableSnapshot after :
        List.of(log.snapshot(), TableLog.open(STORAGE, dir.toString()).snapshot())) {
      assertThat(after.schema()).isEqualTo(wider);
      assertThat(after.tableId()).isEqualTo(before.tableId());
      assertThat(after.properties()).isEqualTo(before.properties());
      assertThat(after.files()).hasSize(2);
    }
    assertThat(withoutSchemaAndProperties(metadataLine(1)))
        .isEqualTo(withoutSchemaAndProperties(metadataLine(0)))
        .contains("\"createdTime\":");
    assertThat(log.snapshotAt(0).schema()).isEqualTo(LogFixture.SCHEMA);
  }

  @Test
  void nestedColumnsMayBeAdded() throws Exception {
    TableLog log = table(NESTED, Map.of());
    StructType wider =
        new StructType()
            .add("id", StringType.STRING, false)
            .add("s", new StructType().add("a", IntegerType.INTEGER).add("b", LongType.LONG))
            .add(
                "l",
                new ArrayType(
                    new StructType().add("x", IntegerType.INTEGER).add("y", LongType.LONG), true));
    log.commit(request(log.withSchema(wider)));
    assertThat(TableLog.open(STORAGE, dir.toString()).snapshot().schema()).isEqualTo(wider);
  }

  @Test
  void whatDoesNotFitIsRefusedAndNamed() throws Exception {
    TableLog log = table(NESTED, Map.of());
    StructField id = NESTED.get("id");
    StructField s = NESTED.get("s");
    StructField l = NESTED.get("l");
    Map<StructType, String> refused =
        Map.of(
            new StructType(List.of(id, s)), "Column l is missing",
            new StructType(List.of(id, s, l, field("n", false))), "New column n must be nullable",
            new StructType(List.of(id, s, l, field("ID", true))), "id",
            new StructType(List.of(id, s, l, field("a;b", true))), "a;b",
            new StructType(List.of(id, s, l, field("_commit_version", true))), "_commit_version",
            new StructType(List.of(id, s, field("l", true))), "Column l is",
            new StructType(List.of(id, struct("s", "a", LongType.LONG), l)), "Column s.a is",
            new StructType(List.of(id, struct("s", "z", IntegerType.INTEGER), l)),
                "Column s.a is missing");
    refused.forEach(
        (schema, message) -> {
          assertThatThrownBy(() -> log.withSchema(schema))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining(message);
          assertThatThrownBy(
                  () ->
                      log.commit(request(new Action.Metadata(schema, log.snapshot().properties()))))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining(message);
        });
    assertThat(log.snapshot().version()).isZero();
  }

  @Test
  void underColumnMappingNewColumnsGetIdsAndPhysicalNamesOfTheirOwn() throws Exception {
    TableLog log = table(NESTED, Map.of("delta.columnMapping.mode", "name"));
    StructType before = log.snapshot().schema();
    assertThat(ids(before, new HashMap<>())).hasSize(5);

    StructType wider = before.add(field("with space", true)).add(struct("t", "u", LongType.LONG));
    Action.Metadata change = log.withSchema(wider);
    log.commit(request(change));

    StructType after = TableLog.open(STORAGE, dir.toString()).snapshot().schema();
    assertThat(after).isEqualTo(change.schema());
    Map<String, Long> ids = ids(after, new HashMap<>());
    assertThat(ids).hasSize(8).containsAllEntriesOf(ids(before, new HashMap<>()));
    assertThat(new HashSet<>(ids.values())).hasSize(8);
    assertThat(log.snapshot().properties())
        .containsEntry(
            "delta.columnMapping.maxColumnId",
            Long.toString(ids.values().stream().mapToLong(Long::longValue).max().orElseThrow()));
    for (StructField field : before.fields()) {
      assertThat(after.get(field.getName())).isEqualTo(field);
    }
  }

  @Test
  void aTypeThatNeedsAFeatureBringsIt() throws Exception {
    TableLog log =
        newTable(dir.toString(), Map.of(TableDefinition.KEY_COLUMNS_PROPERTY, "[\"id\"]"));
    StructType wider = LogFixture.SCHEMA.add("local", TimestampNTZType.TIMESTAMP_NTZ);
    Commit commit = log.commit(request(log.withSchema(wider)));
    assertThat(commit.protocolChanged()).isTrue();
    assertThat(logLines(dir, 1).get(1)).startsWith("{\"protocol\":").contains("timestampNtz");
    log.commit(LogFixture.adding("a.parquet"));
    assertThat(TableLog.open(STORAGE, dir.toString()).snapshot().schema()).isEqualTo(wider);
  }

  @Test
  void aTableThatOthersMadeGetsNoFeatureForANewColumn() throws Exception {
    TableLog log = newTable(dir.toString(), Map.of());
    for (StructType wider :
        List.of(
            LogFixture.SCHEMA.add("local", TimestampNTZType.TIMESTAMP_NTZ),
            LogFixture.SCHEMA.add(
                "s", new StructType().add("local", TimestampNTZType.TIMESTAMP_NTZ)))) {
      assertThatThrownBy(() -> log.withSchema(wider))
          .isInstanceOf(UnsupportedTableException.class)
          .hasMessageContaining(dir.toString())
          .hasMessageContaining("[timestampNtz]");
    }
    log.commit(request(log.withSchema(LogFixture.SCHEMA.add("far", LongType.LONG))));
  }

  @Test
  void feedDeletionVectorsAndTimestampsCanBeTurnedOnLater() throws Exception {
    TableLog log =
        newTable(
            dir.toString(),
            Map.of(
                "delta.enableChangeDataFeed", "false",
                "delta.enableDeletionVectors", "false",
                "delta.enableInCommitTimestamps", "false"));
    TableLog other = TableLog.open(STORAGE, dir.toString());
    assertThat(log.snapshot().changeDataFeedEnabled()).isFalse();
    assertThat(log.snapshot().deletionVectorsEnabled()).isFalse();
    Map<String, String> properties = new HashMap<>(log.snapshot().properties());
    for (String key :
        Set.of(
            "delta.enableChangeDataFeed",
            "delta.enableDeletionVectors",
            "delta.enableInCommitTimestamps")) {
      properties.put(key, "true");
    }

    Commit commit = log.commit(request(new Action.Metadata(log.snapshot().schema(), properties)));
    other.refresh();

    for (TableSnapshot after :
        List.of(
            log.snapshot(), other.snapshot(), TableLog.open(STORAGE, dir.toString()).snapshot())) {
      assertThat(after.changeDataFeedEnabled()).isTrue();
      assertThat(after.deletionVectorsEnabled()).isTrue();
      assertThat(after.timestamp()).isEqualTo(commit.timestamp());
      assertThat(after.properties())
          .containsEntry("delta.inCommitTimestampEnablementVersion", "1")
          .containsEntry(
              "delta.inCommitTimestampEnablementTimestamp", Long.toString(commit.timestamp()));
    }
    assertThat(logLines(dir, 1).get(0)).contains("inCommitTimestamp");
    log.commit(LogFixture.adding("a.parquet"));
  }

  private TableLog table(StructType schema, Map<String, String> properties) throws Exception {
    return TableLog.create(
        STORAGE, dir.toString(), new TableDefinition(schema, List.of(), List.of(), properties));
  }

  private static StructField field(String name, boolean nullable) {
    return new StructField(name, LongType.LONG, nullable);
  }

  private static StructField struct(String name, String inner, DataType type) {
    return new StructField(name, new StructType().add(inner, type), true);
  }

  private String metadataLine(long version) throws Exception {
    return logLines(dir, version).stream()
        .filter(line -> line.startsWith("{\"metaData\""))
        .findFirst()
        .orElseThrow();
  }

  private static String withoutSchemaAndProperties(String metadata) {
    return metadata.replaceAll("\"schemaString\".*?}\",", "").replaceAll("\"configuration\".*", "");
  }

  /** Column-mapping id by physical name, nested ones too. */
  private static Map<String, Long> ids(DataType type, Map<String, Long> found) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        found.put(
            field.getMetadata().getString("delta.columnMapping.physicalName"),
            field.getMetadata().getLong("delta.columnMapping.id"));
        ids(field.getDataType(), found);
      }
    } else if (type instanceof ArrayType array) {
      ids(array.getElementType(), found);
    }
    return found;
  }
}
