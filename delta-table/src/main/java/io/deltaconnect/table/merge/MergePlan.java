package io.deltaconnect.table.merge;

import io.deltaconnect.table.kernel.DataFile;
import java.util.List;

/**
 * What a merge does to the rows of a table: which die, which are born, and what the change feed
 * shows of it. It holds for every snapshot in which the located rows are what they were and no
 * other row has one of the keys.
 *
 * @param files every file with a located row, in path order: the plan depends on them, also where
 *     no row dies
 * @param newRows rows to be added, in the order of the changes
 * @param oldRows the images of all rows that die, in the order of the changes
 * @param inserted keys that had no row
 * @param updated keys whose row was replaced
 * @param deleted rows that died without a successor
 */
public record MergePlan(
    List<TouchedFile> files,
    List<NewRow> newRows,
    List<OldRow> oldRows,
    long inserted,
    long updated,
    long deleted) {

  /**
   * The plan's rows of one file.
   *
   * @param located positions of the rows whose keys are among the changes, ascending
   * @param dead those of them that die, ascending; may be empty
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record TouchedFile(DataFile file, long[] located, long[] dead) {}

  /**
   * @param changeType {@code insert} or {@code update_postimage}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record NewRow(Object[] row, String changeType) {}

  /**
   * @param file where the row was
   * @param changeType {@code update_preimage} or {@code delete}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record OldRow(DataFile file, Object[] row, String changeType) {}

  /** Whether the table stays as it is. */
  public boolean isEmpty() {
    return newRows.isEmpty() && oldRows.isEmpty();
  }

  /** Whether rows are only added, none replaced. */
  public boolean insertOnly() {
    return oldRows.isEmpty();
  }
}
