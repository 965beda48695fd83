package io.deltaconnect.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The changes of one merge: updates of random customers and new ones behind the last id.
 *
 * @param tableRows customers before the merge
 * @param updates how many
 * @param inserts how many
 * @param edition which repetition; other editions change other customers
 */
record ChangeSet(long tableRows, int updates, int inserts, int edition) {

  /** Whole rows, updates and inserts shuffled, in the engine's shapes. */
  List<Object[]> rows() {
    Random random = new Random(edition * 7919L + updates);
    Set<Long> ids = new LinkedHashSet<>();
    while (ids.size() < updates) {
      ids.add(random.nextLong(tableRows));
    }
    List<Object[]> rows = new ArrayList<>(updates + inserts);
    for (long id : ids) {
      rows.add(Customers.row(id, edition));
    }
    for (int i = 0; i < inserts; i++) {
      rows.add(Customers.row(tableRows + i, 0));
    }
    Collections.shuffle(rows, random);
    return rows;
  }
}
