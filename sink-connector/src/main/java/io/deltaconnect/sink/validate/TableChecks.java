package io.deltaconnect.sink.validate;

import io.deltaconnect.connector.StoreErrors;
import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.table.LocalFolder;
import io.deltaconnect.sink.table.TableRequirements;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.kernel.TableDescription;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.storage.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at tables and folders, and changes nothing. */
final class TableChecks {
  private static final Logger LOG = LoggerFactory.getLogger(TableChecks.class);

  private final DeltaSinkConfig config;
  private final Storage storage;

  TableChecks(DeltaSinkConfig config, Storage storage) {
    this.config = config;
    this.storage = storage;
  }

  /** What is wrong with a table, or with the place where it is to be made. */
  List<Problem> table(NamedTable table) {
    String fault = LocalFolder.fault(storage, table.location().path());
    if (fault != null) {
      return List.of(
          new Problem(table.named() + " cannot be written: " + fault, List.of(table.pathKey())));
    }
    try {
      return DeltaTable.exists(storage, table.location().path()) ? existing(table) : missing(table);
    } catch (IOException | UncheckedIOException e) {
      return failure(table.named(), e, table.pathKey());
    } catch (RuntimeException e) {
      // What the engine cannot read or keep up, or what is damaged: a task would stop at it.
      return List.of(new Problem(table.named() + ": " + message(e), List.of(table.pathKey())));
    }
  }

  private List<Problem> existing(NamedTable table) throws IOException {
    TableDescription found = TableLog.describeWritable(storage, table.location().path());
    String name = table.location().name();
    List<Problem> problems = new ArrayList<>();
    for (Problem problem :
        TableRequirements.problems(table.named(), found, config.forTable(name))) {
      problems.add(
          new Problem(
              problem.message(),
              problem.keys().stream()
                  .map(key -> key.equals(Keys.TABLE_PATH) ? table.pathKey() : key)
                  .map(key -> config.keyFor(name, key))
                  .toList()));
    }
    return problems;
  }

  private List<Problem> missing(NamedTable table) {
    String name = table.location().name();
    TableConfig tableConfig = config.forTable(name);
    return tableConfig.autoCreate()
        ? List.of()
        : List.of(
            new Problem(
                table.named() + ": " + TableRequirements.missing(table.location()),
                List.of(table.pathKey(), config.keyFor(name, Keys.AUTO_CREATE))));
  }

  /** What is wrong with the folder that tables of unknown names are in. */
  List<Problem> folder(String path) {
    String fault = LocalFolder.fault(storage, path);
    if (fault != null) {
      return List.of(new Problem(path + " cannot be written: " + fault, List.of(Keys.TABLE_PATH)));
    }
    Path folder = new Path(path);
    try {
      // A bucket's root is always there for S3A; only listing asks the store.
      boolean empty = !storage.fileSystem(folder).listStatusIterator(folder).hasNext();
      LOG.debug("{} is {}", path, empty ? "empty" : "in use");
      return List.of();
    } catch (FileNotFoundException e) {
      LOG.debug("{} is not there yet", path, e);
      return List.of();
    } catch (IOException | UncheckedIOException e) {
      return failure(path, e, Keys.TABLE_PATH);
    }
  }

  private static List<Problem> failure(String what, Exception e, String pathKey) {
    Optional<Problem> problem = StoreErrors.problem(what, e, pathKey);
    if (problem.isEmpty()) {
      // It may be over when a task starts.
      LOG.warn("{} could not be looked at", what, e);
    }
    return problem.stream().toList();
  }

  private static String message(RuntimeException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
