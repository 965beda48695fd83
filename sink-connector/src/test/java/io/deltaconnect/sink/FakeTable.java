package io.deltaconnect.sink;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.table.Table;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.EarlierCommitLandedException;
import io.deltaconnect.table.commit.FencedException;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.commit.TableRecreatedException;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.merge.MissingRowsException;
import io.deltaconnect.table.merge.PhaseTimes;
import io.deltaconnect.table.row.Kept;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.row.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** A table in memory, with the effects of the real one on rows, schema and {@code txn}s. */
final class FakeTable implements Table, TableSnapshot {
  private final String path;
  private String id = UUID.randomUUID().toString();
  private String knownId = id;
  private final TableDefinition definition;
  private StructType schema;
  private long version;
  private final Map<Key, Map<String, Object>> rows = new LinkedHashMap<>();
  private final List<Map<String, Object>> appended = new ArrayList<>();
  private final Map<String, Action.Txn> txns = new HashMap<>();
  private final List<MergeRequest> merges = new ArrayList<>();

  /** Thrown by each commit until it is taken away. */
  Exception error;

  /** How many commits come through before the error. */
  int callsBeforeError;

  /** Whether the next commit is made and its response lost. */
  boolean loseResponse;

  /** Thrown by each refresh until it is taken away. */
  IOException refreshError;

  /** Called by each merge, before it has any effect. */
  Runnable whileMerging = () -> {};

  private boolean responseLost;

  boolean changeData = true;

  FakeTable(String path, TableDefinition definition) {
    this.path = path;
    this.definition = definition;
    this.schema = definition.schema();
  }

  /** Rows as column name to value, in order of keys' first arrival. */
  List<Map<String, Object>> rows() {
    List<Map<String, Object>> all = new ArrayList<>(rows.values());
    all.addAll(appended);
    return all;
  }

  List<MergeRequest> merges() {
    return merges;
  }

  /** As another task would. */
  void setTxn(String appId, Long txnVersion) {
    if (txnVersion == null) {
      txns.remove(appId);
    } else {
      txns.put(appId, new Action.Txn(appId, txnVersion, 0L));
    }
    version++;
  }

  void recreate() {
    id = UUID.randomUUID().toString();
    rows.clear();
    txns.clear();
    responseLost = false;
    schema = definition.schema();
    version = 0;
  }

  @Override
  public CommitResult merge(MergeRequest request) throws IOException {
    whileMerging.run();
    check(request.expectedTxns());
    merges.add(request);
    requireRows(request.changes());
    StructType old = schema;
    schema = with(schema, request.schema());
    int inserted = 0;
    int updated = 0;
    int deleted = 0;
    for (Change change : request.changes()) {
      Map<String, Object> before = rows.get(change.key());
      Map<String, Object> after = after(before, request.schema(), change);
      if (after == null && before != null) {
        rows.remove(change.key());
        deleted++;
      } else if (after != null && before == null) {
        rows.put(change.key(), after);
        inserted++;
      } else if (after != null && !same(before, after)) {
        rows.put(change.key(), after);
        updated++;
      }
    }
    if (inserted + updated + deleted == 0) {
      schema = old;
      return new CommitResult(-1, 0, 0, 0, 0, 0);
    }
    return committed(request.txns(), inserted, updated, deleted);
  }

  @Override
  public CommitResult append(AppendRequest request) throws IOException {
    check(request.expectedTxns());
    schema = with(schema, request.schema());
    request.rows().forEach(row -> appended.add(named(request.schema(), row)));
    return committed(request.txns(), request.rows().size(), 0, 0);
  }

  @Override
  public CommitResult truncate(List<Action.Txn> newTxns, Map<String, Long> expectedTxns)
      throws IOException {
    check(expectedTxns);
    int deleted = rows().size();
    if (deleted == 0) {
      return new CommitResult(-1, 0, 0, 0, 0, 0);
    }
    rows.clear();
    appended.clear();
    return committed(newTxns, 0, 0, deleted);
  }

  @Override
  public CommitResult commitTxns(List<Action.Txn> newTxns, Map<String, Long> expectedTxns)
      throws IOException {
    check(expectedTxns);
    return committed(newTxns, 0, 0, 0);
  }

  @Override
  public CommitResult setProperties(Map<String, String> properties) throws IOException {
    check(Map.of());
    changeData |= "true".equals(properties.get("delta.enableChangeDataFeed"));
    return committed(List.of(), 0, 0, 0);
  }

  private CommitResult committed(List<Action.Txn> newTxns, int inserted, int updated, int deleted)
      throws IOException {
    newTxns.forEach(txn -> txns.put(txn.appId(), txn));
    version++;
    if (loseResponse) {
      loseResponse = false;
      responseLost = true;
      throw new IOException("the response was lost");
    }
    return new CommitResult(version, inserted, updated, deleted, 0, 0);
  }

  private void check(Map<String, Long> expected) throws IOException {
    if (error != null && callsBeforeError-- <= 0) {
      if (error instanceof IOException e) {
        throw e;
      }
      throw (RuntimeException) error;
    }
    if (!knownId.equals(id)) {
      knownId = id;
      throw new TableRecreatedException(path + " is another table");
    }
    if (responseLost) {
      responseLost = false;
      throw new EarlierCommitLandedException("version " + version + " was ours", version);
    }
    expected.forEach(
        (appId, txnVersion) -> {
          Action.Txn txn = txns.get(appId);
          if (!Objects.equals(txnVersion, txn == null ? null : (Long) txn.version())) {
            throw new FencedException(appId, appId + " is " + txn + ", not " + txnVersion);
          }
        });
  }

  private void requireRows(List<Change> changes) {
    List<Key> missing =
        changes.stream()
            .filter(change -> change.rowRequired() && !rows.containsKey(change.key()))
            .map(Change::key)
            .toList();
    if (!missing.isEmpty()) {
      throw new MissingRowsException(missing);
    }
  }

  private static Map<String, Object> after(
      Map<String, Object> before, StructType schema, Change change) {
    if (change.row() == null || !change.partial()) {
      return named(schema, change.row());
    }
    Map<String, Object> after =
        before == null ? new LinkedHashMap<>() : new LinkedHashMap<>(before);
    for (int i = 0; i < change.row().length; i++) {
      if (change.row()[i] == null) {
        after.remove(schema.at(i).getName());
      } else if (change.row()[i] != Kept.KEPT) {
        after.put(schema.at(i).getName(), change.row()[i]);
      }
    }
    return after;
  }

  private static Map<String, Object> named(StructType schema, Object[] row) {
    if (row == null) {
      return null;
    }
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < row.length; i++) {
      if (row[i] != null) {
        named.put(schema.at(i).getName(), row[i]);
      }
    }
    return named;
  }

  private static boolean same(Map<String, Object> a, Map<String, Object> b) {
    return a.keySet().equals(b.keySet())
        && a.keySet().stream().allMatch(name -> Values.same(a.get(name), b.get(name)));
  }

  private static StructType with(StructType table, StructType rows) {
    StructType all = table;
    for (StructField field : rows.fields()) {
      if (all.indexOf(field.getName()) < 0) {
        all = all.add(field);
      }
    }
    return all;
  }

  @Override
  public TableSnapshot snapshot() {
    return this;
  }

  @Override
  public PhaseTimes phaseTimes() {
    return new PhaseTimes();
  }

  @Override
  public TableSnapshot refresh() throws IOException {
    if (refreshError != null) {
      throw refreshError;
    }
    knownId = id;
    return this;
  }

  @Override
  public String tablePath() {
    return path;
  }

  @Override
  public long version() {
    return version;
  }

  @Override
  public long timestamp() {
    return 0;
  }

  @Override
  public String tableId() {
    return knownId;
  }

  @Override
  public StructType schema() {
    return schema;
  }

  @Override
  public List<String> partitionColumns() {
    return definition.partitionColumns();
  }

  @Override
  public Map<String, String> properties() {
    return definition.properties();
  }

  @Override
  public boolean changeDataFeedEnabled() {
    return changeData;
  }

  @Override
  public boolean deletionVectorsEnabled() {
    return true;
  }

  @Override
  public Collection<DataFile> files() {
    return List.of();
  }

  @Override
  public Action.Txn txn(String appId) {
    return txns.get(appId);
  }
}
