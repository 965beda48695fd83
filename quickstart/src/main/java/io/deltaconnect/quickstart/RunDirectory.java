package io.deltaconnect.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The folder of one run: logs, Kafka's data and the table. What an earlier run left in it goes.
 *
 * @param path absolute
 */
record RunDirectory(Path path) {
  /** Lines of process id and name; the mark by which we know the folder as ours. */
  private static final String PROCESSES = "processes.txt";

  /** Empties the folder, or makes it. */
  static RunDirectory prepare(Path path) {
    RunDirectory directory = new RunDirectory(path.toAbsolutePath().normalize());
    try {
      if (Files.exists(directory.path()) && !isEmpty(directory.path())) {
        directory.checkOursAndIdle();
        deleteRecursively(directory.path());
      }
      Files.createDirectories(directory.path());
      Files.writeString(directory.processes(), "");
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot prepare the folder " + directory.path(), e);
    }
  }

  Path broker() {
    return path.resolve("broker");
  }

  Path worker() {
    return path.resolve("worker");
  }

  Path s3() {
    return path.resolve("s3");
  }

  Path lake() {
    return path.resolve("lake");
  }

  Path log() {
    return path.resolve("quickstart.log");
  }

  /**
   * Remembers processes that stay.
   *
   * @param servers by name, in the order in which they are to be stopped
   */
  void writeProcesses(Map<String, Server> servers) {
    StringBuilder lines = new StringBuilder();
    servers.forEach(
        (name, server) -> lines.append(server.pid()).append(' ').append(name).append('\n'));
    try {
      Files.writeString(processes(), lines);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + processes(), e);
    }
  }

  private Path processes() {
    return path.resolve(PROCESSES);
  }

  private void checkOursAndIdle() throws IOException {
    if (!Files.exists(processes())) {
      throw new ComponentException(
          path + " is not empty and no earlier run made it: name another folder with --dir");
    }
    for (String line : Files.readAllLines(processes())) {
      long pid = Long.parseLong(line.substring(0, line.indexOf(' ')));
      if (ProcessHandle.of(pid).filter(this::isOurs).isPresent()) {
        throw new ComponentException(
            "An earlier run is still going in " + path + ": end it with bin/quickstart --stop");
      }
    }
  }

  private boolean isOurs(ProcessHandle process) {
    return process.isAlive()
        && process.info().commandLine().filter(c -> c.contains(path.toString())).isPresent();
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  private static void deleteRecursively(Path directory) throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(directory)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }
}
