package io.deltaconnect.source.table;

import io.deltaconnect.connector.StoreErrors;
import io.deltaconnect.source.config.Keys;
import io.deltaconnect.source.config.TableLocation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * What a failure of a table comes to.
 *
 * @param message names the table, where it stood and what went wrong
 * @param permanent whether trying again cannot help
 */
public record TableFailure(String message, boolean permanent, Exception cause) {

  /**
   * @param where e.g. "version 7, record 0"
   */
  public static TableFailure of(TableLocation location, String where, Exception cause) {
    boolean store = cause instanceof IOException || cause instanceof UncheckedIOException;
    String described = location.described();
    String text = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    String message =
        text.startsWith(described)
            ? text
            : described
                + " at "
                + where
                + ": "
                + (store ? said(cause, text) + StoreErrors.advice(cause, Keys.TABLES) : text);
    return new TableFailure(message, !store || StoreErrors.isPermanent(cause), cause);
  }

  /** That something is not there needs no cause. */
  private static String said(Exception cause, String text) {
    return cause instanceof FileNotFoundException ? text : cause + root(cause);
  }

  /** What lies at the bottom, unless it is said already. */
  private static String root(Exception cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    boolean said = root.getMessage() == null || cause.toString().contains(root.getMessage());
    return said ? "" : " (" + root.getMessage() + ")";
  }

  /** As an exception that fails the task. */
  public ConnectException exception() {
    return new ConnectException(message, cause);
  }
}
