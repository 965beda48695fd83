package io.deltaconnect.integration;

import java.util.List;
import java.util.Random;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Statements that change a table's columns or properties, at random; empty where the table is not
 * made for one.
 */
final class RandomSchemaChanges {
  private final WrittenBySpark table;
  private final RandomColumns columns;
  private final Random random;
  private long oldestToRestore;

  RandomSchemaChanges(WrittenBySpark table, RandomColumns columns, Random random) {
    this.table = table;
    this.columns = columns;
    this.random = random;
  }

  /**
   * Before it types were narrower, or columns NOT NULL that have NULLs now or are gone: Spark
   * cannot read later rows as such again.
   */
  long oldestToRestore() {
    return oldestToRestore;
  }

  String addColumn() {
    StructField struct = columns.any(f -> f.dataType() instanceof StructType);
    String place = List.of("", " FIRST", " AFTER id").get(random.nextInt(3));
    return struct != null && random.nextInt(3) == 0
        ? "ALTER TABLE %s ADD COLUMN "
            + RandomColumns.quoted(struct.name())
            + "."
            + columns.nextName("f")
            + " "
            + columns.anyType()
        : "ALTER TABLE %s ADD COLUMN "
            + RandomColumns.quoted(columns.newName())
            + " "
            + columns.anyType()
            + place;
  }

  String renameColumn() {
    StructField field = columns.any(f -> true);
    return columns.isMapped()
        ? "ALTER TABLE %s RENAME COLUMN "
            + RandomColumns.quoted(field.name())
            + " TO "
            + RandomColumns.quoted(columns.newName())
        : "";
  }

  /** Renames or drops a field of a struct. */
  String renameField() {
    StructField struct =
        columns.any(
            f ->
                f.dataType() instanceof StructType s
                    && s.fields().length > 1
                    && columns.isMapped());
    if (struct == null) {
      return "";
    }
    StructField[] fields = ((StructType) struct.dataType()).fields();
    String name = RandomColumns.quoted(fields[random.nextInt(fields.length)].name());
    return random.nextBoolean()
        ? "ALTER TABLE %s RENAME COLUMN "
            + RandomColumns.quoted(struct.name())
            + "."
            + name
            + " TO "
            + columns.nextName("f")
        : "ALTER TABLE %s DROP COLUMN " + RandomColumns.quoted(struct.name()) + "." + name;
  }

  String dropColumn() {
    StructField field = columns.any(f -> !columns.isPartition(f));
    if (!columns.isMapped() || table.schema().length() <= 4) {
      return "";
    }
    if (!field.nullable()) {
      restoreNothingOlder();
    }
    return "ALTER TABLE %s DROP COLUMN " + RandomColumns.quoted(field.name());
  }

  String widen() {
    StructField field =
        columns.any(
            f ->
                f.dataType().equals(DataTypes.IntegerType)
                    || f.dataType().equals(DataTypes.FloatType));
    if (field == null
        || columns.isPartition(field)
        || !table.property("delta.enableTypeWidening").equals("true")) {
      return "";
    }
    restoreNothingOlder();
    String wider = field.dataType().equals(DataTypes.FloatType) ? "DOUBLE" : "BIGINT";
    return "ALTER TABLE %s ALTER COLUMN " + RandomColumns.quoted(field.name()) + " TYPE " + wider;
  }

  String moveColumn() {
    StructField field = columns.any(f -> true);
    return "ALTER TABLE %s ALTER COLUMN " + RandomColumns.quoted(field.name()) + " FIRST";
  }

  String allowNull() {
    StructField field = columns.any(f -> !f.nullable());
    if (field == null) {
      return "";
    }
    restoreNothingOlder();
    return "ALTER TABLE %s ALTER COLUMN " + RandomColumns.quoted(field.name()) + " DROP NOT NULL";
  }

  private void restoreNothingOlder() {
    oldestToRestore = table.version() + 1;
  }

  String setProperty() {
    String property =
        switch (random.nextInt(4)) {
          case 0 -> columns.isMapped() ? "" : "'delta.columnMapping.mode' = 'name'";
          case 1 -> "'delta.enableInCommitTimestamps' = '" + random.nextBoolean() + "'";
          case 2 -> "'delta.checkpointPolicy' = 'v2'";
          default -> "'delta.enableDeletionVectors' = '" + random.nextBoolean() + "'";
        };
    return property.isEmpty() ? "" : "ALTER TABLE %s SET TBLPROPERTIES (" + property + ")";
  }
}
