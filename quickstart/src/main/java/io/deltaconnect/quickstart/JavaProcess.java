package io.deltaconnect.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A JVM of ours that writes to a log file and does not outlive this one, unless it is detached. */
final class JavaProcess {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(5);
  private static final int TAIL_LINES = 25;

  /** A life of a minute or two never repays the second compiler: a start takes half the time. */
  private static final List<String> FOR_A_SHORT_LIFE =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final Set<JavaProcess> OURS = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(JavaProcess::stopAllAtExit, "stop-processes"));
  }

  private static volatile boolean stopping;

  private final String name;
  private final Path log;
  private final Process process;

  private JavaProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts a main class.
   *
   * @param name for messages, e.g. "the broker"
   * @param libs folder whose jars are the class path
   * @param directory to run in
   * @param log appended to
   * @param jvmOptions e.g. {@code -Xmx512m}
   * @param command main class and its arguments
   */
  static JavaProcess start(
      String name,
      Path libs,
      Path directory,
      Path log,
      List<String> jvmOptions,
      List<String> command) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(FOR_A_SHORT_LIFE);
    line.addAll(jvmOptions);
    line.add("-cp");
    line.add(libs.resolve("*").toString());
    line.addAll(command);
    try {
      Files.createDirectories(log.getParent());
      Process process =
          new ProcessBuilder(line)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      process.getOutputStream().close();
      JavaProcess started = new JavaProcess(name, log, process);
      OURS.add(started);
      return started;
    } catch (IOException e) {
      throw new ComponentException("Cannot start " + name + ": " + e.getMessage(), e);
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Waits for the end.
   *
   * @return the exit code
   */
  int awaitExit(Duration timeout) {
    if (!waitFor(timeout)) {
      kill();
      throw new ComponentException(
          name + " did not end within " + timeout.toSeconds() + " s" + logExcerpt());
    }
    OURS.remove(this);
    return process.exitValue();
  }

  /** Asks it to end, and kills it when it does not. */
  void stop() {
    process.destroy();
    if (!waitFor(STOP_TIMEOUT)) {
      kill();
    }
    OURS.remove(this);
  }

  /** Kills it, as {@code kill -9} does, and waits until it is gone. */
  void kill() {
    process.destroyForcibly();
    waitFor(STOP_TIMEOUT);
    OURS.remove(this);
  }

  /**
   * Sends it a signal.
   *
   * @param signal as {@code kill} names it, e.g. {@code STOP}
   */
  void signal(String signal) {
    try {
      // The shell's own kill: not every system has the program.
      Process kill =
          new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + pid()).inheritIO().start();
      if (kill.waitFor() != 0) {
        throw new ComponentException("Cannot send " + signal + " to " + name);
      }
    } catch (IOException e) {
      throw new ComponentException("Cannot send " + signal + " to " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ComponentException("Interrupted while sending " + signal + " to " + name, e);
    }
  }

  /** Lets it outlive this JVM. */
  void detach() {
    OURS.remove(this);
  }

  ComponentException died() {
    return new ComponentException(
        name + " ended with exit code " + process.exitValue() + logExcerpt());
  }

  /** Where the log is, and its last lines. */
  String logExcerpt() {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      List<String> tail = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
      return ". Its log is " + log + " and ends with:\n  " + String.join("\n  ", tail);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + log, e);
    }
  }

  private boolean waitFor(Duration timeout) {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether this JVM is about to end, so that a process that ends is no news. */
  static boolean isStopping() {
    return stopping;
  }

  private static void stopAllAtExit() {
    stopping = true;
    OURS.forEach(p -> p.process.destroy());
    long deadline = System.nanoTime() + EXIT_TIMEOUT.toNanos();
    for (JavaProcess ours : OURS) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      if (!ours.waitFor(left)) {
        ours.process.destroyForcibly();
      }
    }
  }
}
