package io.deltaconnect.source.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/**
 * The key {@link Keys#TABLES}: entries {@code path} or {@code name=path}, divided by commas. The
 * first {@code =} ends the name, unless a slash stands before it; {@code %2C} is a comma in a path.
 */
final class TableList {
  static final Validator VALIDATOR =
      LambdaValidator.with(
          (key, value) -> {
            if (value != null) {
              parse(value.toString());
            }
          },
          () -> "paths, or name=path, divided by commas");

  private static final Pattern ABSOLUTE = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*:)?/.*");
  private static final Pattern COMMA = Pattern.compile("%2C", Pattern.CASE_INSENSITIVE);

  private TableList() {}

  /** The entries as they stand, blanks around them apart. */
  static List<String> entries(String text) {
    List<String> entries = new ArrayList<>();
    for (String entry : text.split(",", -1)) {
      if (!entry.isBlank()) {
        entries.add(entry.trim());
      }
    }
    return entries;
  }

  /**
   * @throws ConfigException if there is no table, a path is not absolute, or a name stands twice
   */
  static List<TableLocation> parse(String text) {
    List<TableLocation> tables = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String entry : entries(text)) {
      TableLocation table = table(entry);
      if (!names.add(table.name())) {
        throw new ConfigException(
            Keys.TABLES, text, "two tables have the name " + table.name() + ": write name=path");
      }
      tables.add(table);
    }
    if (tables.isEmpty()) {
      throw new ConfigException(Keys.TABLES, text, "must name a table");
    }
    return tables;
  }

  private static TableLocation table(String entry) {
    int equals = entry.indexOf('=');
    int slash = entry.indexOf('/');
    boolean named = equals >= 0 && (slash < 0 || equals < slash);
    String path = withoutTrailingSlash(named ? entry.substring(equals + 1).trim() : entry);
    if (!ABSOLUTE.matcher(path).matches()) {
      throw new ConfigException(
          Keys.TABLES,
          entry,
          "a path must be absolute: begin with / or file:///, or with a scheme as s3a://");
    }
    path = COMMA.matcher(path).replaceAll(",");
    String name = named ? entry.substring(0, equals).trim() : lastSegment(path);
    if (name.isEmpty()) {
      throw new ConfigException(Keys.TABLES, entry, "has no name");
    }
    return new TableLocation(name, path);
  }

  private static String lastSegment(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String withoutTrailingSlash(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }
}
