package io.deltaconnect.table.locate;

import io.delta.kernel.types.StructField;
import io.deltaconnect.table.dv.DeletionVector;
import io.deltaconnect.table.dv.DeletionVectorStore;
import io.deltaconnect.table.file.ColumnMapping;
import io.deltaconnect.table.file.FileScan;
import io.deltaconnect.table.file.FlatColumnReader;
import io.deltaconnect.table.file.ReadPool;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.kernel.TableSnapshot;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Finds keys by reading key columns: those of the files, row groups and pages that partition values
 * and statistics do not exclude, one column after another, each only where the ones before fit.
 */
public final class ScanLocator implements Locator {
  /** Files open at a time for each thread: footers of wide tables are large. */
  private static final int FILES_PER_THREAD = 4;

  private final Storage storage;
  private final int parallelism;

  /**
   * @param parallelism threads that read at a time, the caller's included
   */
  public ScanLocator(Storage storage, int parallelism) {
    this.storage = storage;
    this.parallelism = parallelism;
  }

  @Override
  public List<FileMatches> locate(TableSnapshot snapshot, List<String> keyColumns, Set<Key> keys)
      throws IOException {
    if (keys.isEmpty()) {
      return List.of();
    }
    KeyBatch batch = KeyBatch.of(fields(snapshot, keyColumns), snapshot.partitionColumns(), keys);
    DeletionVectorStore vectors = new DeletionVectorStore(storage, snapshot.tablePath());
    List<Candidate> candidates = candidates(snapshot, batch);
    List<FileMatches> matches = new ArrayList<>();
    int window = FILES_PER_THREAD * parallelism;
    for (int from = 0; from < candidates.size(); from += window) {
      int to = Math.min(candidates.size(), from + window);
      List<Candidate> some = open(candidates.subList(from, to), snapshot.layout(), batch);
      scan(batch, some);
      matches.addAll(live(batch, some, vectors));
      // What was read of the files goes before the next ones are opened.
      Collections.fill(candidates.subList(from, to), null);
    }
    return matches;
  }

  private static List<StructField> fields(TableSnapshot snapshot, List<String> names) {
    List<StructField> fields = new ArrayList<>();
    for (String name : names) {
      fields.add(snapshot.schema().get(name));
    }
    return fields;
  }

  /** A file that can hold keys of the batch, in path order. */
  private static final class Candidate {
    final DataFile file;
    final int partitionNumber;
    final RowGroupScan.PageSkipping skipping = new RowGroupScan.PageSkipping();
    FileScan scan;
    RowGroupScan.Found[] found;

    Candidate(DataFile file, int partitionNumber) {
      this.file = file;
      this.partitionNumber = partitionNumber;
    }
  }

  private static List<Candidate> candidates(TableSnapshot snapshot, KeyBatch batch) {
    FilePruning pruning = new FilePruning(batch, ColumnMapping.of(snapshot.properties()));
    List<Candidate> candidates = new ArrayList<>();
    for (DataFile file : snapshot.files()) {
      int partitionNumber = pruning.partitionNumber(file);
      if (partitionNumber >= 0 && !pruning.excludes(file)) {
        candidates.add(new Candidate(file, partitionNumber));
      }
    }
    candidates.sort(Comparator.comparing(candidate -> candidate.file.path()));
    return candidates;
  }

  /** Reads footers; files that lack a key column have NULL there and so no keys. */
  private List<Candidate> open(List<Candidate> candidates, TableLayout layout, KeyBatch batch)
      throws IOException {
    List<StructField> stored = new ArrayList<>();
    for (KeyBatch.Column column : batch.columns()) {
      if (!column.partition()) {
        stored.add(column.field());
      }
    }
    ReadPool.run(
        parallelism,
        candidates.size(),
        () ->
            i -> {
              Candidate candidate = candidates.get(i);
              candidate.scan = FileScan.open(storage, layout, stored, candidate.file);
              candidate.found = new RowGroupScan.Found[candidate.scan.rowGroups()];
            });
    List<Candidate> complete = new ArrayList<>();
    for (Candidate candidate : candidates) {
      boolean hasAll = true;
      for (int c = 0; c < stored.size(); c++) {
        hasAll &= candidate.scan.has(c);
      }
      if (hasAll) {
        complete.add(candidate);
      }
    }
    return complete;
  }

  private record Task(Candidate candidate, int rowGroup) {}

  private void scan(KeyBatch batch, List<Candidate> candidates) throws IOException {
    List<Task> tasks = new ArrayList<>();
    for (Candidate candidate : candidates) {
      for (int g = 0; g < candidate.found.length; g++) {
        tasks.add(new Task(candidate, g));
      }
    }
    ReadPool.run(
        parallelism,
        tasks.size(),
        () ->
            new ReadPool.Worker() {
              private final FlatColumnReader reader = new FlatColumnReader(storage.configuration());

              @Override
              public void run(int i) throws IOException {
                Candidate candidate = tasks.get(i).candidate();
                int g = tasks.get(i).rowGroup();
                candidate.found[g] =
                    new RowGroupScan(batch, candidate.scan, g, reader, candidate.skipping)
                        .scan(candidate.partitionNumber);
              }

              @Override
              public void close() throws IOException {
                reader.close();
              }
            });
  }

  private List<FileMatches> live(
      KeyBatch batch, List<Candidate> candidates, DeletionVectorStore vectors) throws IOException {
    FileMatches[] matches = new FileMatches[candidates.size()];
    ReadPool.run(
        parallelism,
        candidates.size(),
        () -> i -> matches[i] = live(batch, candidates.get(i), vectors));
    List<FileMatches> found = new ArrayList<>();
    for (FileMatches match : matches) {
      if (match != null) {
        found.add(match);
      }
    }
    return found;
  }

  /** The found rows that are not dead; null if there are none. */
  private static FileMatches live(KeyBatch batch, Candidate candidate, DeletionVectorStore vectors)
      throws IOException {
    int found = 0;
    for (RowGroupScan.Found inRowGroup : candidate.found) {
      found += inRowGroup.rows().length;
    }
    if (found == 0) {
      return null;
    }
    DeletionVector dead = vectors.read(candidate.file.dv());
    long[] positions = new long[found];
    Key[] keys = new Key[found];
    int n = 0;
    for (int g = 0; g < candidate.found.length; g++) {
      long first = candidate.scan.firstPosition(g);
      int[] rows = candidate.found[g].rows();
      for (int i = 0; i < rows.length; i++) {
        long position = first + rows[i];
        if (!dead.contains(position)) {
          positions[n] = position;
          keys[n++] = batch.key(candidate.found[g].numbers()[i]);
        }
      }
    }
    return n == 0
        ? null
        : new FileMatches(candidate.file, Arrays.copyOf(positions, n), Arrays.copyOf(keys, n));
  }
}
