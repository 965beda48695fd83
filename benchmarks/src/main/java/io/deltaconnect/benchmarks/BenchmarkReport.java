package io.deltaconnect.benchmarks;

import io.deltaconnect.benchmarks.BenchmarkOptions.MergeLine;
import io.deltaconnect.benchmarks.BenchmarkOptions.SideName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The timed merges of a run, and what they come to. */
final class BenchmarkReport {
  private final Map<MergeLine, Map<SideName, List<MergeTiming>>> timings =
      new EnumMap<>(MergeLine.class);

  void add(MergeLine line, SideName side, MergeTiming timing) {
    timings
        .computeIfAbsent(line, l -> new EnumMap<>(SideName.class))
        .computeIfAbsent(side, s -> new ArrayList<>())
        .add(timing);
  }

  /** Median, least and greatest. */
  record Spread(double median, double min, double max) {
    static Spread of(double... values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      int n = sorted.length;
      return new Spread((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[0], sorted[n - 1]);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%8.2f  (%.2f to %.2f)", median, min, max);
    }
  }

  /** Spark's time over ours, repetition by repetition; null unless both sides merged. */
  Spread ratio(MergeLine line) {
    List<MergeTiming> ours = timings.get(line).get(SideName.OURS);
    List<MergeTiming> spark = timings.get(line).get(SideName.SPARK);
    if (ours == null || spark == null) {
      return null;
    }
    double[] ratios = new double[ours.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = spark.get(i).seconds() / ours.get(i).seconds();
    }
    return Spread.of(ratios);
  }

  String table() {
    StringBuilder text = new StringBuilder();
    timings.forEach(
        (line, sides) -> {
          text.append(line).append('\n');
          sides.forEach((side, list) -> appendSide(text, side, list));
          Spread ratio = ratio(line);
          if (ratio != null) {
            text.append("  ratio      ").append(ratio).append(" times as fast\n");
          }
        });
    return text.toString();
  }

  /** For {@link com.fasterxml.jackson.databind.ObjectMapper}. */
  Map<String, Object> json(BenchmarkOptions options, long tableBytes) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", options.rows());
    json.put("tableBytes", tableBytes);
    json.put("order", options.order());
    json.put("writtenBy", options.writtenBy());
    json.put("heap", options.heap());
    json.put("threads", Side.THREADS);
    timings.forEach(
        (line, sides) -> {
          Map<String, Object> entry = new LinkedHashMap<>(Map.of("changes", line.toString()));
          sides.forEach((side, list) -> entry.put(side.name(), list));
          if (ratio(line) != null) {
            entry.put("ratio", ratio(line));
          }
          json.put(line.name(), entry);
        });
    return json;
  }

  private static void appendSide(StringBuilder text, SideName side, List<MergeTiming> list) {
    double[] seconds = list.stream().mapToDouble(MergeTiming::seconds).toArray();
    text.append(String.format(Locale.ROOT, "  %-10s %s s%n", side, Spread.of(seconds)));
    for (String phase : list.get(0).phases().keySet()) {
      double[] parts =
          list.stream().mapToDouble(t -> t.phases().getOrDefault(phase, 0.0)).toArray();
      text.append(String.format(Locale.ROOT, "    %-8s %s s%n", phase, Spread.of(parts)));
    }
  }
}
