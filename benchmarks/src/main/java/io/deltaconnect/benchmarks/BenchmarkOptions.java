package io.deltaconnect.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * What to measure.
 *
 * @param rows of the table
 * @param lines the kinds of merge
 * @param repetitions timed merges per side and line
 * @param order of the keys in the table
 * @param writtenBy who writes the table
 * @param sides who merges
 * @param heap of each side, as {@code -Xmx} takes it
 * @param dir where the tables go
 * @param keep whether the first table is left for the next run, which then takes it as it is
 * @param profile whether our side is sampled
 * @param checkEach whether the tables are compared after each merge; else after the last of each
 *     line
 */
record BenchmarkOptions(
    long rows,
    List<MergeLine> lines,
    int repetitions,
    KeyOrder order,
    SideName writtenBy,
    List<SideName> sides,
    String heap,
    Path dir,
    boolean keep,
    boolean profile,
    boolean checkEach) {

  static final String USAGE =
      """
      options: --rows N (10000000)          rows of the table
               --lines large,small          large: 50,000 updates + 10,000 inserts; small: 200 + 50
               --repetitions N (5)          timed merges per side and line
               --order random|sorted        how the keys lie in the table
               --written-by ours|spark      who writes the table
               --sides ours,spark           who merges
               --heap 6g                    of each side
               --dir target/bench           where the tables go
               --keep true|false (false)    leave the table for the next run
               --profile true|false (false) sample our side while it merges
               --check-each true|false (true) false: compare the tables after the last merges only
      """;

  /** A kind of merge. */
  enum MergeLine {
    LARGE(50_000, 10_000),
    SMALL(200, 50);

    private final int updates;
    private final int inserts;

    MergeLine(int updates, int inserts) {
      this.updates = updates;
      this.inserts = inserts;
    }

    /** At most a tenth of the table is updated, for small trials. */
    ChangeSet changes(long tableRows, int edition) {
      return new ChangeSet(
          tableRows, (int) Math.min(updates, Math.max(1, tableRows / 10)), inserts, edition);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%,d random updates + %,d inserts", updates, inserts);
    }
  }

  /** Who writes. */
  enum SideName {
    OURS(OurSide.class),
    SPARK(SparkSide.class);

    private final Class<? extends Side> type;

    SideName(Class<? extends Side> type) {
      this.type = type;
    }

    Class<? extends Side> type() {
      return type;
    }
  }

  /**
   * @throws IllegalArgumentException with {@link #USAGE}, if an argument is not known
   */
  static BenchmarkOptions parse(String... args) {
    TreeMap<String, String> given = new TreeMap<>();
    for (int i = 0; i < args.length; i += 2) {
      if (!args[i].startsWith("--") || i + 1 == args.length) {
        throw new IllegalArgumentException("not understood: " + args[i] + "\n" + USAGE);
      }
      given.put(args[i].substring(2), args[i + 1]);
    }
    BenchmarkOptions options =
        new BenchmarkOptions(
            Long.parseLong(take(given, "rows", "10000000")),
            names(MergeLine.class, take(given, "lines", "large,small")),
            Integer.parseInt(take(given, "repetitions", "5")),
            name(KeyOrder.class, take(given, "order", "random")),
            name(SideName.class, take(given, "written-by", "ours")),
            names(SideName.class, take(given, "sides", "ours,spark")),
            take(given, "heap", "6g"),
            Path.of(take(given, "dir", "target/bench")).toAbsolutePath().normalize(),
            Boolean.parseBoolean(take(given, "keep", "false")),
            Boolean.parseBoolean(take(given, "profile", "false")),
            Boolean.parseBoolean(take(given, "check-each", "true")));
    if (!given.isEmpty()) {
      throw new IllegalArgumentException("not understood: " + given.keySet() + "\n" + USAGE);
    }
    return options;
  }

  private static String take(TreeMap<String, String> given, String name, String otherwise) {
    String value = given.remove(name);
    return value == null ? otherwise : value;
  }

  private static <E extends Enum<E>> E name(Class<E> type, String text) {
    return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
  }

  private static <E extends Enum<E>> List<E> names(Class<E> type, String text) {
    List<E> names = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      names.add(name(type, part));
    }
    return names;
  }
}
