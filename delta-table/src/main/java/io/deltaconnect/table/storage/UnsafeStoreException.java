package io.deltaconnect.table.storage;

/**
 * A store, or the log store set for it, lets two writers have the same version of a table: commits
 * would be lost without a trace. Trying again does not help. The message names the table, the store
 * and what to do.
 */
public final class UnsafeStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnsafeStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
