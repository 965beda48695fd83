package io.deltaconnect.benchmarks;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The JVM of a {@link Side}, seen from outside. */
final class SideProcess implements Closeable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final Process process;
  private final BufferedWriter commands;
  private final BufferedReader answers;

  private SideProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    this.commands =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts a side with the class path and the opened packages of this JVM.
   *
   * @param heap as {@code -Xmx} takes it
   */
  static SideProcess start(Class<? extends Side> side, String heap) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (argument.startsWith("--add-opens")) {
        command.add(argument);
      }
    }
    command.addAll(
        List.of("-Xmx" + heap, "-Xms" + heap, "-XX:ActiveProcessorCount=" + Side.THREADS));
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("spark."))
        .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), side.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new SideProcess(side.getSimpleName(), process);
  }

  void create(Path table, long rows, KeyOrder order) throws IOException {
    ask(String.class, "create", table, rows, order);
  }

  void prepare(Path table, ChangeSet changes) throws IOException {
    ask(
        String.class,
        "prepare",
        table,
        changes.tableRows(),
        changes.updates(),
        changes.inserts(),
        changes.edition());
  }

  MergeTiming merge() throws IOException {
    return ask(MergeTiming.class, "merge");
  }

  FeedTiming read(Path table, long version) throws IOException {
    return ask(FeedTiming.class, "read", table, version);
  }

  TableContent content(Path table) throws IOException {
    return ask(TableContent.class, "content", table);
  }

  void record() throws IOException {
    ask(String.class, "record");
  }

  void profile(Path file) throws IOException {
    ask(String.class, "profile", file);
  }

  private <T> T ask(Class<T> type, Object... words) throws IOException {
    List<String> command = new ArrayList<>();
    for (Object word : words) {
      command.add(word.toString());
    }
    commands.write(String.join("\t", command));
    commands.newLine();
    commands.flush();
    JavaType answerType = JSON.constructType(type);
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(Side.ANSWER)) {
        return JSON.readValue(line.substring(Side.ANSWER.length()), answerType);
      }
    }
    throw new IOException(name + " ended at the command " + command + "; its error is above");
  }

  /** Ends the process. */
  @Override
  public void close() throws IOException {
    commands.close();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
