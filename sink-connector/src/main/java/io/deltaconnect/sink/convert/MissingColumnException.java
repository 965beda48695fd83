package io.deltaconnect.sink.convert;

import org.apache.kafka.connect.errors.DataException;

/** A record has a field, perhaps nested, that the table has no column for. */
public final class MissingColumnException extends DataException {
  private static final long serialVersionUID = 1L;

  public MissingColumnException(String path) {
    super("the table has no column for the field '" + path + "'");
  }
}
