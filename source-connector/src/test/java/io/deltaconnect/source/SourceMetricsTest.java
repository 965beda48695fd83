package io.deltaconnect.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceMetricsTest {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  @TempDir Path lake;

  private static Object task(String attribute) throws JMException {
    return SERVER.getAttribute(
        new ObjectName("io.deltaconnect:type=source-task-metrics,connector=measured,task=0"),
        attribute);
  }

  private static Object table(String attribute) throws JMException {
    return SERVER.getAttribute(
        new ObjectName(
            "io.deltaconnect:type=source-table-metrics,connector=measured,task=0,table=customers"),
        attribute);
  }

  @Test
  void recordsByChangeTypeVersionAndLagAreCounted()
      throws IOException, InterruptedException, JMException {
    CustomerTable customers = CustomerTable.create(lake.resolve("customers"));
    customers.put("a", 1, 2, 3);
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(SimulatedWorker.config(customers.path(), "name", "measured"))
            .start();
    worker.drain();
    assertThat(table("Version")).isEqualTo(1L);
    assertThat(task("SnapshotRecords")).isEqualTo(3L);

    customers.put("b", 2, 3, 4);
    worker.drain();
    assertThat(table("Version")).isEqualTo(2L);
    assertThat((long) table("LastPublishedTimestamp")).isPositive();
    assertThat(task("Tables")).isEqualTo(1);
    assertThat(task("VersionsPublished")).isEqualTo(2L);
    assertThat(task("Records")).isEqualTo(8L);
    assertThat(task("Inserts")).isEqualTo(1L);
    assertThat(task("UpdatePreimages")).isEqualTo(2L);
    assertThat(task("UpdatePostimages")).isEqualTo(2L);
    assertThat(task("Deletes")).isEqualTo(0L);
    assertThat(task("Failures")).isEqualTo(0L);
    assertThat(task("VersionsBehind")).isEqualTo(0L);
    assertThat(task("BehindMs")).isEqualTo(0L);
    worker.stop();
    assertThat(SERVER.queryNames(new ObjectName("io.deltaconnect:connector=measured,*"), null))
        .isEmpty();
  }

  @Test
  void versionsThatAreNotHandedOverYetAreTheLag()
      throws IOException, InterruptedException, JMException {
    CustomerTable customers = CustomerTable.create(lake.resolve("customers"));
    customers.put("a", 1, 2, 3);
    customers.put("b", 1);
    customers.put("c", 1);
    SimulatedWorker worker =
        SimulatedWorker.exactlyOnce(
                SimulatedWorker.config(
                    customers.path(),
                    "name",
                    "measured",
                    "startup.mode",
                    "version",
                    "starting.version",
                    "1",
                    "poll.max.records",
                    "1"))
            .start();
    while ((long) task("Records") < 1) {
      worker.poll();
    }

    assertThat(task("VersionsBehind")).isEqualTo(3L);
    assertThat((long) task("BehindMs")).isBetween(0L, 600_000L);
    assertThat(table("Version")).isEqualTo(-1L);
    worker.drain();
    assertThat(task("VersionsBehind")).isEqualTo(0L);
    worker.stop();
  }
}
