package io.deltaconnect.source.table;

import io.deltaconnect.connector.Endpoint;
import io.deltaconnect.connector.LogContext;
import io.deltaconnect.connector.LoggedTable;
import io.deltaconnect.connector.StoreErrors;
import io.deltaconnect.connector.config.FileSystems;
import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.source.config.DeltaSourceConfig;
import io.deltaconnect.source.config.Keys;
import io.deltaconnect.source.config.ReadSettings;
import io.deltaconnect.source.config.StartupMode;
import io.deltaconnect.source.config.TableLocation;
import io.deltaconnect.source.position.Position;
import io.deltaconnect.source.record.TableRecords;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks whether the tables of a configuration can be published. */
public final class TableCheck {
  private static final Logger LOG = LoggerFactory.getLogger(TableCheck.class);

  private final DeltaSourceConfig config;
  private final Storage storage;

  public TableCheck(DeltaSourceConfig config) {
    this.config = config;
    this.storage = Storage.of(config.hadoopProperties());
  }

  /**
   * Opens all tables, side by side. What is not known in time, or may be over the next time, counts
   * as right; the log says so.
   *
   * @param limit for all of them together
   * @return what is wrong with them, on the keys concerned
   */
  public List<Problem> problems(Duration limit) throws InterruptedException {
    if (config.tables().stream().anyMatch(table -> FileSystems.isS3(table.path()))) {
      Optional<Problem> endpoint = Endpoint.problem(config.hadoopProperties());
      if (endpoint.isPresent()) {
        return List.of(endpoint.get());
      }
    }
    Map<TableLocation, Future<List<Problem>>> checks = new LinkedHashMap<>();
    ExecutorService threads = Executors.newCachedThreadPool(TableCheck::daemon);
    try {
      for (TableLocation table : config.tables()) {
        checks.put(table, threads.submit(() -> check(table)));
      }
      long until = System.nanoTime() + limit.toNanos();
      List<Problem> problems = new ArrayList<>();
      for (Map.Entry<TableLocation, Future<List<Problem>>> check : checks.entrySet()) {
        problems.addAll(result(check.getKey(), check.getValue(), until));
      }
      return problems;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Thread daemon(Runnable run) {
    Thread thread = new Thread(LogContext.inherited(run), "delta-source-validation");
    thread.setDaemon(true);
    return thread;
  }

  private static List<Problem> result(TableLocation table, Future<List<Problem>> check, long until)
      throws InterruptedException {
    try {
      return check.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      LOG.warn("{}: could not be opened in time to be checked", table.described());
      return List.of();
    } catch (ExecutionException e) {
      throw new IllegalStateException(table.described() + ": " + e.getCause(), e.getCause());
    }
  }

  private List<Problem> check(TableLocation table) {
    try (LoggedTable logged = new LoggedTable()) {
      logged.enter(table.name());
      TableReader reader = TableReader.open(storage, table.path());
      LOG.info(
          "{}: version {}, change data feed {}",
          table.described(),
          reader.newest().version(),
          reader.newest().changeDataFeedEnabled() ? "on" : "off");
      List<Problem> problems = new ArrayList<>();
      problems.addAll(start(table, reader));
      problems.addAll(records(table, reader));
      return problems;
    } catch (IOException | RuntimeException e) {
      TableFailure failure = TableFailure.of(table, "its newest version", e);
      Optional<Problem> store = StoreErrors.problem(table.described(), e, Keys.TABLES);
      if (store.isEmpty() && !failure.permanent()) {
        LOG.warn("{}: could not be checked", failure.message(), e);
        return List.of();
      }
      List<String> keys = store.map(Problem::keys).orElse(List.of(Keys.TABLES));
      return List.of(new Problem(failure.message(), keys));
    }
  }

  private List<Problem> start(TableLocation table, TableReader reader) throws IOException {
    ReadSettings settings = config.reading();
    try {
      new StartPosition(table, settings, reader).resolve();
      return List.of();
    } catch (ConnectException e) {
      String key =
          settings.mode() == StartupMode.VERSION
              ? Keys.STARTING_VERSION
              : settings.mode() == StartupMode.TIMESTAMP
                  ? Keys.STARTING_TIMESTAMP
                  : Keys.STARTUP_MODE;
      return List.of(new Problem(e.getMessage(), List.of(Keys.TABLES, key)));
    }
  }

  private List<Problem> records(TableLocation table, TableReader reader) {
    try {
      new TableRecords(config.output(), table.name(), config.topic(table.name()))
          .check(reader.newest().layout());
      return List.of();
    } catch (ConnectException e) {
      return List.of(
          new Problem(
              table.described() + ": " + e.getMessage(),
              List.of(Keys.TABLES, Keys.KEY_FIELDS, Keys.OUTPUT_FORMAT)));
    }
  }

  /**
   * Makes sure that positions can be taken up; those of tables that cannot be reached count as
   * right.
   *
   * @param positions by name of the table
   * @throws ConnectException naming the table and what is wrong
   */
  public void require(Map<String, Position> positions) {
    for (TableLocation table : config.tables()) {
      Position position = positions.get(table.name());
      if (position != null) {
        require(table, position);
      }
    }
  }

  private void require(TableLocation table, Position position) {
    TableReader reader;
    boolean sameTable;
    try {
      reader = TableReader.open(storage, table.path());
      sameTable = new StoredPosition(table, config.reading(), reader).isSameTable(position);
    } catch (IOException e) {
      LOG.warn("{}: it cannot be reached to look at {}", table.described(), position, e);
      return;
    }
    if (!sameTable) {
      throw new ConnectException(
          table.described()
              + " has the id "
              + reader.newest().tableId()
              + ", the position "
              + position.tableId()
              + ": leave table_id out to mean the table that is there");
    }
    long newest = reader.newest().version();
    if (position.version() > newest + (position.snapshot() ? 0 : 1)) {
      throw new ConnectException(
          table.described() + " is at version " + newest + ": there is no " + position);
    }
  }
}
