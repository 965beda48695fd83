package io.deltaconnect.sink.config;

/** How a table that others made may be changed so that it can be written, or written better. */
public enum TableUpgrade {
  NONE("none"),
  /** Change Data Feed is turned on. */
  CDF("cdf"),
  /** Change Data Feed and deletion vectors are turned on. */
  CDF_DV("cdf,dv");

  private final String text;

  TableUpgrade(String text) {
    this.text = text;
  }

  /** As configuration says it. */
  public String text() {
    return text;
  }

  static TableUpgrade of(String text) {
    for (TableUpgrade upgrade : values()) {
      if (upgrade.text.equalsIgnoreCase(text)) {
        return upgrade;
      }
    }
    throw new IllegalArgumentException(text);
  }
}
