package io.deltaconnect.table.locate;

import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.row.Key;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Finds the live rows of keys. Implementations are thread-safe. */
public interface Locator {
  /**
   * @param keyColumns logical names, in the order of the keys' values
   * @return every live row of the snapshot whose key is one of {@code keys}; a key may have none or
   *     several. Files without a match are left out; files come in path order.
   */
  List<FileMatches> locate(TableSnapshot snapshot, List<String> keyColumns, Set<Key> keys)
      throws IOException;
}
