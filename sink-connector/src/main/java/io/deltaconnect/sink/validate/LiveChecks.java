package io.deltaconnect.sink.validate;

import io.deltaconnect.connector.Endpoint;
import io.deltaconnect.connector.LogContext;
import io.deltaconnect.connector.config.FileSystems;
import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.PathTemplate;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens storage and tables of a configuration, as far as it names them, and says what it finds. It
 * writes nothing, and takes no longer than it may: what could not be found out by then is no
 * problem.
 */
public final class LiveChecks {
  private static final Logger LOG = LoggerFactory.getLogger(LiveChecks.class);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Of S3A: one answer is enough, and a failure is worth one more try. */
  private static final Map<String, String> IMPATIENT =
      Map.of(
          "fs.s3a.attempts.maximum", "1",
          "fs.s3a.retry.limit", "1",
          "fs.s3a.retry.interval", "100ms",
          "fs.s3a.retry.throttle.limit", "1");

  private final DeltaSinkConfig config;
  private final List<Problem> found = new CopyOnWriteArrayList<>();

  private LiveChecks(DeltaSinkConfig config) {
    this.config = config;
  }

  /**
   * What is wrong, in at most 10 seconds.
   *
   * @param originals without problems of their own
   */
  public static List<Problem> problems(Map<String, String> originals) {
    return problems(originals, LIMIT);
  }

  static List<Problem> problems(Map<String, String> originals, Duration limit) {
    LiveChecks checks = new LiveChecks(DeltaSinkConfig.unlogged(originals));
    Thread thread = new Thread(LogContext.inherited(checks::run), "delta-sink-validation");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(limit.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      LOG.warn("Storage and tables could not be looked at within {} ms", limit.toMillis());
      thread.interrupt();
    }
    return List.copyOf(checks.found);
  }

  private void run() {
    try {
      look();
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn("Storage and tables could not be looked at", e);
    }
  }

  private void look() throws IOException {
    Map<String, String> settings = new LinkedHashMap<>(IMPATIENT);
    settings.putAll(config.hadoopProperties());
    Collection<NamedTable> tables = NamedTable.of(config);
    PathTemplate template = config.pathTemplate();
    boolean s3 =
        FileSystems.isS3(template.path(""))
            || tables.stream().anyMatch(t -> FileSystems.isS3(t.location().path()));
    if (s3) {
      Endpoint.problem(settings).ifPresent(found::add);
      if (!found.isEmpty()) {
        return;
      }
    }
    Storage storage = Storage.unshared(settings);
    try {
      TableChecks checks = new TableChecks(config, storage);
      if (tables.isEmpty()) {
        found.addAll(checks.folder(template.folder()));
      }
      for (NamedTable table : tables) {
        add(checks.table(table));
      }
    } finally {
      storage.closeFileSystems();
    }
  }

  /** One and the same fault of the store is said once, of the first table. */
  private void add(List<Problem> problems) {
    for (Problem problem : problems) {
      boolean known = found.stream().anyMatch(f -> f.message().equals(problem.message()));
      if (!known) {
        found.add(problem);
      }
    }
  }
}
