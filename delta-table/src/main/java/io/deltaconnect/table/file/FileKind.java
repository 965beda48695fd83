package io.deltaconnect.table.file;

/** What a written file is for. */
public enum FileKind {
  /** Rows of the table, nothing else. */
  DATA,
  /**
   * Rows of the table with a {@code _change_type} column, to be named by {@code add} and {@code
   * cdc}.
   */
  DATA_WITH_CHANGE_TYPE,
  /** Change rows under {@code _change_data/}, to be named by {@code cdc} only. */
  CHANGE_DATA
}
