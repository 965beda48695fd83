package io.deltaconnect.sink.change;

import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.config.PkMode;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.convert.Columns;
import io.deltaconnect.sink.convert.MissingColumnException;
import io.deltaconnect.sink.convert.NotNull;
import io.deltaconnect.sink.convert.TypedStruct;
import io.deltaconnect.sink.convert.UntypedStruct;
import io.deltaconnect.table.row.Key;
import java.util.ArrayList;
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
    List<String> names = new ArrayList<>();
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < keyPositions.length; i++) {
      keyPositions[i] = columns.indexOf(keyColumns.get(i));
      names.add(columns.at(keyPositions[i]).getName());
      types.add(columns.at(keyPositions[i]).getDataType());
    }
    boolean allFields = config.pkFields().isEmpty();
    this.keyReader = new KeyReader(names, types, allFields, "key");
    this.valueReader = new KeyReader(names, types, allFields, "value");
    this.filter = new ColumnFilter(config, keyFromValue ? List.of() : names);
    this.untyped = new UntypedStruct(schema, "", filter);
    this.partitionPositions = new int[partitionColumns.size()];
    for (int i = 0; i < partitionPositions.length; i++) {
      partitionPositions[i] = columns.indexOf(partitionColumns.get(i));
    }
    this.typed = new SchemaCache<>(value -> new TypedStruct(value, schema, "", filter));
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
      if (key[i] == null) {
        throw new DataException("key column " + columns.at(keyPositions[i]).getName() + " is NULL");
      }
    }
    return new Key(key);
  }

  /**
   * The row of a record, in the order of the schema.
   *
   * @throws MissingColumnException if the record has a field without a column
   * @throws DataException if a value does not fit its column
   */
  public Object[] row(SinkRecord record) {
    Object[] row = new Object[columns.size()];
    if (record.value() instanceof Struct struct) {
      typed.get(struct.schema()).fill(struct, row);
    } else if (record.value() instanceof Map<?, ?> map && isSchemaless(record.valueSchema())) {
      untyped.fill(map, row);
    } else {
      throw new DataException(
          "the value must be a struct, or a map without a schema, but is "
              + record.value().getClass().getSimpleName());
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
      }
    }
    NotNull.check(columns, row, "");
    return row;
  }

  private static boolean isEmpty(Object value) {
    return (value instanceof String s && s.isEmpty())
        || (value instanceof byte[] bytes && bytes.length == 0);
  }

  private static boolean isSchemaless(Schema schema) {
    return schema == null;
  }
}
