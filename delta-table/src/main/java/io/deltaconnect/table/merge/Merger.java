package io.deltaconnect.table.merge;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.locate.FileMatches;
import io.deltaconnect.table.locate.Locator;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.row.RowProjection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** Plans the same changes against one snapshot or another. */
public final class Merger {
  private final MergeSettings settings;
  private final Locator locator;
  private final StructType schema;
  private final StructType tableSchema;
  private final List<String> keyColumns;
  private final List<Change> changes;
  private final Set<Key> keys;

  /**
   * @param schema how the rows of {@code changes} lie; columns that are new to the table are added
   * @param tableSchema the table's schema when the rows were laid out
   * @param keyColumns logical names, in the order of the keys' values
   * @param changes at most one per key
   */
  public Merger(
      MergeSettings settings,
      Locator locator,
      StructType schema,
      StructType tableSchema,
      List<String> keyColumns,
      List<Change> changes) {
    this.settings = settings;
    this.locator = locator;
    this.schema = schema;
    this.tableSchema = tableSchema;
    this.keyColumns = keyColumns;
    this.changes = changes;
    this.keys = new HashSet<>(2 * changes.size());
    for (Change change : changes) {
      keys.add(change.key());
    }
  }

  /**
   * Finds and reads the rows that the changes meet, and plans; nothing is written yet.
   *
   * @param newMetadata as in {@link SchemaEvolution#evolve}
   * @throws SchemaMismatchException if rows do not fit the table
   * @throws MissingRowsException with the request's keys, if changes need rows that are not there
   */
  public PreparedMerge prepare(
      TableSnapshot snapshot, Function<StructType, Action.Metadata> newMetadata)
      throws IOException {
    boolean deletionVectors = settings.deletionVectors().test(snapshot);
    TableLayout layout =
        SchemaEvolution.evolve(snapshot.layout(), schema, tableSchema, newMetadata);
    List<Change> projected = new RequestRows(schema, layout).changes(changes(layout.schema()));
    MergePhase locate = MergePhase.begin(MergePhase.Kind.LOCATE, settings.times());
    List<FileMatches> matches = locate(new SnapshotView(snapshot, layout, snapshot.files()));
    locate.done();
    MergePhase read = MergePhase.begin(MergePhase.Kind.READ, settings.times());
    TableFileReader reader = new TableFileReader(settings.storage(), layout);
    List<LocatedRow> located = MatchedRows.read(reader, matches, settings.parallelism());
    read.done();
    MergePhase planning = MergePhase.begin(MergePhase.Kind.PLAN, settings.times());
    MergePlan plan = plan(projected, located);
    planning.done();
    return new PreparedMerge(settings, plan, layout, deletionVectors);
  }

  private MergePlan plan(List<Change> projected, List<LocatedRow> located) {
    try {
      return MergePlanner.plan(projected, located, settings.emitUnchangedUpdates());
    } catch (MissingRowsException e) {
      Set<Key> missing = new HashSet<>(e.keys());
      List<Key> asRequested = new ArrayList<>();
      for (int i = 0; i < changes.size(); i++) {
        if (missing.contains(projected.get(i).key())) {
          asRequested.add(changes.get(i).key());
        }
      }
      throw new MissingRowsException(asRequested, e);
    }
  }

  /** The live rows of the snapshot whose keys are among the changes. */
  public List<FileMatches> locate(TableSnapshot snapshot) throws IOException {
    List<String> columns = asSpelledIn(snapshot.schema());
    if (keys.isEmpty()) {
      return List.of();
    }
    RowProjection projection = keyProjection(snapshot.schema());
    Set<Key> wanted = keys;
    if (!projection.isIdentity()) {
      wanted = new HashSet<>(2 * keys.size());
      for (Key key : keys) {
        wanted.add(key.as(projection));
      }
    }
    return locator.locate(snapshot, columns, wanted);
  }

  /** The changes with keys in the types of a table, which may be wider than those of the rows. */
  private List<Change> changes(StructType table) {
    RowProjection projection = keyProjection(table);
    if (projection.isIdentity()) {
      return changes;
    }
    List<Change> projected = new ArrayList<>(changes.size());
    for (Change change : changes) {
      Key key = change.key().as(projection);
      projected.add(new Change(key, change.row(), change.partial(), change.rowRequired()));
    }
    return projected;
  }

  private RowProjection keyProjection(StructType table) {
    return RowProjection.of(keyFields(schema), keyFields(table));
  }

  private StructType keyFields(StructType columns) {
    return new StructType(asSpelledIn(columns).stream().map(columns::get).toList());
  }

  /** The key columns as the table spells them: names are case-insensitive in Delta. */
  private List<String> asSpelledIn(StructType table) {
    List<String> names = new ArrayList<>(keyColumns.size());
    for (String column : keyColumns) {
      String found = null;
      for (String name : table.fieldNames()) {
        // Not equalsIgnoreCase: to that the dotless i of Turkish is an i as well.
        found = fold(name).equals(fold(column)) ? name : found;
      }
      if (found == null) {
        throw new SchemaMismatchException(
            "key column " + column + " is not among the columns " + table.fieldNames());
      }
      names.add(found);
    }
    return names;
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
