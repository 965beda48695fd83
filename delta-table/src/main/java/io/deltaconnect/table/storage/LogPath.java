package io.deltaconnect.table.storage;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * Paths of files as the log has them. The protocol wants URIs ("Add File and Remove File"), but
 * there are writers that leave characters as they are that a URI cannot have, above all the colons
 * of a partition's timestamp: these stand for themselves then. Some do not encode at all, which a
 * space gives away, or a percent sign that escapes nothing: then nothing is decoded, since what
 * looks encoded is the name of a folder, {@code ts=2020-01-01 10%3A00}. Any other escape is decoded
 * as the protocol says, and never tried the other way: a name is that of one file.
 */
public final class LogPath {
  private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*");
  private static final Pattern NOT_ENCODED = Pattern.compile(" |%(?![0-9a-fA-F]{2})");
  private static final String NOT_IN_URIS = " \"<>[\\]^`{|}\u007F";

  private LogPath() {}

  /**
   * The path, decoded once.
   *
   * @param text relative to the table or absolute
   * @throws IllegalArgumentException if it is no path
   */
  public static Path decode(String text) {
    return new Path(uri(text));
  }

  private static URI uri(String text) {
    try {
      URI uri = new URI(text);
      // What is before a colon in the name of a file is no scheme.
      return uri.isOpaque() ? new URI("./" + text) : uri;
    } catch (URISyntaxException e) {
      return URI.create(escaped(text));
    }
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    int slash = text.indexOf('/');
    int colon = text.indexOf(':');
    if (colon >= 0 && (slash < 0 || colon < slash) && !SCHEME.matcher(text).matches()) {
      // What is before a colon in the first segment would be a scheme.
      escaped.append("./");
    }
    String whole = NOT_ENCODED.matcher(text).find() ? text.replace("%", "%25") : text;
    for (int i = 0; i < whole.length(); i++) {
      char c = whole.charAt(i);
      if (c < ' ' || NOT_IN_URIS.indexOf(c) >= 0) {
        escaped.append(String.format("%%%02X", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
