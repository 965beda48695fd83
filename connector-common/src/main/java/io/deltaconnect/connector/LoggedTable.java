package io.deltaconnect.connector;

import org.slf4j.MDC;

/**
 * The table that a thread is at, in the diagnostic context of its log lines: layouts show it as
 * {@code %X{delta.table}}, beside Connect's {@code %X{connector.context}}, which has the connector
 * and the task. Not thread-safe.
 */
public final class LoggedTable implements AutoCloseable {
  private static final String KEY = "delta.table";

  /** Null between two tables. */
  private String current;

  /** The thread turns to a table; costs nothing if it is there already. */
  public void enter(String table) {
    if (!table.equals(current)) {
      MDC.put(KEY, table);
      current = table;
    }
  }

  /** The thread is done with tables for now. */
  @Override
  public void close() {
    if (current != null) {
      MDC.remove(KEY);
      current = null;
    }
  }
}
