package io.deltaconnect.sink.convert;

import io.deltaconnect.table.row.Kept;

/**
 * Which columns of a record leave the stored value as it is.
 *
 * @param missing those that the record has no field for; else they are NULL
 * @param nulls those that the record has NULL for
 * @param unavailable and those that it has this for; null: there is no such value
 * @param unavailableOrNull whether {@code unavailable} is NULL where there is no row; else the
 *     record is bad there
 */
public record KeptValues(
    boolean missing, boolean nulls, UnavailableValue unavailable, boolean unavailableOrNull) {
  /** Every record is a whole row. */
  public static final KeptValues NONE = new KeptValues(false, false, null, false);

  /** In a row: kept, and there must be a row to keep it of. */
  public enum Required {
    REQUIRED
  }

  /** Whether a cell of a row stands for the stored value. */
  public static boolean isKept(Object cell) {
    return cell == Kept.KEPT || cell == Required.REQUIRED;
  }

  Object inPlaceOfNull() {
    return nulls ? Kept.KEPT : null;
  }

  Object inPlaceOfUnavailable() {
    return unavailableOrNull ? Kept.KEPT : Required.REQUIRED;
  }

  /** Whether an untyped value is {@link #unavailable}. */
  public boolean isUnavailable(Object value) {
    return unavailable != null && unavailable.is(value);
  }
}
