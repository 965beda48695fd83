package io.deltaconnect.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.function.BooleanSupplier;

/**
 * A server in a JVM of its own, that can be killed or frozen and started again on the same port and
 * data. It ends with this JVM unless it is detached. Not thread-safe.
 */
public abstract class Server implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

  private final String name;
  private final Path libs;
  private final Path directory;
  private final Path log;
  private JavaProcess process;
  private boolean detached;

  /**
   * Describes it; {@link #restart} starts it.
   *
   * @param name for messages, e.g. "the broker"
   * @param libs folder of its jars
   * @param directory it runs in, with its configuration and log; made if absent
   * @param log name of the file in the directory
   */
  Server(String name, Path libs, Path directory, String log) {
    this.name = name;
    this.libs = libs;
    this.directory = directory.toAbsolutePath();
    this.log = this.directory.resolve(log);
    try {
      Files.createDirectories(this.directory);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make the folder " + this.directory, e);
    }
  }

  /** JVM options such as {@code -Xmx512m}. */
  abstract List<String> jvmOptions();

  /** Main class and arguments. */
  abstract List<String> command();

  /** Waits by {@link #awaitAnswer} until the server does what it is for. */
  abstract void awaitReady();

  /**
   * Starts it (again, on the same port and data, after {@link #stop} or {@link #kill}) and waits
   * until it is ready.
   *
   * @throws ComponentException with the end of its log if it does not come up
   */
  public final void restart() {
    process = run(name, command());
    try {
      awaitReady();
    } catch (RuntimeException e) {
      process.kill();
      throw e;
    }
  }

  /** Waits until it answers; fails at once when it has ended. */
  final void awaitAnswer(BooleanSupplier answers) {
    Await.until(
        name + " to answer (log: " + log + ")",
        START_TIMEOUT,
        () -> {
          if (!process.isAlive()) {
            throw process.died();
          }
          return answers.getAsBoolean();
        });
  }

  /** Runs something else with its jars, options, folder and log, to its end. */
  final void runOnce(String what, List<String> otherCommand) {
    JavaProcess other = run(what, otherCommand);
    if (other.awaitExit(START_TIMEOUT) != 0) {
      throw other.died();
    }
  }

  private JavaProcess run(String what, List<String> line) {
    return JavaProcess.start(what, libs, directory, log, jvmOptions(), line);
  }

  final Path libs() {
    return libs;
  }

  final Path directory() {
    return directory;
  }

  /** What it has printed since the directory was made, over all its starts. */
  public final Path log() {
    return log;
  }

  public final long pid() {
    return process.pid();
  }

  /** Whether its process runs, frozen or not. */
  public final boolean isAlive() {
    return process.isAlive();
  }

  /** Asks it to end, so that it leaves everything in order, and waits until it has. */
  public final void stop() {
    process.stop();
  }

  /** Kills it, as {@code kill -9} does. */
  public final void kill() {
    process.kill();
  }

  /** Freezes it, as {@code kill -STOP} does: its connections stay, and nothing comes from it. */
  public final void freeze() {
    process.signal("STOP");
  }

  /** Lets it go on after {@link #freeze}. */
  public final void thaw() {
    process.signal("CONT");
  }

  /** Lets it outlive this object and this JVM. */
  public final void detach() {
    process.detach();
    detached = true;
  }

  /** As {@link #stop}, unless it was detached. */
  @Override
  public final void close() {
    if (!detached) {
      stop();
    }
  }

  /** Writes a configuration file. */
  static void store(Properties properties, Path file) {
    try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      properties.store(writer, null);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }
}
