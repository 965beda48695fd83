package io.deltaconnect.sink.table;

import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.change.KeyColumns;
import io.deltaconnect.sink.change.RecordReader;
import io.deltaconnect.sink.change.RecordRow;
import io.deltaconnect.sink.change.RecordShape;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.route.TableLocation;
import io.deltaconnect.table.kernel.TableDefinition;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Makes a table that does not exist from the first record with a row. */
final class TableMaker {
  private final TableLocation location;
  private final TableConfig config;
  private final Tables tables;

  TableMaker(TableLocation location, TableConfig config, Tables tables) {
    this.location = location;
    this.config = config;
    this.tables = tables;
  }

  /**
   * Makes the table; if another writer has just made one, that is the table.
   *
   * @throws DataException if the record is bad: then it is not one that makes a table
   * @throws ConnectException if configuration does not let it be made
   */
  Table make(SinkRecord record) {
    if (!config.autoCreate()) {
      throw notMade(record, TableRequirements.missing(location), null);
    }
    List<String> keyColumns = KeyColumns.of(config, record);
    StructType schema = RecordShape.of(record, config, keyColumns);
    TableDefinition definition = definition(record, schema, keyColumns);
    // A record that does not even fit its own table must not leave one behind.
    RecordReader reader =
        new RecordReader(config, schema, keyColumns, definition.partitionColumns());
    RecordRow row = reader.read(record);
    reader.keyOf(row.values());
    if (row.withoutRow() != null) {
      throw new DataException(row.withoutRow());
    }
    return TableErrors.run(
        "table " + location.name() + " (" + location.path() + "): making it",
        () -> tables.create(location.path(), definition, config.options()));
  }

  private TableDefinition definition(
      SinkRecord record, StructType schema, List<String> keyColumns) {
    try {
      return TableDefinitions.of(schema, keyColumns, config);
    } catch (DataException e) {
      throw e;
    } catch (ConnectException e) {
      throw notMade(record, e.getMessage(), e);
    }
  }

  /** It is the configuration that does not fit: no other record would make it better. */
  private ConnectException notMade(SinkRecord record, String why, ConnectException cause) {
    return new ConnectException(BadRecords.named(record, location.name(), why), cause);
  }
}
