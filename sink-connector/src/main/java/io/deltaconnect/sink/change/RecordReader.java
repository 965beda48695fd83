package io.deltaconnect.sink.change;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.PkMode;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.convert.Columns;
import io.deltaconnect.sink.convert.KeptValues;
import io.deltaconnect.sink.convert.MissingColumnException;
import io.deltaconnect.sink.convert.NotNull;
import io.deltaconnect.sink.convert.TypedStruct;
import io.deltaconnect.sink.convert.UntypedStruct;
import io.deltaconnect.table.row.Kept;
import io.deltaconnect.table.row.Key;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Reads keys and rows for one layout of one table. */
public final class RecordReader {
  private final StructType schema;
  private final Columns columns;
  private final boolean keyFromValue;
  private final boolean keyed;
  private final int[] keyPositions;
  private final int[] partitionPositions;
  private final KeyReader keyReader;
  private final KeyReader valueReader;
  private final ColumnFilter filter;
  private final UntypedStruct untyped;
  private final SchemaCache<TypedStruct> typed;
  private final KeptValues kept;

  /** By column, made when needed: buffered records share them. */
  private final String[] withoutRow;

  private final boolean append;

  /**
   * @param schema of the rows to be made
   * @param keyColumns names of columns of the schema; empty if rows are only appended
   * @param partitionColumns names of columns of the schema
   */
  public RecordReader(
      TableConfig config,
      StructType schema,
      List<String> keyColumns,
      List<String> partitionColumns) {
    this.schema = schema;
    this.columns = new Columns(schema);
    this.keyed = !keyColumns.isEmpty();
    this.keyFromValue = config.pkMode() == PkMode.RECORD_VALUE;
    this.keyPositions = new int[keyColumns.size()];
    List<StructField> key = new ArrayList<>();
    for (int i = 0; i < keyPositions.length; i++) {
      keyPositions[i] = columns.indexOf(keyColumns.get(i));
      key.add(columns.at(keyPositions[i]));
    }
    boolean allFields = config.pkFields().isEmpty();
    this.keyReader = new KeyReader(key, allFields, "key");
    this.valueReader = new KeyReader(key, allFields, "value");
    this.filter =
        new ColumnFilter(
            config, keyFromValue ? List.of() : key.stream().map(StructField::getName).toList());
    this.kept = config.kept();
    this.withoutRow = new String[columns.size()];
    this.append = config.append();
    this.untyped = new UntypedStruct(schema, "", filter, kept);
    this.partitionPositions = new int[partitionColumns.size()];
    for (int i = 0; i < partitionPositions.length; i++) {
      partitionPositions[i] = columns.indexOf(partitionColumns.get(i));
    }
    this.typed = new SchemaCache<>(value -> new TypedStruct(value, schema, "", filter, kept));
  }

  public StructType schema() {
    return schema;
  }

  /**
   * The key of a record that deletes.
   *
   * @throws DataException if the record has no such key
   */
  public Key key(SinkRecord record) {
    if (keyFromValue && record.value() != null) {
      return new Key(valueReader.read(record.valueSchema(), record.value()));
    }
    if (keyFromValue && record.key() == null) {
      throw new DataException(
          "the record deletes, but has neither a value nor a key to tell of what");
    }
    return new Key(keyReader.read(record.keySchema(), record.key()));
  }

  /** The key of a row made here; null if rows are only appended. */
  public Key keyOf(Object[] row) {
    if (!keyed) {
      return null;
    }
    Object[] key = new Object[keyPositions.length];
    for (int i = 0; i < key.length; i++) {
      key[i] = row[keyPositions[i]];
      if (key[i] == null || KeptValues.isKept(key[i])) {
        throw new DataException("key column " + columns.at(keyPositions[i]).getName() + " is NULL");
      }
    }
    return new Key(key);
  }

  /**
   * A record as a row, whole or partial.
   *
   * @throws MissingColumnException if the record has a field without a column
   * @throws DataException if a value does not fit its column, or the record is only appended and
   *     has an unavailable value
   */
  public RecordRow read(SinkRecord record) {
    Object[] row = row(record);
    boolean partial = kept.missing();
    String why = null;
    for (int i = 0; i < row.length; i++) {
      if (KeptValues.isKept(row[i])) {
        partial = true;
        if (why == null) {
          why = withoutRow(i, row[i]);
        }
        row[i] = Kept.KEPT;
      }
    }
    if (!append) {
      return new RecordRow(row, partial, why);
    }
    if (why != null) {
      throw new DataException(why);
    }
    return new RecordRow(Kept.complete(row, null), false, null);
  }

  /** Why a record that keeps this column is bad where there is no row to keep it of, or null. */
  private String withoutRow(int column, Object cell) {
    boolean nullable = columns.at(column).isNullable();
    if (nullable && cell == Kept.KEPT) {
      return null;
    }
    if (withoutRow[column] == null) {
      String name = columns.at(column).getName();
      withoutRow[column] =
          nullable
              ? "column "
                  + name
                  + ": the record has "
                  + Keys.UNAVAILABLE_VALUE_PLACEHOLDER
                  + " for it, but the table has no row with its key; "
                  + Keys.UNAVAILABLE_VALUE_ON_MISSING_ROW
                  + "=null makes it NULL"
              : "column "
                  + name
                  + " is NOT NULL, but the record has no value for it and the table no row with"
                  + " its key";
    }
    return withoutRow[column];
  }

  /**
   * The row of a record, in the order of the schema; cells may stand for stored values.
   *
   * @throws MissingColumnException if the record has a field without a column
   * @throws DataException if a value does not fit its column
   */
  private Object[] row(SinkRecord record) {
    Object[] row = new Object[columns.size()];
    if (kept.missing()) {
      Arrays.fill(row, Kept.KEPT);
    }
    if (record.value() instanceof Struct struct) {
      typed.get(struct.schema()).fill(struct, row);
    } else if (record.value() instanceof Map<?, ?> map && isSchemaless(record.valueSchema())) {
      Fields.requireUnwrapped(map, "value");
      untyped.fill(map, row);
    } else {
      throw new DataException(Fields.noRow(record.value()));
    }
    if (keyed && !keyFromValue) {
      Object[] key = keyReader.read(record.keySchema(), record.key());
      for (int i = 0; i < key.length; i++) {
        row[keyPositions[i]] = key[i];
      }
    }
    // Delta writes an empty partition value as NULL, so that is what it is.
    for (int i : partitionPositions) {
      if (isEmpty(row[i])) {
        row[i] = null;
      } else if (row[i] instanceof byte[] bytes && !isUtf8(bytes)) {
        throw new DataException(
            "column "
                + columns.at(i).getName()
                + " partitions the table: its bytes must be UTF-8 text");
      }
    }
    NotNull.check(columns, row, "");
    return row;
  }

  private static boolean isUtf8(byte[] bytes) {
    return Arrays.equals(
        bytes, new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isEmpty(Object value) {
    return (value instanceof String s && s.isEmpty())
        || (value instanceof byte[] bytes && bytes.length == 0);
  }

  private static boolean isSchemaless(Schema schema) {
    return schema == null;
  }
}
