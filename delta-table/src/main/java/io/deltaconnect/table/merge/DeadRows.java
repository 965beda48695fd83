package io.deltaconnect.table.merge;

import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.kernel.DataFile;

/**
 * Rows of one file that a commit kills.
 *
 * @param file as the snapshot has it that the commit builds on
 * @param before rows that were dead already
 * @param after {@code before} and the rows that die now
 * @param physicalRows of the file, dead ones counted
 */
record DeadRows(DataFile file, DeletionVector before, DeletionVector after, long physicalRows) {

  /** Whether no row of the file is left. */
  boolean wholeFile() {
    return after.cardinality() >= physicalRows;
  }
}
