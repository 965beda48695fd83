package io.deltaconnect.integration;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A process of its own, with a small heap: makes a table of many rows, or merges into one that is
 * there. It prints {@code key=value} lines.
 */
final class MergeInLittleMemory {
  static final int UPDATES = 5_000;
  static final int INSERTS = 1_000;

  private static final int ROWS_PER_COMMIT = 100_000;
  private static final List<String> KEY = List.of("id");
  private static final StructType SCHEMA =
      new StructType()
          .add("id", LongType.LONG, false)
          .add("name", StringType.STRING)
          .add("digest", StringType.STRING)
          .add("note", StringType.STRING);

  private MergeInLittleMemory() {}

  /** Arguments: {@code create} or {@code merge}, the table's path, its rows. */
  public static void main(String[] args) throws IOException {
    long rows = Long.parseLong(args[2]);
    DeltaTable table =
        DeltaTable.createOrOpen(
            Storage.of(Map.of()),
            args[1],
            new TableDefinition(SCHEMA, List.of(), List.of(), Map.of()),
            TableOptions.defaults());
    if (args[0].equals("create")) {
      create(table, rows);
    } else {
      merge(table, rows);
    }
  }

  private static void create(DeltaTable table, long rows) throws IOException {
    for (long from = 0; from < rows; from += ROWS_PER_COMMIT) {
      long first = from;
      int count = (int) Math.min(ROWS_PER_COMMIT, rows - from);
      List<Object[]> made =
          new AbstractList<>() {
            @Override
            public Object[] get(int i) {
              return row(first + i, "first");
            }

            @Override
            public int size() {
              return count;
            }
          };
      table.append(new AppendRequest(SCHEMA, SCHEMA, made, List.of(), Map.of()));
    }
  }

  /** Three merges, each of updates that are spread over the whole table, and inserts behind it. */
  private static void merge(DeltaTable table, long rows) throws IOException {
    long updated = 0;
    long inserted = 0;
    for (int i = 0; i < 3; i++) {
      List<Change> changes = new ArrayList<>(UPDATES + INSERTS);
      for (int j = 0; j < UPDATES; j++) {
        changes.add(change(j * (rows / UPDATES) + i));
      }
      for (int j = 0; j < INSERTS; j++) {
        changes.add(change(rows + i * (long) INSERTS + j));
      }
      CommitResult result =
          table.merge(new MergeRequest(SCHEMA, SCHEMA, KEY, changes, List.of(), Map.of()));
      updated += result.updated();
      inserted += result.inserted();
    }
    System.out.println("updated=" + updated);
    System.out.println("inserted=" + inserted);
    System.out.println("live=" + liveBytes());
  }

  private static Change change(long id) {
    return new Change(new Key(id), row(id, "changed"));
  }

  private static Object[] row(long id, String note) {
    long hash = id * 0x9E3779B97F4A7C15L;
    return new Object[] {
      id, "name " + id, Long.toHexString(hash) + Long.toHexString(hash * hash), note
    };
  }

  /** What the heap's pools held at most after a collection, in bytes. */
  private static long liveBytes() {
    System.gc();
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null) {
        bytes += pool.getCollectionUsage().getUsed();
      }
    }
    return bytes;
  }
}
