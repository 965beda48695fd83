package io.deltaconnect.source.record;

import io.deltaconnect.source.pairing.Images;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.row.ChangeType;
import java.io.IOException;
import java.util.Set;
import org.apache.kafka.connect.errors.DataException;

/** The rows of a version, each of which must be known to be an old image or a new one. */
final class ChangedImages implements Images {
  private static final Set<String> KNOWN =
      Set.of(
          ChangeType.INSERT,
          ChangeType.UPDATE_PREIMAGE,
          ChangeType.UPDATE_POSTIMAGE,
          ChangeType.DELETE);

  private final VersionChanges changes;

  ChangedImages(VersionChanges changes) {
    this.changes = changes;
  }

  /**
   * @throws DataException for a change type that is not one of the Delta protocol's
   */
  @Override
  public boolean next() throws IOException {
    if (!changes.next()) {
      return false;
    }
    if (!KNOWN.contains(changes.changeType())) {
      throw new DataException(
          "a row has the _change_type '%s', and nobody knows whether it was or is in the table: only output.format=flat can pass it on"
              .formatted(changes.changeType()));
    }
    return true;
  }

  @Override
  public String changeType() {
    return changes.changeType();
  }

  @Override
  public Object[] row() {
    return changes.row();
  }

  @Override
  public void close() throws IOException {
    changes.close();
  }
}
