package io.deltaconnect.table.feed;

import io.deltaconnect.table.file.RowIterator;
import io.deltaconnect.table.row.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A row that compares by value, with its change type if it is a change. */
@SuppressWarnings("ArrayRecordComponent") // compared by Values
record TestRow(String changeType, Object[] row) {

  static TestRow change(String changeType, Object... row) {
    return new TestRow(changeType, row);
  }

  static TestRow row(Object... row) {
    return new TestRow(null, row);
  }

  static List<TestRow> all(VersionChanges changes) throws IOException {
    List<TestRow> rows = new ArrayList<>();
    try (changes) {
      while (changes.next()) {
        rows.add(new TestRow(changes.changeType(), changes.row()));
      }
    }
    return rows;
  }

  static List<TestRow> all(RowIterator iterator) throws IOException {
    List<TestRow> rows = new ArrayList<>();
    try (iterator) {
      while (iterator.next()) {
        rows.add(new TestRow(iterator.changeType(), iterator.row()));
      }
    }
    return rows;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TestRow that
        && Values.same(changeType, that.changeType)
        && Values.sameRow(row, that.row);
  }

  @Override
  public int hashCode() {
    return Values.hash(row);
  }

  @Override
  public String toString() {
    return (changeType == null ? "" : changeType + " ") + Arrays.deepToString(row);
  }
}
