package io.deltaconnect.sink.table;

import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.kernel.TableDefinition;
import java.io.IOException;
import java.util.Optional;

/** The tables that can be reached. */
public interface Tables {
  /** The table at a path, at its newest version; empty if there is none. */
  Optional<Table> open(String path, TableOptions options) throws IOException;

  /** Makes a table; if another writer has just made one there, opens that. */
  Table create(String path, TableDefinition definition, TableOptions options) throws IOException;
}
