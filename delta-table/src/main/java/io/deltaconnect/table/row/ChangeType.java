package io.deltaconnect.table.row;

/** The values of {@code _change_type} that writers use (Delta protocol, "Add CDC File"). */
public final class ChangeType {
  public static final String INSERT = "insert";
  public static final String UPDATE_PREIMAGE = "update_preimage";
  public static final String UPDATE_POSTIMAGE = "update_postimage";
  public static final String DELETE = "delete";

  private ChangeType() {}
}
