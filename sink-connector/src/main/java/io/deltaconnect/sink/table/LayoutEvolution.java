package io.deltaconnect.sink.table;

import io.delta.kernel.types.StructType;
import io.deltaconnect.sink.config.AutoEvolve;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.convert.ColumnException;
import io.deltaconnect.sink.convert.ColumnNames;
import io.deltaconnect.sink.convert.MissingColumnException;
import io.deltaconnect.sink.convert.SchemaEvolution;
import org.apache.kafka.connect.errors.DataException;

/** What {@code auto.evolve} makes of a layout that a record does not fit. */
final class LayoutEvolution {
  private final TableConfig config;
  private final OpenTable open;

  LayoutEvolution(TableConfig config, OpenTable open) {
    this.config = config;
    this.open = open;
  }

  /**
   * A layout without what is wrong with a record in {@code layout}; in the new one something else
   * may be. Columns that are not at fault stay as they are, so that a table never gets wider types
   * than its values need.
   *
   * @param shape the columns that the record would make
   * @param misfit what is wrong
   * @throws DataException if it cannot be helped, or is not to be
   */
  @SuppressWarnings("ReferenceEquality") // the same object means: nothing would change
  StructType next(StructType layout, StructType shape, DataException misfit) {
    StructType next =
        misfit instanceof ColumnException narrow
            ? SchemaEvolution.widened(layout, shape, narrow.column())
            : SchemaEvolution.extended(layout, shape);
    if (next == layout) {
      throw withRemedy(misfit);
    }
    if (misfit instanceof MissingColumnException) {
      require(
          config.autoEvolve() != AutoEvolve.NONE,
          misfit,
          Keys.AUTO_EVOLVE + "=add adds it, " + Keys.COLUMNS_EXCLUDE + " leaves it out");
    } else {
      require(
          config.autoEvolve() == AutoEvolve.WIDEN,
          misfit,
          Keys.AUTO_EVOLVE + "=widen lets the column take it");
      require(
          open.mayWiden(),
          misfit,
          "its type can only be widened if the table property delta.enableTypeWidening is true");
    }
    ColumnNames.check(next, open.isMapped());
    return next;
  }

  /** No other column would help, but a record without that field does, unless it is the key. */
  private DataException withRemedy(DataException misfit) {
    boolean isKey =
        misfit instanceof ColumnException column
            && open.keyColumns().stream().anyMatch(key -> column.isIn(key));
    return isKey
        ? misfit
        : new DataException(
            misfit.getMessage() + "; " + Keys.COLUMNS_EXCLUDE + " leaves the column out", misfit);
  }

  private static void require(boolean allowed, DataException misfit, String remedy) {
    if (!allowed) {
      throw new DataException(misfit.getMessage() + ": " + remedy, misfit);
    }
  }
}
