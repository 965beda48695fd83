package io.deltaconnect.integration;

import io.deltaconnect.table.TableOptions.MergeStrategy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The records of a topic with two partitions, in the batches in which a worker gets them, and the
 * rows that they come to. A key is always in the same partition. Together the batches make every
 * kind of commit.
 */
final class SinkScript {
  static final String TOPIC = "orders";
  static final List<TopicPartition> PARTITIONS =
      List.of(new TopicPartition(TOPIC, 0), new TopicPartition(TOPIC, 1));
  static final List<String> KEY = List.of("id");

  private static final String CONNECTOR = "sink";
  private static final String OP_HEADER = "op";
  private static final String ADDED = "added";
  private static final List<String> REGIONS = List.of("north", "south");

  private final Random random;
  private final List<List<SinkRecord>> batches = new ArrayList<>();
  private final Map<Long, Map<String, Object>> rows = new TreeMap<>();
  private final long[] next = new long[PARTITIONS.size()];
  private List<SinkRecord> batch = new ArrayList<>();

  private SinkScript(Random random) {
    this.random = random;
  }

  /** Inserts, updates, moves, deletes, no-ops, repeats, a new column, a truncate, re-inserts. */
  static SinkScript ofEveryKindOfCommit(long seed) {
    SinkScript script = new SinkScript(new Random(seed));
    script.delete(1);
    script.insert(8);
    script.moveAndRepeat();
    script.withoutEffect();
    script.anyChanges(6);
    script.newColumn();
    script.truncateBetweenOthers();
    script.insertAgain();
    script.anyChanges(10);
    return script;
  }

  /** The configuration of a connector for it whose tables are in this folder. */
  static Map<String, String> config(MergeStrategy strategy, String folder) {
    Map<String, String> config = new HashMap<>();
    config.put("name", CONNECTOR);
    config.put("table.path", folder + "/${topic}");
    config.put("auto.create", "true");
    config.put("auto.evolve", "add");
    config.put("partition.by", "region");
    config.put("merge.strategy", strategy.name().toLowerCase(Locale.ROOT));
    config.put("table.properties.delta.checkpointInterval", "3");
    config.put("op.header", OP_HEADER);
    config.put("commit.interval.ms", "0");
    config.put("offsets.commit.max.delay.ms", "0");
    return config;
  }

  /** The {@code txn} that the connector writes for a partition. */
  static String appId(TopicPartition partition) {
    return CONNECTOR + ":" + partition.topic() + ":" + partition.partition();
  }

  /** A batch of inserts, and then some of any changes, all with records of both partitions. */
  static SinkScript ofMerges(long seed, int merges) {
    SinkScript script = new SinkScript(new Random(seed));
    script.insert(12);
    for (int i = 0; i < merges; i++) {
      script.anyChanges(8);
    }
    return script;
  }

  static TopicPartition partition(SinkRecord record) {
    return PARTITIONS.get(record.kafkaPartition());
  }

  /** The records of one partition in a batch. */
  List<SinkRecord> batch(int number, TopicPartition partition) {
    return batches.get(number).stream().filter(r -> partition(r).equals(partition)).toList();
  }

  List<List<SinkRecord>> batches() {
    return batches;
  }

  /** The rows in the end; columns that are NULL are left out. */
  Collection<Map<String, Object>> rows() {
    return rows.values();
  }

  /** The rows in the end, with all columns of the table. */
  List<Map<String, Object>> rowsWithNulls() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Map<String, Object> row : rows.values()) {
      Map<String, Object> full = new TreeMap<>(row);
      full.putIfAbsent(ADDED, null);
      all.add(full);
    }
    return all;
  }

  /** The offset after the last record. */
  long end(TopicPartition partition) {
    return next[partition.partition()];
  }

  private void insert(int count) {
    for (long id = 0; id < count; id++) {
      upsert(id, row(id));
    }
    endBatch();
  }

  private void moveAndRepeat() {
    upsert(0, with(0, "note", "changed"));
    upsert(1, with(1, "region", other(1)));
    delete(2);
    upsert(3, with(3, "note", "first"));
    upsert(3, with(3, "note", "second"));
    delete(4);
    upsert(4, row(4));
    upsert(8, row(8));
    upsert(9, row(9));
    delete(9);
    endBatch();
  }

  private void withoutEffect() {
    upsert(5, rows.get(5L));
    upsert(6, rows.get(6L));
    delete(99);
    endBatch();
  }

  /** Rows without it come first, so that they are committed on their own. */
  private void newColumn() {
    upsert(5, with(5, "note", "before the column"));
    upsert(6, with(6, ADDED, 6L));
    upsert(7, with(7, ADDED, 7L));
    upsert(10, row(10));
    endBatch();
  }

  /** Of one partition, since nothing says how records of two follow each other. */
  private void truncateBetweenOthers() {
    upsert(6, with(6, "note", "to be truncated"));
    record(0, null, null, "t");
    rows.clear();
    upsert(8, row(8));
    upsert(20, row(20));
    endBatch();
  }

  private void insertAgain() {
    for (long id = 0; id < 6; id++) {
      upsert(id, row(id));
    }
    upsert(8, with(8, "note", "after the truncate"));
    endBatch();
  }

  /** Begins and ends with records of both partitions, so that any part of it has some of both. */
  private void anyChanges(int count) {
    upsert(2, with(2, "note", "random " + random.nextLong()));
    upsert(3, with(3, "note", "random " + random.nextLong()));
    for (int i = 0; i < count; i++) {
      long id = random.nextInt(12);
      Map<String, Object> before = rows.get(id);
      switch (random.nextInt(4)) {
        case 0 -> delete(id);
        case 1 -> upsert(id, before == null ? row(id) : before);
        default -> upsert(id, row(id));
      }
    }
    upsert(0, with(0, "note", "random " + random.nextLong()));
    upsert(1, with(1, "note", "random " + random.nextLong()));
    endBatch();
  }

  private Map<String, Object> row(long id) {
    Map<String, Object> row = new TreeMap<>();
    row.put("id", id);
    row.put("region", REGIONS.get(random.nextInt(REGIONS.size())));
    row.put("note", "note " + random.nextInt(1_000_000));
    return row;
  }

  private Map<String, Object> with(long id, String column, Object value) {
    Map<String, Object> row = new TreeMap<>(rows.getOrDefault(id, row(id)));
    row.put(column, value);
    return row;
  }

  private String other(long id) {
    return REGIONS.get(0).equals(rows.get(id).get("region")) ? REGIONS.get(1) : REGIONS.get(0);
  }

  private void upsert(long id, Map<String, Object> row) {
    rows.put(id, row);
    record((int) id % PARTITIONS.size(), key(id), row, "u");
  }

  private void delete(long id) {
    rows.remove(id);
    record((int) id % PARTITIONS.size(), key(id), null, "d");
  }

  private static Map<String, Object> key(long id) {
    return Map.of("id", id);
  }

  private void record(int partition, Object key, Map<String, Object> value, String op) {
    SinkRecord record =
        new SinkRecord(
            TOPIC,
            partition,
            null,
            key,
            null,
            value == null ? null : new HashMap<>(value),
            next[partition]++,
            1_000L,
            TimestampType.CREATE_TIME);
    record.headers().addString(OP_HEADER, op);
    batch.add(record);
  }

  private void endBatch() {
    batches.add(List.copyOf(batch));
    batch = new ArrayList<>();
  }
}
