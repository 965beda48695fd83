package io.deltaconnect.integration;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** A table that Spark writes in a session of its own, and what has been done to it. */
final class WrittenBySpark {
  private final SparkSession session = Spark.session().newSession();
  private final String path;
  private final List<String> statements = new ArrayList<>();

  WrittenBySpark(Path path) {
    this.path = path.toString();
  }

  String path() {
    return path;
  }

  /** Runs SQL in which {@code %s} is the table; not every statement makes a version. */
  void run(String sql) {
    String before = statements.isEmpty() ? "" : "after v" + version() + ": ";
    statements.add(before + sql);
    query(sql).collectAsList();
  }

  Dataset<Row> query(String sql) {
    return session.sql(sql.replace("%s", "delta.`" + path + "`"));
  }

  /** Whether a statement overwrites the partitions of its rows only, and no others. */
  void overwritesPartitions(boolean onlyTheirs) {
    session
        .conf()
        .set("spark.sql.sources.partitionOverwriteMode", onlyTheirs ? "dynamic" : "static");
  }

  /** All statements. */
  @Override
  public String toString() {
    return String.join("\n", statements);
  }

  private Snapshot snapshot() {
    return DeltaLog.forTable(session, path).unsafeVolatileSnapshot();
  }

  long version() {
    return snapshot().version();
  }

  StructType schema() {
    return snapshot().metadata().schema();
  }

  List<String> partitionColumns() {
    return CollectionConverters.asJava(snapshot().metadata().partitionColumns());
  }

  /** Empty if the table has no such property. */
  String property(String name) {
    return CollectionConverters.asJava(snapshot().metadata().configuration())
        .getOrDefault(name, "");
  }
}
