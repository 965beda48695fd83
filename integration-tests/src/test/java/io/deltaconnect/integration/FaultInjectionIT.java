package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.integration.Faults.Effect;
import io.deltaconnect.integration.Faults.Fault;
import io.deltaconnect.integration.Faults.Moment;
import io.deltaconnect.integration.Faults.Point;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.quickstart.S3Server;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every step of every kind of commit fails in turn, in every way: before anything is done, half-way
 * through a write, after it with the response lost; once, for as long as the task's call lasts, or
 * by the end of the process. Once all records were delivered, the rows are right and the feed has
 * no change twice.
 */
class FaultInjectionIT {
  private static final List<MergeStrategy> STRATEGIES =
      List.of(MergeStrategy.DELETION_VECTORS, MergeStrategy.COPY_ON_WRITE);

  /** Only faults whose names have this are tried, if it is set. */
  private static final String ONLY = System.getProperty("test.fault", "");

  /** Of the faults that are not {@link #isEssential}, this part is tried, a new one each time. */
  private static final int PART = Profile.isLong() ? 1 : 40;

  /** Likewise of all faults on S3, beside one end of the process at each kind of write. */
  private static final int S3_PART = Profile.isLong() ? 1 : 400;

  /** Of the essential ones, this part is judged by Spark as well. */
  private static final int SPARK_PART = Profile.isLong() ? 10 : 50;

  @TempDir static Path directory;
  private static S3Server server;

  private final long seed = Profile.seed("FaultInjectionIT");
  private final Random random = new Random(seed);
  private final SinkScript script = SinkScript.ofEveryKindOfCommit(seed);

  @BeforeAll
  static void start() {
    server = S3Server.start(ProjectLayout.find().s3Libs(), directory.resolve("s3"), "lake");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> everyStepFailsInTurn() throws IOException {
    FaultStore store = FaultStore.local(directory);
    List<DynamicTest> tests = new ArrayList<>();
    for (MergeStrategy strategy : STRATEGIES) {
      for (Fault fault : faults(record(store, strategy))) {
        boolean essential = isEssential(fault);
        if (ONLY.isEmpty() ? essential || random.nextInt(PART) == 0 : isMeant(strategy, fault)) {
          boolean spark = essential && random.nextInt(SPARK_PART) == 0;
          tests.add(
              DynamicTest.dynamicTest(
                  name(strategy, fault), () -> failsOnDisk(store, strategy, fault, spark)));
        }
      }
    }
    System.out.println("FaultInjectionIT: " + tests.size() + " faults on disk");
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> everyStepFailsOnS3() throws IOException {
    FaultStore store = FaultStore.s3(server, "lake");
    List<DynamicTest> tests = new ArrayList<>();
    Set<StepKind> crashed = EnumSet.noneOf(StepKind.class);
    for (MergeStrategy strategy : STRATEGIES) {
      List<Fault> faults = faults(record(store, strategy));
      Collections.shuffle(faults, random);
      for (Fault fault : faults) {
        boolean firstOfKind = isEssential(fault) && crashed.add(fault.point().kind());
        boolean chosen = firstOfKind || random.nextInt(S3_PART) == 0;
        if (ONLY.isEmpty() ? chosen : isMeant(strategy, fault)) {
          tests.add(
              DynamicTest.dynamicTest(name(strategy, fault), () -> fails(store, strategy, fault)));
        }
      }
    }
    System.out.println("FaultInjectionIT: " + tests.size() + " faults on S3");
    return tests.stream();
  }

  private static String name(MergeStrategy strategy, Fault fault) {
    return strategy + ", " + fault;
  }

  private static boolean isMeant(MergeStrategy strategy, Fault fault) {
    return name(strategy, fault).contains(ONLY);
  }

  /** The end of the process at every write. */
  private static boolean isEssential(Fault fault) {
    return fault.effect() == Effect.CRASH && fault.point().kind().isContent();
  }

  /** The steps of a run in which nothing goes wrong: of every kind there is one. */
  private List<Point> record(FaultStore store, MergeStrategy strategy) throws IOException {
    List<Point> points = run(store, strategy, "recorded").points();
    Set<StepKind> kinds = EnumSet.noneOf(StepKind.class);
    points.forEach(point -> kinds.add(point.kind()));
    EnumSet<StepKind> all = EnumSet.allOf(StepKind.class);
    if (strategy == MergeStrategy.COPY_ON_WRITE) {
      all.removeAll(EnumSet.of(StepKind.VECTOR_FILE, StepKind.READ_VECTOR));
    }
    if (!store.showsPartialWrites()) {
      all.remove(StepKind.RENAME);
    }
    assertThat(kinds).as("steps of the script").isEqualTo(all);
    return points;
  }

  private static List<Fault> faults(List<Point> points) {
    List<Fault> faults = new ArrayList<>();
    for (Point point : points) {
      for (Moment moment : moments(point.kind())) {
        for (Effect effect : List.of(Effect.ERROR, Effect.OUTAGE, Effect.CRASH)) {
          faults.add(new Fault(point, moment, effect));
        }
      }
    }
    return faults;
  }

  private static Set<Moment> moments(StepKind kind) {
    if (kind.isContent()) {
      return EnumSet.allOf(Moment.class);
    }
    if (kind.isRead()) {
      return EnumSet.of(Moment.BEFORE, Moment.HALF);
    }
    return kind.isChange() ? EnumSet.of(Moment.BEFORE, Moment.AFTER) : EnumSet.of(Moment.BEFORE);
  }

  private void failsOnDisk(FaultStore store, MergeStrategy strategy, Fault fault, boolean spark)
      throws IOException {
    fails(store, strategy, fault);
    Path folder = Path.of(folder(store, strategy, fault.toString()));
    if (spark) {
      judgeBySpark(folder.resolve(SinkScript.TOPIC));
    }
    // Thousands of tables would else lie about at the end.
    FileUtils.deleteDirectory(folder.toFile());
  }

  private void fails(FaultStore store, MergeStrategy strategy, Fault fault) throws IOException {
    Faults faults = run(store, strategy, fault.toString(), fault);
    // How often files are read depends on how their random names sort.
    assertThat(faults.happened() || fault.point().kind().isRead()).as("it happened").isTrue();
  }

  private Faults run(FaultStore store, MergeStrategy strategy, String name, Fault... planned)
      throws IOException {
    String folder = folder(store, strategy, name);
    TableJudge judge = new TableJudge(store, folder);
    Map<String, String> config = SinkScript.config(strategy, folder);
    Faults faults = new ScriptedWorker(script, config, judge, store).run(planned);
    judge.assertRows(script.rows());
    return faults;
  }

  private static String folder(FaultStore store, MergeStrategy strategy, String name) {
    return store.folder(strategy + "/" + name.replaceAll("[ #]", "-"));
  }

  private void judgeBySpark(Path path) {
    SparkTable table = new SparkTable(path, SinkScript.KEY);
    List<Map<String, Object>> expected = script.rowsWithNulls();
    table.assertRows(expected);
    FeedReplay replay = new FeedReplay(SinkScript.KEY, List.of(), table.feed(0));
    for (long version = 0; version < table.version(); version++) {
      replay.after(version);
    }
    assertThat(replay.after(table.version())).containsExactlyInAnyOrderElementsOf(expected);
  }
}
