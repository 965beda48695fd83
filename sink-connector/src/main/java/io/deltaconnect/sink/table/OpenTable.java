package io.deltaconnect.sink.table;

import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.change.RecordReader;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.OnTableRecreated;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.config.TableUpgrade;
import io.deltaconnect.sink.route.TableLocation;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.TableRecreatedException;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.StoredRows;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A table that exists, its key, and the layout of the rows made for it. */
final class OpenTable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenTable.class);

  private final TableLocation location;
  private final TableConfig config;
  private final Table table;
  private String tableId;
  private int incarnation;
  private List<String> keyColumns;
  private StructType tableSchema;
  private RecordReader reader;
  private long measuredVersion = -1;
  private long storedRowBytes;

  /**
   * @throws ConnectException if the table is not fit to be written
   */
  OpenTable(TableLocation location, TableConfig config, Table table) {
    this.location = location;
    this.config = config;
    this.table = table;
    adopt();
  }

  /** Takes the table that is there now for ours. */
  private void adopt() {
    upgrade();
    tableId = table.snapshot().tableId();
    incarnation = table.snapshot().incarnation();
    check();
  }

  private void upgrade() {
    Map<String, String> missing = new TreeMap<>();
    TableSnapshot snapshot = table.snapshot();
    if (config.upgrade() != TableUpgrade.NONE && !snapshot.changeDataFeedEnabled()) {
      missing.put("delta.enableChangeDataFeed", "true");
    }
    if (config.upgrade() == TableUpgrade.CDF_DV
        && !TableRequirements.isOurs(snapshot)
        && !snapshot.deletionVectorsEnabled()) {
      missing.put("delta.enableDeletionVectors", "true");
    }
    if (missing.isEmpty()) {
      return;
    }
    try {
      CommitResult result =
          TableErrors.run(named() + ": upgrading it", () -> table.setProperties(missing));
      LOG.info("{} v{}: upgraded, {}", named(), result.version(), missing);
    } catch (TableRecreatedException e) {
      throw new RetriableException(named() + ": upgrading it: " + e.getMessage(), e);
    }
  }

  private void check() {
    TableRequirements.require(named(), table.snapshot(), config);
    keyColumns = config.pkFields();
    if (keyColumns.isEmpty() && !config.append()) {
      keyColumns = TableDefinitions.keyColumns(table.snapshot().properties());
    }
    if (config.append() || !keyColumns.isEmpty()) {
      useSchemaOfTable();
    }
  }

  String name() {
    return location.name();
  }

  /** The name and the path of the table, for messages. */
  String named() {
    return "table " + location.name() + " (" + location.path() + ")";
  }

  Table table() {
    return table;
  }

  List<String> keyColumns() {
    return keyColumns;
  }

  /** Heap that a row of the table takes, roughly. */
  long storedRowBytes() {
    TableSnapshot snapshot = table.snapshot();
    if (measuredVersion != snapshot.version()) {
      measuredVersion = snapshot.version();
      storedRowBytes = StoredRows.heapBytes(snapshot);
    }
    return storedRowBytes;
  }

  /** Whether it is known which columns are the key. */
  boolean isKeyKnown() {
    return reader != null;
  }

  /** The key of a table that does not say: that of its first record. */
  void useKey(List<String> columns) {
    keyColumns = TableDefinitions.key(table.snapshot().schema(), columns);
    useSchemaOfTable();
  }

  private void useSchemaOfTable() {
    tableSchema = table.snapshot().schema();
    use(tableSchema);
  }

  /** The table's schema from which the layout of the rows was made: they may have new columns. */
  StructType tableSchema() {
    return tableSchema;
  }

  RecordReader reader() {
    return reader;
  }

  /** Rows are made in this layout from now on; none may be buffered in another. */
  void use(RecordReader newReader) {
    reader = newReader;
  }

  private void use(StructType schema) {
    keyColumns = TableDefinitions.key(schema, keyColumns);
    use(readerOf(schema));
  }

  /** Makes rows in a layout that has the key columns. */
  RecordReader readerOf(StructType schema) {
    return new RecordReader(config, schema, keyColumns, table.snapshot().partitionColumns());
  }

  boolean isMapped() {
    return TableDefinitions.isMapped(table.snapshot().properties());
  }

  /** Whether its columns may get wider types: a table that others made must say so. */
  boolean mayWiden() {
    String enabled = table.snapshot().properties().get("delta.enableTypeWidening");
    return enabled == null
        ? TableRequirements.isOurs(table.snapshot())
        : Boolean.parseBoolean(enabled);
  }

  /** Takes up what a commit or a refresh found. No rows may be buffered. */
  void followSchema() {
    if (reader == null) {
      return;
    }
    tableSchema = table.snapshot().schema();
    if (!tableSchema.equals(reader.schema())) {
      use(tableSchema);
    }
  }

  /**
   * Looks whether another table, or another history of this one, has taken its place.
   *
   * @return true if so, and configuration lets us go on with it
   * @throws ConnectException if configuration does not
   */
  boolean isRecreated() {
    TableSnapshot snapshot = table.snapshot();
    if (snapshot.tableId().equals(tableId) && snapshot.incarnation() == incarnation) {
      TableRequirements.requireFeed(named(), snapshot, config);
      return false;
    }
    String what =
        snapshot.tableId().equals(tableId)
            ? " is not as it was left (its log is at version "
                + snapshot.version()
                + " and lacks commits that were read before, as when a backup is put back"
            : " is another table than before (id " + snapshot.tableId() + ", was " + tableId;
    if (config.onRecreated() == OnTableRecreated.FAIL) {
      throw new ConnectException(
          named()
              + what
              + ")"
              + ". "
              + Keys.ON_TABLE_RECREATED
              + "=continue goes on with it, from the offsets that it holds");
    }
    LOG.warn("{}{}): going on with it", named(), what);
    reader = null;
    adopt();
    return true;
  }
}
