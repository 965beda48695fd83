package io.deltaconnect.table.merge;

import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.dv.DvDescriptor;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.DataFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Rows die by a larger deletion vector for their file; all vectors of a commit share one file. */
record DeletionVectorRemoval(DeletionVectorStore store) implements RowRemoval {

  @Override
  public List<Action> remove(List<DeadRows> dead, WrittenFiles written, long now)
      throws IOException {
    List<DeletionVector> vectors = new ArrayList<>();
    for (DeadRows rows : dead) {
      if (!rows.wholeFile()) {
        vectors.add(rows.after());
      }
    }
    List<DvDescriptor> descriptors = vectors.isEmpty() ? List.of() : store.write(vectors);
    written.addVectors(descriptors);
    List<Action> actions = new ArrayList<>();
    int next = 0;
    for (DeadRows rows : dead) {
      DataFile file = rows.file();
      actions.add(new Action.Remove(file, now, true));
      if (!rows.wholeFile()) {
        String stats = StatisticsJson.parse(file.stats()).withLooseBounds(rows.physicalRows());
        actions.add(new Action.Add(file.with(descriptors.get(next++), stats), true));
      }
    }
    return actions;
  }
}
