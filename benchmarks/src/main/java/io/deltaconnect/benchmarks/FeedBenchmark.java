package io.deltaconnect.benchmarks;

import io.deltaconnect.benchmarks.BenchmarkOptions.SideName;
import io.deltaconnect.benchmarks.BenchmarkReport.Spread;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes JSON of one large version's changes, and of a whole table, with the source's task and with
 * Spark, in turns; the bytes must be the same. Of the options of {@link BenchmarkOptions#USAGE}
 * those about merges have no meaning here.
 */
public final class FeedBenchmark implements Closeable {
  private final BenchmarkOptions options;
  private final Path table;
  private final Map<SideName, SideProcess> sides = new EnumMap<>(SideName.class);
  private long version;

  /** What is read. */
  enum FeedLine {
    CHANGES,
    SNAPSHOT
  }

  private FeedBenchmark(BenchmarkOptions options) throws IOException {
    this.options = options;
    this.table = options.dir().resolve("feed-" + options.rows());
    for (SideName side : SideName.values()) {
      if (options.sides().contains(side) || options.writtenBy() == side) {
        sides.put(side, SideProcess.start(side.type(), options.heap()));
      }
    }
  }

  public static void main(String[] args) throws IOException {
    run(BenchmarkOptions.parse(args));
  }

  /** Runs it and prints what came out; timings by line and side. */
  static Map<FeedLine, Map<SideName, List<FeedTiming>>> run(BenchmarkOptions options)
      throws IOException {
    Files.createDirectories(options.dir());
    try (FeedBenchmark benchmark = new FeedBenchmark(options)) {
      benchmark.createTable();
      return benchmark.measure();
    }
  }

  /** Half of the rows are updated by the last version, and a tenth as many come. */
  private void createTable() throws IOException {
    SideProcess writer = sides.get(options.writtenBy());
    if (!Files.exists(table)) {
      Path unfinished = options.dir().resolve("unfinished");
      TableCopies.delete(unfinished);
      say("%s write %,d rows and change them", options.writtenBy(), options.rows());
      writer.create(unfinished, options.rows(), options.order());
      writer.prepare(
          unfinished,
          new ChangeSet(
              options.rows(), (int) (options.rows() / 2), (int) (options.rows() / 10), 1));
      writer.merge();
      Files.move(unfinished, table);
    }
    version = newestVersion();
    say("%,d MB, version %d", TableCopies.bytes(table) >> 20, version);
  }

  private long newestVersion() throws IOException {
    try (var log = Files.list(table.resolve("_delta_log"))) {
      return log.map(file -> file.getFileName().toString())
          .filter(name -> name.matches("\\d{20}\\.json"))
          .mapToLong(name -> Long.parseLong(name.substring(0, 20)))
          .max()
          .orElseThrow();
    }
  }

  private Map<FeedLine, Map<SideName, List<FeedTiming>>> measure() throws IOException {
    Map<FeedLine, Map<SideName, List<FeedTiming>>> timings = new EnumMap<>(FeedLine.class);
    for (int i = 0; i <= options.repetitions(); i++) {
      if (i == 1 && options.profile()) {
        sides.get(SideName.OURS).record();
      }
      for (FeedLine line : FeedLine.values()) {
        List<SideName> turns = new ArrayList<>(options.sides());
        if (i % 2 == 1) {
          Collections.reverse(turns);
        }
        Map<SideName, FeedTiming> found = new EnumMap<>(SideName.class);
        for (SideName side : turns) {
          FeedTiming timing = sides.get(side).read(table, line == FeedLine.CHANGES ? version : -1);
          say(
              "%s %s %s: %,d records, %,d bytes, %.2f s, %,.0f records/s",
              i == 0 ? "warm-up" : i,
              line,
              side,
              timing.records(),
              timing.bytes(),
              timing.seconds(),
              timing.recordsPerSecond());
          found.put(side, timing);
        }
        compare(line, found);
        if (i > 0) {
          found.forEach(
              (side, timing) ->
                  timings
                      .computeIfAbsent(line, l -> new EnumMap<>(SideName.class))
                      .computeIfAbsent(side, s -> new ArrayList<>())
                      .add(timing));
        }
      }
    }
    print(timings);
    return timings;
  }

  private static void compare(FeedLine line, Map<SideName, FeedTiming> found) {
    FeedTiming first = found.values().iterator().next();
    if (!found.values().stream().allMatch(first::sameRecords)) {
      throw new IllegalStateException("the records of " + line + " differ: " + found);
    }
  }

  private void print(Map<FeedLine, Map<SideName, List<FeedTiming>>> timings) throws IOException {
    timings.forEach(
        (line, bySide) -> {
          say("%s, records/s: median (least to greatest)", line);
          bySide.forEach(
              (side, list) -> say("  %-6s %s", side, spread(list, bySide.get(side), false)));
          if (bySide.size() == 2) {
            say(
                "  ratio  %s times as fast",
                spread(bySide.get(SideName.OURS), bySide.get(SideName.SPARK), true));
          }
        });
    if (options.profile()) {
      Path recording = options.dir().resolve("feed.jfr");
      sides.get(SideName.OURS).profile(recording);
      say("%s%n(recording: %s)", ProfileSummary.of(recording), recording);
    }
  }

  /** Of records a second, or of how many times as many as the other's. */
  private static Spread spread(
      List<FeedTiming> timings, List<FeedTiming> others, boolean relative) {
    double[] values = new double[timings.size()];
    for (int i = 0; i < values.length; i++) {
      double base = relative ? others.get(i).recordsPerSecond() : 1;
      values[i] = timings.get(i).recordsPerSecond() / base;
    }
    return Spread.of(values);
  }

  /** Ends the sides and removes the table. */
  @Override
  public void close() throws IOException {
    for (SideProcess side : sides.values()) {
      side.close();
    }
    if (!options.keep()) {
      TableCopies.delete(table);
    }
  }

  private static void say(String format, Object... args) {
    System.out.println(String.format(Locale.ROOT, format, args));
  }
}
