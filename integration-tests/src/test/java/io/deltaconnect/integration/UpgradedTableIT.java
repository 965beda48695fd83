package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that Spark made in old protocols, upgraded by us: Spark reads and writes them on. */
class UpgradedTableIT {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG).add("n", LongType.LONG);

  @TempDir private Path directory;

  @ParameterizedTest(name = "protocol {0}/{1}, deletion vectors {2}")
  @CsvSource({"1, 2, true", "1, 2, false", "2, 5, true"})
  void sparkGoesOnWithTheTable(int reader, int writer, boolean vectors) throws IOException {
    Path path = directory.resolve("table");
    SparkTable spark = new SparkTable(path, List.of("id"));
    Map<Long, Map<String, Object>> model = new TreeMap<>();
    spark.sql(
        "CREATE TABLE %s (id BIGINT, n BIGINT) USING DELTA TBLPROPERTIES ("
            + "'delta.minReaderVersion' = '"
            + reader
            + "', 'delta.minWriterVersion' = '"
            + writer
            + "', 'delta.enableDeletionVectors' = 'false')");
    spark.sql("INSERT INTO %s SELECT id, id FROM RANGE(0, 50, 1, 1)");
    for (long id = 0; id < 50; id++) {
      model.put(id, PlainRecords.row(id, id));
    }

    DeltaTable table =
        DeltaTable.open(Storage.of(Map.of()), path.toString(), TableOptions.defaults());
    assertThat(table.snapshot().changeDataFeedEnabled()).isFalse();
    Map<String, String> properties = new TreeMap<>();
    properties.put("delta.enableChangeDataFeed", "true");
    if (vectors) {
      properties.put("delta.enableDeletionVectors", "true");
    }
    long upgraded = table.setProperties(properties).version();
    merge(table, model, 3, 7, 60);
    assertThat(table.snapshot().files().stream().anyMatch(file -> file.dv() != null))
        .isEqualTo(vectors);
    spark.assertRows(model.values());
    List<Map<String, Object>> before = spark.rows(upgraded);
    spark.assertFeedTellsEveryVersion(upgraded + 1, before);

    spark.sql("UPDATE %s SET n = -1 WHERE id IN (3, 8)");
    model.put(3L, PlainRecords.row(3, -1));
    model.put(8L, PlainRecords.row(8, -1));
    spark.sql("OPTIMIZE %s");
    merge(table, model, 8, 60);
    spark.assertRows(model.values());
    spark.assertFeedTellsEveryVersion(upgraded + 1, before);
  }

  private static void merge(DeltaTable table, Map<Long, Map<String, Object>> model, long... ids)
      throws IOException {
    List<Change> changes = new ArrayList<>();
    for (long id : ids) {
      changes.add(new Change(new Key(id), new Object[] {id, id * 100}));
      model.put(id, PlainRecords.row(id, id * 100));
    }
    table.merge(new MergeRequest(SCHEMA, SCHEMA, List.of("id"), changes, List.of(), Map.of()));
  }
}
