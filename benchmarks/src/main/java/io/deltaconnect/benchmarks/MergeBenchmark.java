package io.deltaconnect.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltaconnect.benchmarks.BenchmarkOptions.MergeLine;
import io.deltaconnect.benchmarks.BenchmarkOptions.SideName;
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
import java.util.Set;

/**
 * Merges the same changes with the engine and with Spark, in turns and into copies of one table,
 * and has Spark compare the two tables after each merge. See {@link BenchmarkOptions#USAGE}.
 */
public final class MergeBenchmark implements Closeable {
  /** The changes of the untimed merges. */
  private static final int WARM_UP = 1;

  private final BenchmarkOptions options;
  private final Path base;
  private final SideProcess judge;
  private final Map<SideName, SideProcess> sides = new EnumMap<>(SideName.class);
  private final BenchmarkReport report = new BenchmarkReport();

  private MergeBenchmark(BenchmarkOptions options) throws IOException {
    this.options = options;
    this.base =
        options
            .dir()
            .resolve(
                String.format(
                    Locale.ROOT,
                    "customers-%d-%s-by-%s",
                    options.rows(),
                    options.order().name().toLowerCase(Locale.ROOT),
                    options.writtenBy().name().toLowerCase(Locale.ROOT)));
    for (SideName side : SideName.values()) {
      if (side == SideName.SPARK || options.sides().contains(side) || options.writtenBy() == side) {
        sides.put(side, SideProcess.start(side.type(), options.heap()));
      }
    }
    this.judge = sides.get(SideName.SPARK);
  }

  public static void main(String[] args) throws IOException {
    run(BenchmarkOptions.parse(args));
  }

  /** Runs it and prints what came out. */
  static BenchmarkReport run(BenchmarkOptions options) throws IOException {
    Files.createDirectories(options.dir());
    try (MergeBenchmark benchmark = new MergeBenchmark(options)) {
      benchmark.createTable();
      benchmark.measure();
      benchmark.print();
      return benchmark.report;
    }
  }

  private void createTable() throws IOException {
    if (Files.exists(base)) {
      say("table %s is there from an earlier run", base);
      return;
    }
    Path unfinished = options.dir().resolve("unfinished");
    TableCopies.delete(unfinished);
    say("%s write %,d rows", options.writtenBy(), options.rows());
    long start = System.nanoTime();
    sides.get(options.writtenBy()).create(unfinished, options.rows(), options.order());
    Files.move(unfinished, base);
    say("%,d MB in %.0f s", TableCopies.bytes(base) >> 20, (System.nanoTime() - start) / 1e9);
  }

  private void measure() throws IOException {
    for (int i = 0; i <= options.repetitions(); i++) {
      if (i == 1 && options.profile() && sides.containsKey(SideName.OURS)) {
        sides.get(SideName.OURS).record();
      }
      for (MergeLine line : options.lines()) {
        List<SideName> turns = new ArrayList<>(options.sides());
        if (i % 2 == 1) {
          Collections.reverse(turns);
        }
        for (SideName side : turns) {
          MergeTiming timing = merge(side, line.changes(options.rows(), WARM_UP + i));
          say("%s %s: %.2f s %s", i == 0 ? "warm-up" : i, side, timing.seconds(), line);
          if (i > 0) {
            report.add(line, side, timing);
          }
        }
        if (options.checkEach() || i == options.repetitions()) {
          compare(line);
        }
        for (SideName side : turns) {
          TableCopies.delete(copy(side));
        }
      }
    }
  }

  private void compare(MergeLine line) throws IOException {
    Map<SideName, TableContent> contents = new EnumMap<>(SideName.class);
    for (SideName side : options.sides()) {
      contents.put(side, judge.content(copy(side)));
    }
    if (Set.copyOf(contents.values()).size() > 1) {
      throw new IllegalStateException("the tables differ after " + line + ": " + contents);
    }
  }

  private Path copy(SideName side) {
    return options.dir().resolve("copy-" + side.name().toLowerCase(Locale.ROOT));
  }

  private MergeTiming merge(SideName side, ChangeSet changes) throws IOException {
    TableCopies.delete(copy(side));
    TableCopies.copy(base, copy(side));
    sides.get(side).prepare(copy(side), changes);
    return sides.get(side).merge();
  }

  private void print() throws IOException {
    long bytes = TableCopies.bytes(base);
    say(
        "%nmerges into %,d rows x %d columns, %,d MB, keys %s, written by %s%n%s",
        options.rows(),
        Customers.SCHEMA.length(),
        bytes >> 20,
        options.order(),
        options.writtenBy(),
        report.table());
    say("%s", new ObjectMapper().writeValueAsString(report.json(options, bytes)));
    if (options.profile() && sides.containsKey(SideName.OURS)) {
      Path recording = options.dir().resolve("ours.jfr");
      sides.get(SideName.OURS).profile(recording);
      say("%s%n(recording: %s)", ProfileSummary.of(recording), recording);
    }
  }

  /** Ends the sides and removes the tables. */
  @Override
  public void close() throws IOException {
    for (SideProcess side : sides.values()) {
      side.close();
    }
    if (!options.keep()) {
      TableCopies.delete(base);
    }
  }

  private static void say(String format, Object... args) {
    System.out.println(String.format(Locale.ROOT, format, args));
  }
}
