package io.deltaconnect.sink.table;

import java.io.IOException;

/** A local folder in which no table can be made until somebody changes path or permissions. */
final class UnusableFolderException extends IOException {
  private static final long serialVersionUID = 1L;

  UnusableFolderException(String message, Throwable cause) {
    super(message, cause);
  }
}
