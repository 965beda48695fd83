package io.deltaconnect.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * One of the two writers that are compared, in a JVM of its own. It takes one command a line on
 * standard input and answers each with one line of JSON ({@link SideProcess} is the other end).
 */
interface Side {
  /** Begins every line that is an answer; anything else on standard output is chatter. */
  String ANSWER = "answer ";

  /** How wide a read or write is: both sides get as many threads. */
  int THREADS = 2;

  /** Writes the table. */
  void create(Path table, long rows, KeyOrder order) throws IOException;

  /** Opens the table and brings the changes into memory; not timed. */
  void prepare(Path table, ChangeSet changes) throws IOException;

  /** Merges what was prepared; timed. */
  MergeTiming merge() throws IOException;

  /**
   * Makes JSON of all rows of a table, or of the changes of one version; timed.
   *
   * @param version whose changes are read; negative: the rows of the newest version
   */
  FeedTiming read(Path table, long version) throws IOException;

  /** What another reader finds in the table. */
  TableContent content(Path table) throws IOException;

  /** Begins to record where time goes; nothing if it cannot. */
  void record();

  /** Writes what was recorded. */
  void profile(Path file) throws IOException;

  /** Answers commands until the input ends. */
  static void serve(Side side) throws IOException {
    ObjectMapper json = new ObjectMapper();
    PrintStream out = System.out;
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(ANSWER + json.writeValueAsString(run(side, List.of(line.split("\t")))));
      out.flush();
    }
  }

  private static Object run(Side side, List<String> command) throws IOException {
    Path path = command.size() > 1 ? Path.of(command.get(1)) : null;
    switch (command.get(0)) {
      case "create" -> side.create(path, number(command, 2), KeyOrder.valueOf(command.get(3)));
      case "prepare" ->
          side.prepare(
              path,
              new ChangeSet(
                  number(command, 2),
                  (int) number(command, 3),
                  (int) number(command, 4),
                  (int) number(command, 5)));
      case "merge" -> {
        System.gc();
        return side.merge();
      }
      case "read" -> {
        System.gc();
        return side.read(path, number(command, 2));
      }
      case "content" -> {
        return side.content(path);
      }
      case "record" -> side.record();
      case "profile" -> side.profile(path);
      default -> throw new IllegalArgumentException("unknown command " + command);
    }
    return "done";
  }

  private static long number(List<String> command, int i) {
    return Long.parseLong(command.get(i));
  }
}
