package io.deltaconnect.table.merge;

import io.deltaconnect.table.file.FileKind;
import io.deltaconnect.table.file.PartitionValues;
import io.deltaconnect.table.file.TableFileWriter;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.merge.MergePlan.NewRow;
import io.deltaconnect.table.merge.MergePlan.OldRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes new rows and, where the commit needs it, the change feed.
 *
 * <p>A reader that finds one {@code cdc} action in a commit reads nothing else of it, so a commit
 * has all of its changes in such files or none. With shared files, new rows are written once, with
 * their change type, and named by {@code add} and {@code cdc}.
 */
final class RowFiles {
  private final MergeSettings settings;
  private final TableLayout layout;
  private final WrittenFiles written;
  private final List<Parallel.Task<List<Action>>> tasks = new ArrayList<>();

  /** A row and what the feed says of it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record ChangeRow(Object[] row, String changeType) {}

  RowFiles(MergeSettings settings, TableLayout layout, WrittenFiles written) {
    this.settings = settings;
    this.layout = layout;
    this.written = written;
  }

  /** Rows that the feed shows as inserted without being told so. */
  List<Action> writeInserts(List<Object[]> rows) throws IOException {
    Map<Map<String, String>, List<ChangeRow>> partitions = new LinkedHashMap<>();
    for (Object[] row : rows) {
      add(partitions, partition(row), row, null);
    }
    partitions.forEach((partition, part) -> task(FileKind.DATA, partition, part));
    return run();
  }

  /** The rows of a plan, with a feed of their own where {@code cdc}. */
  List<Action> write(MergePlan plan, boolean cdc) throws IOException {
    Map<Map<String, String>, List<ChangeRow>> news = new LinkedHashMap<>();
    for (NewRow row : plan.newRows()) {
      add(news, partition(row.row()), row.row(), row.changeType());
    }
    if (!cdc) {
      news.forEach((partition, rows) -> task(FileKind.DATA, partition, rows));
      return run();
    }
    Map<Map<String, String>, List<ChangeRow>> feed = new LinkedHashMap<>();
    for (OldRow row : plan.oldRows()) {
      add(feed, row.file().partitionValues(), row.row(), row.changeType());
    }
    if (settings.sharedChangeFiles()) {
      news.forEach((partition, rows) -> task(FileKind.DATA_WITH_CHANGE_TYPE, partition, rows));
    } else {
      news.forEach((partition, rows) -> task(FileKind.DATA, partition, rows));
      news.forEach(
          (partition, rows) ->
              feed.computeIfAbsent(partition, p -> new ArrayList<>()).addAll(rows));
    }
    feed.forEach((partition, rows) -> task(FileKind.CHANGE_DATA, partition, rows));
    return run();
  }

  private Map<String, String> partition(Object[] row) {
    return layout.partitionColumns().isEmpty() ? Map.of() : PartitionValues.of(layout, row);
  }

  private static void add(
      Map<Map<String, String>, List<ChangeRow>> partitions,
      Map<String, String> partition,
      Object[] row,
      String changeType) {
    partitions
        .computeIfAbsent(partition, p -> new ArrayList<>())
        .add(new ChangeRow(row, changeType));
  }

  private void task(FileKind kind, Map<String, String> partition, List<ChangeRow> rows) {
    tasks.add(
        () -> {
          List<Action> actions = new ArrayList<>();
          for (DataFile file : writeFiles(kind, partition, rows)) {
            if (kind != FileKind.CHANGE_DATA) {
              actions.add(new Action.Add(file, true));
            }
            if (kind != FileKind.DATA) {
              actions.add(
                  new Action.Cdc(file.path(), file.partitionValues(), file.size(), file.tags()));
            }
          }
          return actions;
        });
  }

  private List<DataFile> writeFiles(
      FileKind kind, Map<String, String> partition, List<ChangeRow> rows) throws IOException {
    try (TableFileWriter writer =
        new TableFileWriter(
            settings.storage(), layout, kind, partition, settings.targetFileSize())) {
      for (ChangeRow row : rows) {
        writer.write(row.row(), kind == FileKind.DATA ? null : row.changeType());
      }
      List<DataFile> files = writer.finish();
      written.add(files);
      return files;
    }
  }

  private List<Action> run() throws IOException {
    List<Action> actions = new ArrayList<>();
    for (List<Action> some : Parallel.run(settings.parallelism(), tasks)) {
      actions.addAll(some);
    }
    return actions;
  }
}
