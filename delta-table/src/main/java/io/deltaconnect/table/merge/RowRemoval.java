package io.deltaconnect.table.merge;

import io.deltaconnect.table.kernel.Action;
import java.io.IOException;
import java.util.List;

/** How rows die. A file of which no row is left is removed and nothing else. */
interface RowRemoval {
  /**
   * The actions that kill the rows, and the files these need.
   *
   * @param written told of each file written
   * @param now for {@code deletionTimestamp}
   */
  List<Action> remove(List<DeadRows> dead, WrittenFiles written, long now) throws IOException;
}
