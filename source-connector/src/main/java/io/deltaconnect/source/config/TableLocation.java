package io.deltaconnect.source.config;

/**
 * A table to be published.
 *
 * @param name as positions and topics have it
 * @param path absolute, or with a scheme
 */
public record TableLocation(String name, String path) {
  /** Name and path, for messages. */
  public String described() {
    return "table " + name + " (" + path + ")";
  }
}
