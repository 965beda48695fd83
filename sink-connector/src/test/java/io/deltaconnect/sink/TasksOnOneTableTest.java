package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.TOPIC;
import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TasksOnOneTableTest {
  private static final int BATCHES = 8;

  @TempDir Path lake;

  @Test
  void tasksMakeEvolveAndFillOneTableAtTheSameTime() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Future<?>> tasks = new ArrayList<>();
    for (int partition = 0; partition < 2; partition++) {
      int p = partition;
      tasks.add(threads.submit(() -> run(p)));
    }
    for (Future<?> task : tasks) {
      task.get(120, TimeUnit.SECONDS);
    }
    threads.shutdown();

    RealTable table = new RealTable(lake.resolve(TOPIC).toString());
    List<Map<String, Object>> expected = new ArrayList<>();
    for (long p = 0; p < 2; p++) {
      expected.add(map("id", p * 10, "n", BATCHES - 1L, "p" + p, BATCHES - 1L));
      for (long b = 0; b < BATCHES; b++) {
        Map<String, Object> row = map("id", 100 + p * 100 + b, "n", b);
        if (b > 1) {
          row.put("p" + p, b);
        }
        expected.add(row);
      }
    }
    assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(table.txn("sink:orders:0")).isEqualTo(2 * BATCHES - 1);
    assertThat(table.txn("sink:orders:1")).isEqualTo(2 * BATCHES - 1);
    List<String> changes = table.changesSince(1);
    assertThat(changes).filteredOn(c -> c.startsWith("insert")).hasSize(2 * (BATCHES + 1));
    assertThat(changes).filteredOn(c -> c.startsWith("update_p")).hasSize(4 * (BATCHES - 1));
  }

  /** One row that every batch updates, one that it adds; a new column from the third batch on. */
  private void run(int partition) {
    RealTaskFixture task = RealTaskFixture.in(lake, "auto.evolve", "add");
    for (long b = 0; b < BATCHES; b++) {
      task.put(
          record(partition, 2 * b, partition * 10L, b),
          record(partition, 2 * b + 1, 100L + partition * 100L + b, b));
    }
  }

  private static SinkRecord record(int partition, long offset, long id, long n) {
    Map<String, Object> value = map("n", n);
    if (n > 1) {
      value.put("p" + partition, n);
    }
    return json(TOPIC, partition, offset, map("id", id), value);
  }
}
