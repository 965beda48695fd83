package io.deltaconnect.table.kernel;

import java.io.IOException;

/**
 * A commit was written, and whether it is in the log could not be found out: the store gave no
 * answer, or a write that was reported as failed may still arrive. {@link TableLog#settle} finds
 * out later.
 */
public final class UndecidedCommitException extends IOException {
  private static final long serialVersionUID = 1L;

  UndecidedCommitException(String message, Throwable cause) {
    super(message, cause);
  }
}
