package io.deltaconnect.table.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.kernel.internal.util.FileNames;
import io.deltaconnect.table.storage.Storage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** What a MERGE says in {@code commitInfo.operationMetrics} of the rows that it changed. */
public final class MergeMetrics {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> CHANGED_ROWS =
      List.of("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsDeleted");

  private MergeMetrics() {}

  /**
   * Whether a commit is a MERGE that says it changed no row. Spark's can rewrite files all the
   * same, as data that changed, and without change files, since there was nothing to put in them;
   * its own readers go by the metrics then ({@code shouldSkipFileActionsInCommit} of Delta's {@code
   * CDCReader}). Reads the commit file of a MERGE again: engines differ in what types the metrics
   * have.
   *
   * @param tablePath resolved
   */
  public static boolean sayThatNoRowChanged(Storage storage, String tablePath, Commit commit)
      throws IOException {
    if (!"MERGE".equals(commit.operation())) {
      return false;
    }
    Path file = new Path(FileNames.deltaFile(tablePath + "/_delta_log", commit.version()));
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(storage.fileSystem(file).open(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains("\"commitInfo\"")) {
          JsonNode info = JSON.readTree(line).path("commitInfo");
          if (info.isObject()) {
            JsonNode metrics = info.path("operationMetrics");
            return CHANGED_ROWS.stream().allMatch(name -> metrics.path(name).asText().equals("0"));
          }
        }
      }
    }
    return false;
  }
}
