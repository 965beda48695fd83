package io.deltaconnect.table.feed;

import io.deltaconnect.table.file.RowIterator;
import io.deltaconnect.table.row.ChangeType;
import java.io.IOException;

/**
 * Rows of one file that show in one pass over a commit.
 *
 * @param path of the file, as it stands in the log
 * @param size of the file in bytes
 * @param changeType of all rows; null if each row has its own
 * @param opener reads the file; only when it is needed
 */
record ChangedRows(String path, long size, Pass pass, String changeType, Opener opener) {

  /** Begins to read rows; any thread can call it. */
  interface Opener {
    RowIterator open() throws IOException;
  }

  /** A commit is read in two passes: what was before, then what is after. */
  enum Pass {
    OLD_IMAGES,
    NEW_IMAGES,
    /** For files that one pass reads whole. */
    ALL;

    /** Unknown change types are taken for new images. */
    boolean shows(String changeType) {
      return switch (this) {
        case OLD_IMAGES -> isOldImage(changeType);
        case NEW_IMAGES -> !isOldImage(changeType);
        case ALL -> true;
      };
    }

    private static boolean isOldImage(String changeType) {
      return ChangeType.DELETE.equals(changeType) || ChangeType.UPDATE_PREIMAGE.equals(changeType);
    }
  }
}
