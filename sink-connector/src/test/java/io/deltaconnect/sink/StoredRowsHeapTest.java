package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.tombstone;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that are small themselves, and need large rows of the table. */
class StoredRowsHeapTest {
  private static final int ROWS = 200;

  @TempDir private Path lake;

  @Test
  void deletesOfLargeRowsAreCommittedBeforeTheirRowsFillTheHeap() throws IOException {
    RealTaskFixture task = tableOfLargeRows();
    long before = table().version();

    task.start("commit.interval.ms", "600000", "commit.max.bytes", "1048576");
    task.put(records(id -> tombstone(ROWS + id, id)));

    assertThat(table().version() - before).isBetween(4L, 20L);
  }

  @Test
  void partialUpdatesOfLargeRowsAreToo() throws IOException {
    RealTaskFixture task = tableOfLargeRows();
    long before = table().version();

    task.start(
        "commit.interval.ms", "600000", "commit.max.bytes", "1048576", "missing.columns", "keep");
    task.put(records(id -> upsert(ROWS + id, id, "state", "new")));

    assertThat(table().version() - before).isBetween(4L, 20L);
  }

  private RealTaskFixture tableOfLargeRows() {
    RealTaskFixture task = RealTaskFixture.in(lake);
    Random random = new Random(1);
    byte[] bytes = new byte[4_000];
    return task.put(
        records(
            id -> {
              random.nextBytes(bytes);
              String text = Base64.getEncoder().encodeToString(bytes);
              return upsert(id, id, "text", text, "state", "old");
            }));
  }

  private static SinkRecord[] records(LongFunction<SinkRecord> record) {
    return LongStream.range(0, ROWS).mapToObj(record).toArray(SinkRecord[]::new);
  }

  private RealTable table() throws IOException {
    return new RealTable(lake.resolve(Records.TOPIC).toString());
  }
}
