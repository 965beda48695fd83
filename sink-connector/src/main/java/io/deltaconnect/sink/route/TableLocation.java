package io.deltaconnect.sink.route;

/**
 * A table as configuration names it.
 *
 * @param name the last segment of the path
 * @param path a URI or path, without a trailing slash
 */
public record TableLocation(String name, String path) {}
