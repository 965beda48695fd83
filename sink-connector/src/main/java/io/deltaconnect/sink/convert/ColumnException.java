package io.deltaconnect.sink.convert;

import org.apache.kafka.connect.errors.DataException;

/** A value does not fit its column; the message begins with the column. */
public final class ColumnException extends DataException {
  private static final long serialVersionUID = 1L;

  public ColumnException(String column, DataException cause) {
    super("column " + column + ": " + cause.getMessage(), cause);
  }
}
