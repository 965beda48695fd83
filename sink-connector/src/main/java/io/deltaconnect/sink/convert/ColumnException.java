package io.deltaconnect.sink.convert;

import io.delta.kernel.types.DataType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** A value does not fit its column; the message begins with the column. */
public final class ColumnException extends DataException {
  private static final long serialVersionUID = 1L;

  private final String column;

  public ColumnException(String column, DataException cause) {
    super("column " + column + ": " + cause.getMessage(), cause);
    this.column = column;
  }

  /** No value of a record's field fits. */
  ColumnException(String column, DataType type, Schema field) {
    super(
        "column "
            + column
            + " is "
            + type
            + ", the record's field is "
            + field.type()
            + (field.name() == null ? "" : " (" + field.name() + ")"));
    this.column = column;
  }

  /** Whether it is this column of the table, or inside it. */
  public boolean isIn(String name) {
    String folded = Columns.fold(column);
    String foldedName = Columns.fold(name);
    return folded.equals(foldedName) || folded.startsWith(foldedName + ".");
  }

  /** The path of the column, of a nested one the names from the outermost on. */
  public String column() {
    return column;
  }
}
