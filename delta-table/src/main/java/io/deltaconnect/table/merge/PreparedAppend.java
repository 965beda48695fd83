package io.deltaconnect.table.merge;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.TableLayout;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** Rows written to be added to a table whatever it holds, until a commit names their files. */
public final class PreparedAppend {
  private final TableLayout layout;
  private final WrittenFiles written;
  private final List<Action> actions;

  private PreparedAppend(TableLayout layout, WrittenFiles written, List<Action> actions) {
    this.layout = layout;
    this.written = written;
    this.actions = actions;
  }

  /**
   * Writes the rows; after a failure no file is left.
   *
   * @param newMetadata as in {@link SchemaEvolution#evolve}
   * @param schema how the rows lie; columns that are new to the table are added
   * @param tableSchema the table's schema when the rows were laid out
   * @throws SchemaMismatchException if rows do not fit the table
   */
  public static PreparedAppend write(
      MergeSettings settings,
      TableLayout table,
      Function<StructType, Action.Metadata> newMetadata,
      StructType schema,
      StructType tableSchema,
      List<Object[]> rows)
      throws IOException {
    TableLayout layout = SchemaEvolution.evolve(table, schema, tableSchema, newMetadata);
    List<Object[]> projected = new RequestRows(schema, layout).rows(rows);
    WrittenFiles written = new WrittenFiles(settings.storage(), layout.tablePath());
    boolean done = false;
    try {
      List<Action> actions = new RowFiles(settings, layout, written).writeInserts(projected);
      done = true;
      return new PreparedAppend(layout, written, actions);
    } finally {
      if (!done) {
        written.delete();
      }
    }
  }

  /** The layout of the table after the commit. */
  public TableLayout layout() {
    return layout;
  }

  public List<Action> actions() {
    return actions;
  }

  /** Deletes the files written; for when no commit will name them. */
  public void discard() {
    written.delete();
  }
}
