package io.deltaconnect.sink.table;

import org.apache.kafka.connect.errors.ConnectException;

/** A table that was written is gone. */
final class MissingTableException extends ConnectException {
  private static final long serialVersionUID = 1L;

  MissingTableException(String message, Throwable cause) {
    super(message, cause);
  }
}
