package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.integration.InProcessSink.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables whose records' schemas come and go in random versions, nested to depth 4: fields appear
 * and are left out, numbers come in wider and in narrower types, old versions after new ones and in
 * one batch with them. Spark reads the rows that the model has, and a feed that tells them.
 */
class RandomEvolutionIT {
  private static final int TABLES = Profile.isLong() ? 200 : 4;
  private static final int BATCHES = 6;
  private static final int RECORDS_PER_BATCH = 12;
  private static final int KEYS = 20;
  private static final String TOPIC = "evolving";
  private static final Schema KEY = SchemaBuilder.struct().field("id", Schema.INT32_SCHEMA).build();

  @TempDir private Path lake;

  static LongStream seeds() {
    long seed = Profile.seed("RandomEvolutionIT");
    return LongStream.range(seed, seed + TABLES);
  }

  @ParameterizedTest(name = "-Dtest.seed={0}")
  @MethodSource("seeds")
  void sparkReadsWhatTheModelHas(long seed) {
    Random random = new Random(seed);
    boolean widens = random.nextBoolean();
    RandomShape.RandomStruct shape = RandomShape.struct(random, widens);
    Map<Integer, Struct> model = new TreeMap<>();
    SparkTable table = new SparkTable(lake.resolve(TOPIC), List.of("id"));
    List<RandomShape.Version> versions = new ArrayList<>();
    try (InProcessSink sink = sink(random)) {
      for (int batch = 0; batch < BATCHES; batch++) {
        versions.add(shape.version(random));
        List<Row> rows = batch(random, versions);
        sink.put(rows);
        rows.forEach(row -> model.put(row.key().getInt32("id"), row.value()));
        if (batch % 3 == 2) {
          table.assertRows(expected(shape, model));
        }
      }
    }
    if (!widens) {
      // Spark reads no feed across a change of type.
      FeedReplay replay = new FeedReplay(List.of("id"), List.of(), table.feed(0));
      long newest = table.version();
      for (long version = 0; version < newest; version++) {
        replay.after(version);
      }
      assertThat(replay.after(newest)).containsExactlyInAnyOrderElementsOf(expected(shape, model));
    }
  }

  private InProcessSink sink(Random random) {
    String strategy = random.nextBoolean() ? "copy_on_write" : "deletion_vectors";
    return new InProcessSink(lake, TOPIC, "auto.evolve", "widen", "merge.strategy", strategy);
  }

  /** Records of any versions, after one of the newest. */
  private static List<Row> batch(Random random, List<RandomShape.Version> versions) {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row(key(random), value(random, versions.get(versions.size() - 1))));
    while (rows.size() < RECORDS_PER_BATCH) {
      boolean deletes = random.nextInt(6) == 0;
      RandomShape.Version version = versions.get(random.nextInt(versions.size()));
      rows.add(new Row(key(random), deletes ? null : value(random, version)));
    }
    return rows;
  }

  private static Struct key(Random random) {
    return new Struct(KEY).put("id", random.nextInt(KEYS));
  }

  private static Struct value(Random random, RandomShape.Version version) {
    return (Struct) version.notNull(random);
  }

  private static List<Map<String, Object>> expected(
      RandomShape.RandomStruct shape, Map<Integer, Struct> model) {
    List<Map<String, Object>> expected = new ArrayList<>();
    model.forEach(
        (id, value) -> {
          if (value != null) {
            Map<String, Object> row = shape.expectedNotNull(value);
            row.put("id", id);
            expected.add(row);
          }
        });
    return expected;
  }
}
