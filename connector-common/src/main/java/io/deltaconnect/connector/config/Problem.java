package io.deltaconnect.connector.config;

import java.util.List;

/**
 * A fault that lies in the combination of keys.
 *
 * @param keys all that take part in it
 */
public record Problem(String message, List<String> keys) {}
