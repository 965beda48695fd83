package io.deltaconnect.table.merge;

import io.deltaconnect.table.file.FileRows;
import io.deltaconnect.table.file.TableFileReader;
import io.deltaconnect.table.locate.FileMatches;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the rows that a locator has found. */
final class MatchedRows {
  /** Files open at a time for each thread: footers of wide tables are large. */
  private static final int FILES_PER_THREAD = 4;

  private MatchedRows() {}

  /**
   * @param matches in path order
   * @return the rows, sorted by path, then position
   */
  static List<LocatedRow> read(TableFileReader reader, List<FileMatches> matches, int parallelism)
      throws IOException {
    List<LocatedRow> located = new ArrayList<>();
    int window = FILES_PER_THREAD * parallelism;
    for (int from = 0; from < matches.size(); from += window) {
      List<FileMatches> some = matches.subList(from, Math.min(matches.size(), from + window));
      add(reader, some, parallelism, located);
    }
    return located;
  }

  private static void add(
      TableFileReader reader, List<FileMatches> matches, int parallelism, List<LocatedRow> located)
      throws IOException {
    List<FileRows> wanted = new ArrayList<>(matches.size());
    for (FileMatches match : matches) {
      wanted.add(new FileRows(match.file(), match.positions()));
    }
    List<Object[][]> rows = reader.rowsAt(wanted, parallelism);
    for (int f = 0; f < matches.size(); f++) {
      FileMatches match = matches.get(f);
      for (int i = 0; i < match.positions().length; i++) {
        located.add(
            new LocatedRow(match.file(), match.positions()[i], match.keys()[i], rows.get(f)[i]));
      }
    }
  }
}
