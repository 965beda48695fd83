package io.deltaconnect.quickstart;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** What the scenario left, read back from the Delta table and from the topic of its changes. */
final class Report {
  private static final int CHANGES_SHOWN = 4;

  private final long rows;
  private final List<List<String>> changedRows;
  private final List<String> columns;
  private final List<String> types;
  private final List<OrdersTable.Version> versions;

  private final List<FeedCounts> published;

  private Report(OrdersTable table, List<FeedCounts> published) {
    this.published = published;
    this.rows = table.countRows();
    this.changedRows = table.rows(OrderScenario.CHANGED);
    this.columns = table.columns();
    this.types = table.types();
    this.versions = table.feed(CHANGES_SHOWN);
  }

  /**
   * @param published the changes by version, as the topic has them
   */
  static Report read(OrdersTable table, List<FeedCounts> published) {
    return new Report(table, published);
  }

  @Override
  public String toString() {
    return "versions 0 to " + (versions.size() - 1);
  }

  /** Whether table and feed are what the scenario must have made of them. */
  boolean isAsExpected() {
    return rows == OrderScenario.EXPECTED_ROWS
        && published.equals(OrderScenario.EXPECTED)
        && types.equals(OrderScenario.EXPECTED_TYPES)
        && versions.stream()
            .map(OrdersTable.Version::counts)
            .toList()
            .equals(OrderScenario.EXPECTED);
  }

  /** Prints the changed rows, the changes, how many there are per version, and the verdict. */
  void print(PrintStream out) {
    out.printf("%nThe rows of the table that were added or changed after the first load:%n");
    List<List<String>> table = new ArrayList<>(List.of(columns, types));
    table.addAll(changedRows);
    printTable(out, table);

    out.printf("%nThe change feed, changes of the later versions:%n");
    printTable(out, changes());

    out.printf("%nThe change feed, counted per version:%n");
    for (OrdersTable.Version version : versions) {
      out.printf("  v%d %-13s %s%n", version.version(), version.operation(), version.counts());
    }
    out.printf(
        "%n%s%n",
        isAsExpected()
            ? "As expected: number of rows, column types, and the changes of each version, in the table's"
                + " feed and in the topic."
            : "NOT as expected: the lines at the end say what should be there.");
  }

  /** Prints the two sums; the second one counts what the topic has. */
  void printSums(PrintStream out) {
    FeedCounts sum = FeedCounts.NONE;
    for (FeedCounts version : published) {
      sum = sum.plus(version);
    }
    out.printf("%ntable rows: %d%nfeed: %s%n", rows, sum);
  }

  /** Prints what differs from the expected. */
  void printDifferences(PrintStream out) {
    if (rows != OrderScenario.EXPECTED_ROWS) {
      out.println("Expected table rows: " + OrderScenario.EXPECTED_ROWS);
    }
    if (!types.equals(OrderScenario.EXPECTED_TYPES)) {
      out.println("Expected column types: " + OrderScenario.EXPECTED_TYPES);
    }
    for (int v = 0; v < OrderScenario.EXPECTED.size(); v++) {
      FeedCounts expected = OrderScenario.EXPECTED.get(v);
      if (v >= versions.size() || !versions.get(v).counts().equals(expected)) {
        out.println("Expected in v" + v + ": " + expected);
      }
      if (v >= published.size() || !published.get(v).equals(expected)) {
        out.println(
            "Expected of v%d in the topic: %s, but there is %s"
                .formatted(v, expected, v < published.size() ? published.get(v) : "nothing"));
      }
    }
  }

  private List<List<String>> changes() {
    List<List<String>> lines = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("version", "_change_type"));
    header.addAll(columns);
    lines.add(header);
    for (OrdersTable.Version version : versions) {
      // The first load says nothing that the table does not.
      if (version.version() > 1) {
        for (List<String> change : version.shown()) {
          List<String> line = new ArrayList<>(List.of("v" + version.version()));
          line.addAll(change);
          lines.add(line);
        }
      }
    }
    return lines;
  }

  private static void printTable(PrintStream out, List<List<String>> lines) {
    int[] widths = new int[lines.get(0).size()];
    for (List<String> line : lines) {
      for (int i = 0; i < line.size(); i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder(" ");
      for (int i = 0; i < line.size(); i++) {
        text.append(' ').append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length()));
      }
      out.println(text.toString().stripTrailing());
    }
  }
}
