package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.quickstart.S3Server;
import io.deltaconnect.table.storage.Storage;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark, with our log store, beside us on one table in S3. */
class SparkOnS3IT {
  private static final String BUCKET = "lake-with-spark";

  @TempDir static java.nio.file.Path dir;
  private static S3Server server;

  @BeforeAll
  static void start() {
    server = S3Server.start(ProjectLayout.find().s3Libs(), dir.resolve("s3"), BUCKET);
    // For this bucket only: all tests share one Spark.
    Configuration spark = Spark.session().sparkContext().hadoopConfiguration();
    server
        .hadoopProperties()
        .forEach(
            (key, value) ->
                spark.set(key.replace("fs.s3a.", "fs.s3a.bucket." + BUCKET + "."), value));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void bothWriteOneTableInTurn() throws Exception {
    String path = "s3a://" + BUCKET + "/orders";
    EngineTable table = EngineTable.create(path, Storage.of(server.hadoopProperties()));
    SparkTable spark = new SparkTable(path, EngineTable.KEY);
    table.append(0, 20);
    table.upsert("changed", 3, 4, 21);
    table.delete(5);

    assertThat(notes(spark)).hasSize(20).containsEntry(3L, "changed").doesNotContainKey(5L);
    spark.assertFeedTellsEveryVersion();

    spark.sql("UPDATE %s SET note = 'of Spark' WHERE id IN (4, 6)");
    spark.sql("DELETE FROM %s WHERE id = 7");
    table.upsert("ours again", 6, 22);
    spark.sql("OPTIMIZE %s");
    table.delete(0, 21);

    assertThat(notes(spark))
        .hasSize(18)
        .containsEntry(4L, "of Spark")
        .containsEntry(6L, "ours again")
        .containsEntry(22L, "ours again")
        .doesNotContainKeys(0L, 5L, 7L, 21L);
    assertThat(table.ids()).isEqualTo(notes(spark).keySet().stream().sorted().toList());
    spark.assertFeedTellsEveryVersion();
  }

  private static Map<Long, String> notes(SparkTable spark) {
    List<Map<String, Object>> rows = spark.rows();
    return rows.stream()
        .collect(Collectors.toMap(row -> (Long) row.get("id"), row -> (String) row.get("note")));
  }
}
