package io.deltaconnect.sink.route;

/**
 * A table as configuration names it.
 *
 * @param name the last segment of the path
 * @param path a URI or path, without a trailing slash
 */
public record TableLocation(String name, String path) {

  /** The table at a path, which may end with slashes. */
  public static TableLocation at(String path) {
    String trimmed = path;
    while (trimmed.length() > 1 && trimmed.endsWith("/")) {
      trimmed = trimmed.substring(0, trimmed.length() - 1);
    }
    return new TableLocation(trimmed.substring(trimmed.lastIndexOf('/') + 1), trimmed);
  }
}
