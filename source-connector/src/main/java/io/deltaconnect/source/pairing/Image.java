package io.deltaconnect.source.pairing;

import io.deltaconnect.table.row.ChangeType;

/** A row and its {@code _change_type}. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Image(String changeType, Object[] row) {

  static boolean isOld(String changeType) {
    return changeType.equals(ChangeType.DELETE) || changeType.equals(ChangeType.UPDATE_PREIMAGE);
  }

  boolean isOld() {
    return isOld(changeType);
  }
}
