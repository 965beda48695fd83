package io.deltaconnect.table.merge;

import io.deltaconnect.table.file.FileKind;
import io.deltaconnect.table.file.RowIterator;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.file.TableFileWriter;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows die by writing the surviving rows of their file anew. Small files of one partition become
 * one: else a table that is only ever upserted would end in very many.
 */
record CopyOnWriteRemoval(MergeSettings settings, TableLayout layout) implements RowRemoval {

  @Override
  public List<Action> remove(List<DeadRows> dead, WrittenFiles written, long now)
      throws IOException {
    TableFileReader reader = new TableFileReader(settings.storage(), layout);
    List<Action> actions = new ArrayList<>();
    for (DeadRows rows : dead) {
      actions.add(new Action.Remove(rows.file(), now, true));
    }
    List<Parallel.Task<List<DataFile>>> tasks = new ArrayList<>();
    for (List<DeadRows> group : groups(dead)) {
      tasks.add(
          () -> {
            List<DataFile> files = survivors(reader, group);
            written.add(files);
            return files;
          });
    }
    for (List<DataFile> files : Parallel.run(settings.parallelism(), tasks)) {
      for (DataFile file : files) {
        actions.add(new Action.Add(file, true));
      }
    }
    return actions;
  }

  /** Files with survivors, by partition, up to a size that leaves work for every thread. */
  private List<List<DeadRows>> groups(List<DeadRows> dead) {
    long limit = settings.targetFileSize() / Math.max(1, settings.parallelism());
    List<List<DeadRows>> groups = new ArrayList<>();
    Map<Map<String, String>, List<DeadRows>> open = new LinkedHashMap<>();
    Map<Map<String, String>, Long> sizes = new LinkedHashMap<>();
    for (DeadRows rows : dead) {
      if (rows.wholeFile()) {
        continue;
      }
      Map<String, String> partition = rows.file().partitionValues();
      long size = sizes.getOrDefault(partition, Long.MAX_VALUE);
      if (size >= limit) {
        List<DeadRows> group = new ArrayList<>();
        groups.add(group);
        open.put(partition, group);
        size = 0;
      }
      open.get(partition).add(rows);
      sizes.put(partition, size + rows.file().size());
    }
    return groups;
  }

  private List<DataFile> survivors(TableFileReader reader, List<DeadRows> group)
      throws IOException {
    try (TableFileWriter writer =
        new TableFileWriter(
            settings.storage(),
            layout,
            FileKind.DATA,
            group.get(0).file().partitionValues(),
            settings.targetFileSize())) {
      for (DeadRows rows : group) {
        try (RowIterator survivors = reader.rows(rows.file(), rows.after())) {
          while (survivors.next()) {
            writer.write(survivors.row(), null);
          }
        }
      }
      return writer.finish();
    }
  }
}
