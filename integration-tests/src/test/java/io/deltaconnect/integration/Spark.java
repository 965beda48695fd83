package io.deltaconnect.integration;

import io.deltaconnect.table.storage.logstore.S3LogStore;
import org.apache.spark.sql.SparkSession;

/** The one Spark session of the test JVM. */
final class Spark {
  private Spark() {}

  static SparkSession session() {
    return Holder.SESSION;
  }

  private static final class Holder {
    static final SparkSession SESSION =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.datetime.java8API.enabled", "true")
            .config("spark.sql.warehouse.dir", "target/spark-warehouse")
            .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
            .config(
                "spark.sql.catalog.spark_catalog",
                "org.apache.spark.sql.delta.catalog.DeltaCatalog")
            .config("spark.delta.logStore.file.impl", HookedLogStore.class.getName())
            .config("spark.delta.logStore.s3a.impl", S3LogStore.class.getName())
            // The defaults are for clusters: with them every query takes seconds.
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.databricks.delta.snapshotPartitions", "1")
            .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "2")
            .config("spark.sql.adaptive.enabled", "false")
            // Compiling code for a query costs more than running it on tables of some hundred rows.
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            // VACUUM RETAIN 0 HOURS is what must do no harm.
            .config("spark.databricks.delta.retentionDurationCheck.enabled", "false")
            .getOrCreate();
  }
}
