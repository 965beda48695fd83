package io.deltaconnect.table.kernel;

import java.io.FileNotFoundException;

/** A table that was there before is there no more: its log is gone. */
public final class TableGoneException extends FileNotFoundException {
  private static final long serialVersionUID = 1L;

  TableGoneException(String message, Throwable cause) {
    super(message);
    initCause(cause);
  }
}
