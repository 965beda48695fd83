package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.tombstone;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SinkToTableTest {
  @TempDir Path lake;

  @Test
  void eachCommitShowsItsNetChangesInTheFeed() throws IOException {
    RealTaskFixture task = RealTaskFixture.in(lake);

    task.put(upsert(0, 1L, "name", "a"), upsert(1, 2L, "name", "b"));
    task.put(upsert(2, 1L, "name", "c"), tombstone(3, 2L), upsert(4, 3L, "name", "d"));

    RealTable table = task.table();
    assertThat(table.rows())
        .containsExactlyInAnyOrder(map("id", 1L, "name", "c"), map("id", 3L, "name", "d"));
    assertThat(table.changes(1))
        .containsExactlyInAnyOrder("insert {id=1, name=a}", "insert {id=2, name=b}");
    assertThat(table.changes(2))
        .containsExactlyInAnyOrder(
            "update_preimage {id=1, name=a}",
            "update_postimage {id=1, name=c}",
            "delete {id=2, name=b}",
            "insert {id=3, name=d}");
    assertThat(table.txn("sink:orders:0")).isEqualTo(4);
    assertThat(task.preCommit("orders", 0, 5)).isEqualTo(5);
  }
}
