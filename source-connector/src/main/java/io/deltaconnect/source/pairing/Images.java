package io.deltaconnect.source.pairing;

import java.io.Closeable;
import java.io.IOException;

/**
 * Rows of one version, in the order of the change feed: all old images ({@code delete}, {@code
 * update_preimage}) before all new ones.
 */
public interface Images extends Closeable {
  /** Moves to the next image; false when there is none. */
  boolean next() throws IOException;

  /** {@code _change_type} of the current image. */
  String changeType();

  /** The current row; the array is the caller's to keep. */
  Object[] row();
}
