package io.deltaconnect.integration;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.types.StructField;

/**
 * Statements of every kind, at random, that create and change a table of a random shape, with the
 * change data feed on from its start. All that is random comes from the seed.
 */
final class RandomStatements {
  private static final String ID = RandomColumns.ID;

  private enum Layout {
    PLAIN,
    PARTITIONED,
    CLUSTERED
  }

  private interface Statement {
    /** Empty if the table is not made for it. */
    String sql();
  }

  private final WrittenBySpark table;
  private final Random random;
  private final RandomColumns columns;
  private final RandomSchemaChanges schema;
  private final Layout layout;
  private final List<Statement> statements = new ArrayList<>();

  RandomStatements(WrittenBySpark table, long seed) {
    this.table = table;
    this.random = new Random(seed);
    this.columns = new RandomColumns(table, random);
    this.schema = new RandomSchemaChanges(table, columns, random);
    this.layout = Layout.values()[random.nextInt(Layout.values().length)];
    often(8, this::insert, this::update, this::delete, this::merge);
    often(3, this::overwrite, this::overwritePartitions, this::replaceWhere, this::restore);
    often(3, schema::addColumn, schema::renameColumn, schema::dropColumn);
    often(
        2, this::optimize, this::truncate, schema::renameField, schema::widen, this::evolvingMerge);
    often(1, schema::moveColumn, schema::allowNull, schema::setProperty);
    create(seed);
  }

  private void often(int weight, Statement... of) {
    for (Statement statement : of) {
      for (int i = 0; i < weight; i++) {
        statements.add(statement);
      }
    }
  }

  /**
   * @param seed its low digits choose column mapping and deletion vectors, so that seeds in a row
   *     have all combinations
   */
  private void create(long seed) {
    List<String> properties = new ArrayList<>();
    properties.add("'delta.enableChangeDataFeed' = 'true'");
    // ADD COLUMN does not bring it by itself.
    properties.add("'delta.feature.timestampNtz' = 'supported'");
    properties.add("'delta.checkpointInterval' = '" + (2 + random.nextInt(5)) + "'");
    properties.add("'delta.enableDeletionVectors' = '" + (seed % 2 == 0) + "'");
    String mapping = List.of("name", "id", "none").get((int) Math.floorMod(seed, 3L));
    properties.add("'delta.columnMapping.mode' = '" + mapping + "'");
    properties.add("'delta.enableInCommitTimestamps' = '" + random.nextBoolean() + "'");
    properties.add("'delta.enableTypeWidening' = '" + random.nextBoolean() + "'");
    properties.add("'delta.enableRowTracking' = '" + (random.nextInt(4) == 0) + "'");
    if (random.nextInt(3) == 0) {
      properties.add("'delta.checkpointPolicy' = 'v2'");
    }
    List<String> ddl = new ArrayList<>();
    ddl.add(ID + " BIGINT");
    ddl.add("p " + SqlValues.PARTITION_TYPES[random.nextInt(SqlValues.PARTITION_TYPES.length)]);
    ddl.add("must " + SqlValues.TYPES[random.nextInt(14)] + " NOT NULL");
    ddl.add("s STRUCT<a: INT, b: STRING>");
    for (int i = 0; i < 3; i++) {
      ddl.add(columns.nextName("c") + " " + columns.anyType());
    }
    String order =
        switch (layout) {
          case PLAIN -> "";
          case PARTITIONED -> " PARTITIONED BY (p)";
          case CLUSTERED -> " CLUSTER BY (id)";
        };
    table.run(
        "CREATE TABLE %s ("
            + String.join(", ", ddl)
            + ") USING delta"
            + order
            + " TBLPROPERTIES ("
            + String.join(", ", properties)
            + ")");
    table.run(insert());
  }

  /** Changes the table, its schema or its properties, or perhaps nothing. */
  void run() {
    String sql = "";
    while (sql.isEmpty()) {
      sql = statements.get(random.nextInt(statements.size())).sql();
    }
    table.run(sql);
  }

  private String condition(String id) {
    return switch (random.nextInt(3)) {
      case 0 -> id + " < " + random.nextInt(60);
      case 1 -> id + " BETWEEN 20 AND " + (20 + random.nextInt(20));
      default -> id + " % " + (2 + random.nextInt(6)) + " = 1";
    };
  }

  private String insert() {
    int from = random.nextInt(60);
    return "INSERT INTO %s " + columns.rows(from, from + 5 + random.nextInt(40));
  }

  private String update() {
    StructField field = columns.any(f -> true);
    String value = columns.value(field);
    return "UPDATE %s SET "
        + RandomColumns.quoted(field.name())
        + " = "
        + value
        + " WHERE "
        + condition(ID);
  }

  private String delete() {
    return "DELETE FROM %s WHERE " + condition(ID);
  }

  private String merge() {
    return merge("MERGE INTO", "");
  }

  private String evolvingMerge() {
    String name = columns.newName();
    return merge("MERGE WITH SCHEMA EVOLUTION INTO", ", id % 5 AS " + RandomColumns.quoted(name));
  }

  private String merge(String begin, String moreColumns) {
    int from = random.nextInt(60);
    String source = columns.rows(from, from + 30);
    return begin
        + " %s t USING ("
        + source.replace(" FROM range", moreColumns + " FROM range")
        + ") s ON t.id = s.id"
        + (random.nextBoolean() ? " WHEN MATCHED AND t.id % 3 = 0 THEN DELETE" : "")
        + " WHEN MATCHED THEN UPDATE SET *"
        + (random.nextBoolean() ? " WHEN NOT MATCHED THEN INSERT *" : "")
        + (random.nextBoolean() ? " WHEN NOT MATCHED BY SOURCE AND t.id % 4 = 1 THEN DELETE" : "");
  }

  private String overwrite() {
    table.overwritesPartitions(false);
    return "INSERT OVERWRITE %s " + columns.rows(0, 10 + random.nextInt(50));
  }

  private String overwritePartitions() {
    if (layout != Layout.PARTITIONED) {
      return "";
    }
    table.overwritesPartitions(true);
    return "INSERT OVERWRITE %s " + columns.rows(100, 104);
  }

  private String replaceWhere() {
    table.overwritesPartitions(false);
    StructField partition = columns.any(columns::isPartition);
    if (partition != null && random.nextBoolean()) {
      String name = RandomColumns.quoted(partition.name());
      return "INSERT INTO %s REPLACE WHERE "
          + name
          + " IS NULL SELECT * FROM ("
          + columns.rows(200, 220)
          + ") WHERE "
          + name
          + " IS NULL";
    }
    int from = random.nextInt(60);
    return "INSERT INTO %s REPLACE WHERE id >= %d AND id < %d ".formatted("%s", from, from + 20)
        + columns.rows(from + 5, from + 15);
  }

  private String restore() {
    long oldest = schema.oldestToRestore();
    long version = oldest + random.nextInt((int) (table.version() - oldest) + 1);
    return "RESTORE %s TO VERSION AS OF " + version;
  }

  private String optimize() {
    return switch (random.nextInt(3)) {
      case 0 -> layout == Layout.CLUSTERED ? "" : "OPTIMIZE %s ZORDER BY (id)";
      case 1 -> "REORG TABLE %s APPLY (PURGE)";
      default -> "OPTIMIZE %s";
    };
  }

  private String truncate() {
    return random.nextBoolean() ? "TRUNCATE TABLE %s" : "DELETE FROM %s";
  }
}
