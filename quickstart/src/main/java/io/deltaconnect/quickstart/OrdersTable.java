package io.deltaconnect.quickstart;

import io.delta.kernel.types.DateType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import io.deltaconnect.table.feed.ChangeFeed;
import io.deltaconnect.table.feed.SnapshotRows;
import io.deltaconnect.table.feed.VersionChanges;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The Delta table of the scenario, as a reader sees it. */
final class OrdersTable {
  private final Storage storage;
  private final String path;
  private TableLog log;

  /**
   * @param hadoopProperties by which it is reached
   */
  OrdersTable(String path, Map<String, String> hadoopProperties) {
    this.path = path;
    this.storage = Storage.of(hadoopProperties);
  }

  String path() {
    return path;
  }

  /**
   * One version of the change feed.
   *
   * @param operation as the commit names it
   * @param shown the first changes, as text: type, then values
   */
  record Version(long version, String operation, FeedCounts counts, List<List<String>> shown) {}

  /**
   * Waits until the table has this version.
   *
   * @param check is called while waiting, and throws when waiting has become useless
   */
  void awaitVersion(long version, Duration timeout, Runnable check) {
    long newest =
        Await.value(
            "version " + version + " of " + path,
            timeout,
            () -> {
              check.run();
              return newestVersion().filter(v -> v >= version);
            });
    if (newest != version) {
      throw new ComponentException(
          "Expected version " + version + " of " + path + ", but it is at " + newest);
    }
  }

  private Optional<Long> newestVersion() {
    try {
      if (log == null) {
        if (!TableLog.exists(storage, path)) {
          return Optional.empty();
        }
        log = TableLog.open(storage, path);
      } else {
        log.refresh();
      }
      return Optional.of(log.snapshot().version());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The names of the columns. */
  List<String> columns() {
    return log.snapshot().schema().fieldNames();
  }

  /** The types of the columns, as SQL writes them. */
  List<String> types() {
    return log.snapshot().schema().fields().stream()
        .map(field -> field.getDataType().toString().toLowerCase(Locale.ROOT))
        .map(type -> type.equals("integer") ? "int" : type.replace(" ", ""))
        .toList();
  }

  long countRows() {
    try (SnapshotRows rows = new SnapshotRows(storage, log.snapshot())) {
      long count = 0;
      while (rows.next()) {
        count++;
      }
      return count;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Rows as text, values in the order of the columns.
   *
   * @param keys values of the first column
   * @return in the order of the first column
   */
  List<List<String>> rows(Set<String> keys) {
    List<List<String>> lines = new ArrayList<>();
    try (SnapshotRows rows = new SnapshotRows(storage, log.snapshot())) {
      while (rows.next()) {
        List<String> line = text(log.snapshot().schema(), rows.row());
        if (keys.contains(line.get(0))) {
          lines.add(line);
        }
      }
      lines.sort(Comparator.comparing(line -> line.get(0)));
      return lines;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * The change feed, version by version.
   *
   * @param limit of changes shown of each version
   */
  List<Version> feed(int limit) {
    List<Version> versions = new ArrayList<>();
    ChangeFeed feed = new ChangeFeed(storage, log);
    try {
      for (long v = 0; v <= log.snapshot().version(); v++) {
        FeedCounts counts = FeedCounts.NONE;
        List<List<String>> shown = new ArrayList<>();
        try (VersionChanges changes = feed.read(v)) {
          while (changes.next()) {
            counts = counts.plus(changes.changeType());
            if (shown.size() < limit) {
              List<String> line = new ArrayList<>(List.of(changes.changeType()));
              line.addAll(text(changes.layout().schema(), changes.row()));
              shown.add(line);
            }
          }
        }
        versions.add(new Version(v, log.read(v).operation(), counts, shown));
      }
      return versions;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private UncheckedIOException unreadable(IOException e) {
    return new UncheckedIOException("Cannot read the table " + path, e);
  }

  private static List<String> text(StructType schema, Object[] row) {
    List<String> text = new ArrayList<>(row.length);
    for (int i = 0; i < row.length; i++) {
      text.add(text(schema.at(i), row[i]));
    }
    return text;
  }

  private static String text(StructField field, Object value) {
    if (value == null) {
      return "NULL";
    }
    if (field.getDataType() instanceof DateType) {
      return LocalDate.ofEpochDay((Integer) value).toString();
    }
    if (field.getDataType() instanceof TimestampType) {
      return Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS).toString();
    }
    return value.toString();
  }
}
