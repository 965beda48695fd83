package io.deltaconnect.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies of a table that cost no disk: data files never change, so they are linked. */
final class TableCopies {
  private TableCopies() {}

  static void copy(Path table, Path copy) throws IOException {
    for (Path from : tree(table)) {
      Path to = copy.resolve(table.relativize(from));
      if (Files.isDirectory(from)) {
        Files.createDirectories(to);
      } else if (from.startsWith(table.resolve("_delta_log"))) {
        // A writer may write over a file of the log (_last_checkpoint): through a link it would
        // change the first table.
        Files.copy(from, to);
      } else {
        Files.createLink(to, from);
      }
    }
  }

  static void delete(Path table) throws IOException {
    if (Files.exists(table)) {
      for (Path path : tree(table).stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  static long bytes(Path table) throws IOException {
    return tree(table).stream().filter(Files::isRegularFile).mapToLong(TableCopies::size).sum();
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> tree(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.toList();
    }
  }
}
