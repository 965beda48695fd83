package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A table as its change feed tells it, version by version. Every change must fit the table before
 * it: a preimage or delete is a row that is there, exactly as it is; an insert or postimage has a
 * key that is not there any more; pre- and postimages come in pairs per key and differ.
 */
final class FeedReplay {
  private static final String TYPE = "_change_type";
  private static final String VERSION = "_commit_version";
  private static final String TIMESTAMP = "_commit_timestamp";

  private final List<String> keyColumns;
  private final Map<List<Object>, Map<String, Object>> rows = new HashMap<>();
  private final Map<Long, Map<String, Map<List<Object>, Map<String, Object>>>> changes =
      new TreeMap<>();

  /**
   * @param before the rows before the first change
   * @param feed with Spark's three columns of the change feed, in any order
   */
  FeedReplay(
      List<String> keyColumns,
      Collection<Map<String, Object>> before,
      Collection<Map<String, Object>> feed) {
    this.keyColumns = keyColumns;
    for (Map<String, Object> row : before) {
      assertThat(rows.put(key(row), row)).as("a second row with the key of %s", row).isNull();
    }
    for (Map<String, Object> change : feed) {
      Map<String, Object> row = new TreeMap<>(change);
      String type = (String) row.remove(TYPE);
      long version = (Long) row.remove(VERSION);
      row.remove(TIMESTAMP);
      Map<String, Object> twin =
          changes
              .computeIfAbsent(version, v -> new HashMap<>())
              .computeIfAbsent(type, t -> new HashMap<>())
              .put(key(row), row);
      assertThat(twin).as("version %d has a second %s of %s", version, type, row).isNull();
    }
  }

  /** The rows after a version; versions must be asked for in order, one after the other. */
  Collection<Map<String, Object>> after(long version) {
    Map<String, Map<List<Object>, Map<String, Object>>> types =
        changes.getOrDefault(version, Map.of());
    assertThat(types.keySet())
        .as("change types of version %d", version)
        .isSubsetOf("insert", "delete", "update_preimage", "update_postimage");
    Map<List<Object>, Map<String, Object>> preimages =
        types.getOrDefault("update_preimage", Map.of());
    Map<List<Object>, Map<String, Object>> postimages =
        types.getOrDefault("update_postimage", Map.of());
    Map<List<Object>, Map<String, Object>> deletes = types.getOrDefault("delete", Map.of());
    Map<List<Object>, Map<String, Object>> inserts = types.getOrDefault("insert", Map.of());

    assertThat(postimages.keySet())
        .as("keys of pre- and postimages of version %d", version)
        .isEqualTo(preimages.keySet());
    preimages.forEach(
        (key, row) ->
            assertThat(postimages.get(key))
                .as("update of %s in version %d changes something", key, version)
                .isNotEqualTo(row));
    Set<List<Object>> replaced = new HashSet<>(deletes.keySet());
    replaced.retainAll(inserts.keySet());
    assertThat(replaced).as("keys deleted and inserted in version %d", version).isEmpty();

    remove(version, preimages);
    remove(version, deletes);
    add(version, postimages);
    add(version, inserts);
    return rows.values();
  }

  /** The keys that a version changes. */
  Set<List<Object>> changedKeys(long version) {
    Set<List<Object>> keys = new HashSet<>();
    changes.getOrDefault(version, Map.of()).values().forEach(type -> keys.addAll(type.keySet()));
    return keys;
  }

  /** The row with a key after the version that was asked for last; null if there is none. */
  Map<String, Object> row(List<Object> key) {
    return rows.get(key);
  }

  /** The number of changes of a type in a version. */
  int count(long version, String type) {
    return changes.getOrDefault(version, Map.of()).getOrDefault(type, Map.of()).size();
  }

  private void remove(long version, Map<List<Object>, Map<String, Object>> images) {
    images.forEach(
        (key, row) ->
            assertThat(rows.remove(key)).as("row before version %d", version).isEqualTo(row));
  }

  private void add(long version, Map<List<Object>, Map<String, Object>> images) {
    images.forEach(
        (key, row) ->
            assertThat(rows.put(key, row))
                .as("row with the key of %s before version %d", row, version)
                .isNull());
  }

  private List<Object> key(Map<String, Object> row) {
    return SparkTable.key(keyColumns, row);
  }
}
