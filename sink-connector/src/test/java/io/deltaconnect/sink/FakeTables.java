package io.deltaconnect.sink;

import io.deltaconnect.sink.table.Table;
import io.deltaconnect.sink.table.Tables;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.kernel.TableDefinition;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Tables in memory. */
final class FakeTables implements Tables {
  private final Map<String, FakeTable> byPath = new HashMap<>();

  /** Thrown, once, by the next call. */
  IOException nextError;

  FakeTable at(String path) {
    return byPath.get(path);
  }

  Collection<FakeTable> all() {
    return byPath.values();
  }

  void drop(String path) {
    byPath.remove(path);
  }

  @Override
  public Optional<Table> open(String path, TableOptions options) throws IOException {
    fail();
    return Optional.ofNullable(byPath.get(path));
  }

  @Override
  public Table create(String path, TableDefinition definition, TableOptions options)
      throws IOException {
    fail();
    return byPath.computeIfAbsent(path, p -> new FakeTable(p, definition));
  }

  private void fail() throws IOException {
    if (nextError != null) {
      IOException e = nextError;
      nextError = null;
      throw e;
    }
  }
}
