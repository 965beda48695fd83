package io.deltaconnect.source.record;

/** What happened to a row, in Debezium's letters. */
public enum Operation {
  INSERT("c"),
  UPDATE("u"),
  DELETE("d"),
  /** A row of the snapshot. */
  READ("r");

  private final String code;

  Operation(String code) {
    this.code = code;
  }

  /** The letter: c, u, d or r. */
  public String code() {
    return code;
  }
}
