package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A table's log taken as one serial history. Each version is applied to the rows before it in the
 * way its author meant it: a sink's commit as the records between the offsets that it and the
 * commit before cover, a statement of Spark's as its effect on rows. The change feed must tell the
 * same at every version, and Spark must find the same rows at some of them. So a record that is
 * lost, comes twice or comes in the wrong order, or a row that rises from the dead, is seen at the
 * version where it happens.
 */
final class SerialReplay {
  private static final int COMPARED_VERSIONS = 12;

  private final SinkTable sink;
  private final Map<String, Statement> statements;
  private final CommitLog log;
  private final FeedReplay feed;
  private final Map<List<Object>, Map<String, Object>> rows = new HashMap<>();

  private final Set<String> applied = new HashSet<>();

  /** How far each partition has come: the next offset. */
  private final long[] next;

  private SerialReplay(SinkTable sink, Map<String, Statement> statements) {
    this.sink = sink;
    this.statements = statements;
    this.log = CommitLog.read(sink.path());
    this.feed = new FeedReplay(sink.topic().keyColumns(), List.of(), sink.spark().feed(0));
    this.next = new long[sink.topic().partitions()];
  }

  /** A statement of another writer. */
  interface Statement {
    /**
     * Does to rows what the statement does to the table.
     *
     * @return the keys of the rows that it changes
     */
    Set<List<Object>> apply(Map<List<Object>, Map<String, Object>> rows);
  }

  /** Judges a table that only the sink has written. */
  static SerialReplay judge(SinkTable sink, long seed) {
    return judge(sink, Map.of(), seed);
  }

  /**
   * Judges a table into which all records have come.
   *
   * @param statements Spark's, by the user metadata of their commits
   * @param seed chooses the versions whose rows are read
   */
  static SerialReplay judge(SinkTable sink, Map<String, Statement> statements, long seed) {
    SerialReplay replay = new SerialReplay(sink, statements);
    replay.run(new Random(seed));
    return replay;
  }

  /** How many there are. */
  int versions() {
    return log.size();
  }

  /** How many were made by operations with these names. */
  long versionsBy(String... operations) {
    return log.versions().stream().filter(v -> List.of(operations).contains(v.operation())).count();
  }

  /** The user metadata of the statements that have made a version. */
  Set<String> applied() {
    return applied;
  }

  private void run(Random random) {
    Set<Long> compared = new TreeSet<>();
    compared.add((long) log.size() - 1);
    for (int i = 1; i < COMPARED_VERSIONS; i++) {
      compared.add((long) random.nextInt(log.size()));
    }
    Map<Long, Collection<Map<String, Object>>> expected = new HashMap<>();
    for (CommitLog.Version version : log.versions()) {
      replay(version);
      if (compared.contains(version.number())) {
        expected.put(version.number(), new ArrayList<>(rows.values()));
      }
    }
    sink.spark().assertRows(expected);
    for (int p = 0; p < next.length; p++) {
      assertThat(next[p])
          .as("next offset of partition %d by the txn in %s", p, sink.path())
          .isEqualTo(sink.topic().records(p).size());
    }
  }

  private void replay(CommitLog.Version version) {
    Set<List<Object>> keys = new HashSet<>();
    for (int p = 0; p < next.length; p++) {
      Long txn = version.txns().get(sink.appId(p));
      if (txn != null) {
        takeRecords(version, p, txn, keys);
      }
    }
    if (version.userMetadata() != null) {
      assertThat(applied.add(version.userMetadata())).as("first commit of %s", version).isTrue();
      keys.addAll(statements.get(version.userMetadata()).apply(rows));
    }
    feed.after(version.number());
    keys.addAll(feed.changedKeys(version.number()));
    for (List<Object> key : keys) {
      assertThat(feed.row(key))
          .as("row with key %s at version %d (%s) of %s", key, version.number(), version, sink)
          .isEqualTo(rows.get(key));
    }
  }

  private void takeRecords(
      CommitLog.Version version, int partition, long txn, Set<List<Object>> keys) {
    List<Workload.Event> records = sink.topic().records(partition);
    assertThat(txn)
        .as("offset of partition %d covered by version %d of %s", partition, version.number(), sink)
        .isBetween(next[partition], records.size() - 1L);
    for (Workload.Event event : records.subList((int) next[partition], (int) txn + 1)) {
      keys.add(event.key());
      if (event.row() == null) {
        rows.remove(event.key());
      } else {
        rows.put(event.key(), event.row());
      }
    }
    next[partition] = txn + 1;
  }
}
