package io.deltaconnect.benchmarks;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.TimestampType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Spark with Delta, {@code local[2]}; also who judges both sides' tables. */
final class SparkSide implements Side {
  private static final int ROWS_PER_FILE = 500_000;
  private static final StructType SCHEMA = schema();

  private final SparkSession spark;
  private String target;
  private Dataset<Row> source;

  private SparkSide(SparkSession spark) {
    this.spark = spark;
  }

  public static void main(String[] args) throws IOException {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[" + THREADS + "]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.datetime.java8API.enabled", "true")
            .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
            .config(
                "spark.sql.catalog.spark_catalog",
                "org.apache.spark.sql.delta.catalog.DeltaCatalog")
            // What suits two cores and one machine; the defaults are for clusters.
            .config("spark.sql.shuffle.partitions", "4")
            .config("spark.databricks.delta.snapshotPartitions", "1")
            .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "2");
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("spark."))
        .forEach(name -> builder.config(name, System.getProperty(name)));
    try (SparkSession spark = builder.getOrCreate()) {
      Side.serve(new SparkSide(spark));
    }
  }

  @Override
  public void create(Path table, long rows, KeyOrder order) {
    int files = (int) Math.max(1, (rows + ROWS_PER_FILE - 1) / ROWS_PER_FILE);
    spark.sql(
        String.format(
            Locale.ROOT,
            "CREATE TABLE delta.`%s` (%s) USING delta TBLPROPERTIES"
                + " (delta.enableChangeDataFeed=true, delta.enableDeletionVectors=true)",
            table,
            SCHEMA.toDDL()));
    spark
        .range(0, rows, 1, files)
        .map(
            (MapFunction<Long, Row>) i -> sparkRow(Customers.row(order.idAt(i, rows), 0)),
            Encoders.row(SCHEMA))
        .write()
        .format("delta")
        .mode("append")
        .save(table.toString());
  }

  @Override
  public void prepare(Path table, ChangeSet changes) {
    if (source != null) {
      source.unpersist(true);
    }
    List<Row> rows = new ArrayList<>(changes.updates() + changes.inserts());
    for (Object[] row : changes.rows()) {
      rows.add(sparkRow(row));
    }
    source = spark.createDataFrame(rows, SCHEMA).repartition(THREADS).cache();
    source.count();
    source.createOrReplaceTempView("changes");
    target = table.toString();
    // Its snapshot is read now, as ours is.
    spark.sql("DESCRIBE DETAIL delta.`" + target + "`").collectAsList();
  }

  @Override
  public MergeTiming merge() {
    String set =
        Customers.UPDATED.stream()
            .map(c -> String.format(Locale.ROOT, "t.%s = c.%s", c, c))
            .collect(Collectors.joining(", "));
    String merge =
        String.format(
            Locale.ROOT,
            "MERGE INTO delta.`%s` t USING changes c ON t.%s = c.%s"
                + " WHEN MATCHED THEN UPDATE SET %s WHEN NOT MATCHED THEN INSERT *",
            target,
            Customers.KEY,
            Customers.KEY,
            set);
    long start = System.nanoTime();
    spark.sql(merge).collectAsList();
    return new MergeTiming((System.nanoTime() - start) / 1e9, Map.of());
  }

  /** Spark's own way to JSON, with all that its compiler of queries makes of it. */
  @Override
  public FeedTiming read(Path table, long version) {
    String rows =
        version < 0
            ? String.format(Locale.ROOT, "delta.`%s`", table)
            : String.format(
                Locale.ROOT, "table_changes_by_path('%s', %d, %d)", table, version, version);
    Dataset<Row> read = spark.sql("SELECT * FROM " + rows);
    // As microseconds, which is what the source writes.
    List<String> columns = new ArrayList<>();
    for (org.apache.spark.sql.types.StructField field : read.schema().fields()) {
      columns.add(
          field.dataType().equals(DataTypes.TimestampType)
              ? "unix_micros(" + field.name() + ") AS " + field.name()
              : field.name());
    }
    long start = System.nanoTime();
    Row sums =
        read.selectExpr(columns.toArray(new String[0]))
            .selectExpr(
                "cast(to_json(struct(*), map('ignoreNullFields', 'false')) AS binary) AS value")
            .selectExpr("count(*)", "sum(length(value))", "sum(crc32(value))")
            .head();
    double seconds = (System.nanoTime() - start) / 1e9;
    return new FeedTiming(seconds, sums.getLong(0), sums.getLong(1), sums.getLong(2));
  }

  @Override
  public TableContent content(Path table) {
    String columns = String.join(", ", SCHEMA.fieldNames());
    String sums = "count(*), sum(cast(xxhash64(" + columns + ") AS decimal(20,0)))";
    Row all = spark.sql("SELECT " + sums + " FROM delta.`" + table + "`").head();
    long version =
        spark.sql("DESCRIBE HISTORY delta.`" + table + "` LIMIT 1").head().getAs("version");
    Map<String, String> feed = new TreeMap<>();
    for (Row change :
        spark
            .sql(
                String.format(
                    Locale.ROOT,
                    "SELECT _change_type, %s FROM table_changes_by_path('%s', %d, %d) GROUP BY 1",
                    sums,
                    table,
                    version,
                    version))
            .collectAsList()) {
      feed.put(change.getString(0), change.getLong(1) + " rows, hash " + change.get(2));
    }
    return new TableContent(all.getLong(0), all.get(1).toString(), feed);
  }

  @Override
  public void record() {}

  @Override
  public void profile(Path file) {}

  private static Row sparkRow(Object[] values) {
    Object[] row = values.clone();
    for (int i = 0; i < row.length; i++) {
      if (SCHEMA.fields()[i].dataType().equals(DataTypes.TimestampType)) {
        long micros = (Long) row[i];
        row[i] =
            Instant.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
      }
    }
    return RowFactory.create(row);
  }

  private static StructType schema() {
    StructType schema = new StructType();
    for (StructField field : Customers.SCHEMA.fields()) {
      DataType type =
          field.getDataType() instanceof LongType
              ? DataTypes.LongType
              : field.getDataType() instanceof TimestampType
                  ? DataTypes.TimestampType
                  : DataTypes.StringType;
      schema = schema.add(field.getName(), type, field.isNullable());
    }
    return schema;
  }
}
