package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.json;
import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.tombstone;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SinkMetricsTest {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  @TempDir Path lake;

  private static Object task(String connector, String attribute) throws JMException {
    return get("io.deltaconnect:type=sink-task-metrics,connector=%s,task=3", connector, attribute);
  }

  private static Object table(String connector, String attribute) throws JMException {
    return get(
        "io.deltaconnect:type=sink-table-metrics,connector=%s,task=3,table=orders",
        connector, attribute);
  }

  private static Object get(String name, String connector, String attribute) throws JMException {
    return SERVER.getAttribute(new ObjectName(name.formatted(connector)), attribute);
  }

  private static int beans(String connector) throws JMException {
    ObjectName all = new ObjectName("io.deltaconnect:connector=" + connector + ",*");
    return SERVER.queryNames(all, null).size();
  }

  @Test
  void rowsTimesAndVersionOfEachCommitAreCounted() throws JMException {
    RealTaskFixture sink = RealTaskFixture.in(lake, "name", "counted", "task.id", "3");
    long before = System.currentTimeMillis();
    sink.put(upsert(0, 1L, "name", "a"), upsert(1, 2L, "name", "b"), upsert(2, 3L, "name", "c"));
    sink.put(upsert(3, 1L, "name", "x"), tombstone(4, 2L));
    long after = System.currentTimeMillis();

    assertThat(table("counted", "Version")).isEqualTo(2L);
    assertThat((long) table("counted", "LastCommitTimestamp")).isBetween(before, after);
    assertThat((long) table("counted", "LastCommitMs")).isBetween(0L, after - before);
    assertThat(task("counted", "Tables")).isEqualTo(1);
    assertThat(task("counted", "Commits")).isEqualTo(2L);
    assertThat(task("counted", "RecordsCommitted")).isEqualTo(5L);
    assertThat(task("counted", "RowsInserted")).isEqualTo(3L);
    assertThat(task("counted", "RowsUpdated")).isEqualTo(1L);
    assertThat(task("counted", "RowsDeleted")).isEqualTo(1L);
    assertThat(task("counted", "Retries")).isEqualTo(0L);
    assertThat(task("counted", "Replans")).isEqualTo(0L);
    long total = (long) task("counted", "CommitTotalMs");
    long phases = 0;
    for (String phase : new String[] {"LocateMs", "ReadMs", "WriteMs", "CommitMs"}) {
      assertThat((long) task("counted", phase)).as(phase).isGreaterThanOrEqualTo(0);
      phases += (long) task("counted", phase);
    }
    assertThat(phases).isPositive().isLessThanOrEqualTo(total + 2);
    assertThat(task("counted", "RecordsHeld")).isEqualTo(0L);
    assertThat(task("counted", "HeldMs")).isEqualTo(0L);
    sink.task.stop();
    assertThat(beans("counted")).isZero();
  }

  @Test
  void tablesWithTheSameLastNameAreBothSeen() throws JMException {
    RealTaskFixture sink =
        RealTaskFixture.in(
            lake, "name", "namesakes", "task.id", "3", "table.path", lake + "/${topic}/data");
    sink.put(json("a", 0, 0, map("id", 1L), map("n", 1L)));
    sink.put(json("b", 0, 0, map("id", 1L), map("n", 1L)));

    assertThat(task("namesakes", "Tables")).isEqualTo(2);
    assertThat(beans("namesakes")).as("the task's and both tables'").isEqualTo(3);
    sink.task.stop();
    assertThat(beans("namesakes")).isZero();
  }

  @Test
  void whatWaitsForACommitIsTheLag() throws JMException {
    RealTaskFixture sink =
        RealTaskFixture.in(lake, "name", "held", "task.id", "3", "commit.interval.ms", "3600000");
    sink.put(upsert(0, 1L, "name", "a"), upsert(1, 2L, "name", "b"));

    assertThat(task("held", "RecordsHeld")).isEqualTo(2L);
    assertThat((long) task("held", "BytesHeld")).isPositive();
    assertThat((long) task("held", "HeldMs")).isGreaterThanOrEqualTo(0);
    assertThat(table("held", "Version")).isEqualTo(-1L);
    sink.task.stop();
  }

  @Test
  void aTaskStartedBeforeItsPredecessorHasStoppedTakesItsPlace() throws JMException {
    RealTaskFixture first = RealTaskFixture.in(lake, "name", "twice", "task.id", "3");
    first.put(upsert(0, 1L, "name", "a"));
    RealTaskFixture second = first.restarted();
    assertThat(task("twice", "Commits")).isEqualTo(0L);
    second.put(upsert(0, 1L, "name", "a"), upsert(1, 2L, "name", "b"));
    first.task.stop();

    assertThat(task("twice", "Commits")).isEqualTo(1L);
    assertThat(table("twice", "RowsInserted")).isEqualTo(1L);
    second.task.stop();
    assertThat(beans("twice")).isZero();
  }

  @Test
  void aTaskThatCannotStartLeavesNothingBehind() throws JMException {
    DeltaSinkTask task = new DeltaSinkTask();
    task.initialize(new FakeWorker());
    assertThatThrownBy(() -> task.start(Map.of("name", "failed", "task.id", "3")))
        .isInstanceOf(ConfigException.class);
    assertThat(beans("failed")).isZero();
    task.stop();
    assertThat(beans("failed")).isZero();
  }

  @Test
  void namesWithSpecialCharactersAreQuoted() throws JMException {
    RealTaskFixture sink = RealTaskFixture.in(lake, "name", "a,b=\"c*?\"", "task.id", "3");
    String name = ObjectName.quote("a,b=\"c*?\"");
    assertThat(task(name, "Tables")).isEqualTo(0);
    assertThatThrownBy(() -> task(name, "Config")).isInstanceOf(AttributeNotFoundException.class);
    sink.task.stop();
    assertThatThrownBy(() -> task(name, "Tables")).isInstanceOf(JMException.class);
  }
}
