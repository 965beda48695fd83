package io.deltaconnect.integration;

import io.deltaconnect.quickstart.ConnectWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the sink's tasks have said in the logs of workers. */
final class SinkLog {
  private static final Pattern RACES = Pattern.compile("(\\d+) retries, (\\d+) re-plans");

  private final List<String> lines;

  private SinkLog(List<String> lines) {
    this.lines = lines;
  }

  /**
   * How commits to a table went.
   *
   * @param commits that made a version
   * @param retries how often others were first
   * @param replans how many of them needed a new plan
   * @param mostRetries of one commit
   */
  record Races(long commits, long retries, long replans, long mostRetries) {}

  /** Reads the log of a worker, which may be running. */
  static SinkLog of(ConnectWorker worker) {
    try {
      // A line that was being written when the worker died may end within a character.
      String text = new String(Files.readAllBytes(worker.log()), StandardCharsets.UTF_8);
      return new SinkLog(text.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + worker.log(), e);
    }
  }

  /** The commits of a sink to its table. */
  Races races(SinkTable sink) {
    long commits = 0;
    long retries = 0;
    long replans = 0;
    long most = 0;
    for (String line : lines) {
      Matcher races = RACES.matcher(line);
      if (line.contains("(" + sink.path() + ")") && races.find()) {
        long lost = Long.parseLong(races.group(1));
        commits++;
        retries += lost;
        replans += Long.parseLong(races.group(2));
        most = Math.max(most, lost);
      }
    }
    return new Races(commits, retries, replans, most);
  }

  /** How often a task found that another one had taken a partition over. */
  long fencings() {
    return count("another task has committed offsets of");
  }

  /** How often a task gave up a commit for a while because others were always first. */
  long exhausted() {
    return count("RetriesExhaustedException");
  }

  private long count(String text) {
    return lines.stream().filter(line -> line.contains(text)).count();
  }
}
