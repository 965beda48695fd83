package io.deltaconnect.integration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commits of a local table, read as the plain JSON that they are: neither by the engine, which
 * is tested, nor by Spark, which does not show all of it.
 *
 * @param table its folder
 * @param versions in order, from 0 on
 */
record CommitLog(Path table, List<Version> versions) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A commit.
   *
   * @param txns by application id
   * @param paths of all files that it names, relative to the table
   * @param operation as the history shows it
   * @param userMetadata what Spark was told to note down; null if nothing
   */
  record Version(
      long number,
      Map<String, Long> txns,
      Set<String> paths,
      String operation,
      String userMetadata) {}

  /** Reads what is there now; no versions if there is no table yet. */
  static CommitLog read(Path table) {
    List<Version> versions = new ArrayList<>();
    Path file = commitFile(table, 0);
    while (Files.exists(file)) {
      versions.add(version(versions.size(), file));
      file = commitFile(table, versions.size());
    }
    return new CommitLog(table, versions);
  }

  private static Path commitFile(Path table, long version) {
    return log(table).resolve("%020d.json".formatted(version));
  }

  private static Path log(Path table) {
    return table.resolve("_delta_log");
  }

  private static Version version(long number, Path file) {
    Map<String, Long> txns = new HashMap<>();
    Set<String> paths = new HashSet<>();
    JsonNode info = JSON.missingNode();
    try {
      for (String line : Files.readAllLines(file)) {
        JsonNode action = JSON.readTree(line);
        JsonNode txn = action.path("txn");
        if (!txn.isMissingNode()) {
          txns.put(txn.path("appId").asText(), txn.path("version").asLong());
        }
        for (String kind : List.of("add", "remove", "cdc")) {
          if (action.has(kind)) {
            paths.add(URI.create(action.path(kind).path("path").asText()).getPath());
          }
        }
        if (action.has("commitInfo")) {
          info = action.path("commitInfo");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
    return new Version(
        number,
        txns,
        paths,
        info.path("operation").asText(),
        info.path("userMetadata").asText(null));
  }

  /** How many there are. */
  int size() {
    return versions.size();
  }

  /** The newest {@code txn} of each application. */
  Map<String, Long> txns() {
    Map<String, Long> txns = new HashMap<>();
    versions.forEach(version -> txns.putAll(version.txns()));
    return txns;
  }

  /** Files with rows or changes of rows that are in the table's folder and that no commit names. */
  Set<Path> orphans() {
    Set<Path> files = files(table);
    for (Version version : versions) {
      version.paths().forEach(path -> files.remove(table.resolve(path)));
    }
    return files;
  }

  /** All files with rows or changes of rows that are in an unpartitioned table's folder. */
  static Set<Path> files(Path table) {
    Set<Path> files = new HashSet<>();
    // Not by walking the tree: that fails when a file is deleted meanwhile.
    for (Path folder : List.of(table, table.resolve("_change_data"))) {
      files.addAll(list(folder, ".parquet"));
    }
    return files;
  }

  /** Files of commits that were being written. */
  Set<Path> halfCommits() {
    return list(log(table), ".tmp");
  }

  private static Set<Path> list(Path folder, String suffix) {
    if (!Files.exists(folder)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(suffix)).collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + folder, e);
    }
  }
}
