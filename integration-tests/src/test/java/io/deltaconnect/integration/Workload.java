package io.deltaconnect.integration;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random changes of one table, and the rows that they must come to: inserts, updates, moves to
 * another partition, deletes, re-inserts, updates that change nothing, deletes of what is not
 * there, and keys that repeat within a batch. Rows have the shapes of {@link SparkRows}.
 */
final class Workload {
  private static final List<String> REGIONS = List.of("north", "south", "west", "é/=%");

  private final KeyKind keyKind;
  private final int maxKeys;
  private final Random random;
  private final Map<List<Object>, Map<String, Object>> rows = new LinkedHashMap<>();
  private final List<List<Object>> deleted = new ArrayList<>();
  private int keysMade;

  /**
   * @param maxKeys how many keys there are in all
   */
  Workload(KeyKind keyKind, int maxKeys, long seed) {
    this.keyKind = keyKind;
    this.maxKeys = maxKeys;
    this.random = new Random(seed);
  }

  /** What the key is made of. */
  enum KeyKind {
    LONG,
    STRING,
    COMPOSITE;

    List<String> columns() {
      return switch (this) {
        case LONG -> List.of("id");
        case STRING -> List.of("code");
        case COMPOSITE -> List.of("area", "number");
      };
    }

    private List<Object> key(int n) {
      return switch (this) {
        case LONG -> List.of((long) n);
        case STRING -> List.of("code-" + Integer.toHexString(n * 0x9E3779B1));
        case COMPOSITE -> List.of("area-" + n % 3, n / 3);
      };
    }
  }

  /**
   * A change.
   *
   * @param row the whole row, or null: delete
   */
  record Event(List<Object> key, Map<String, Object> row) {}

  /** The next changes, in order; {@link #rows} has taken them in. */
  List<Event> batch(int size) {
    List<Event> batch = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      boolean repeat = !batch.isEmpty() && random.nextInt(5) == 0;
      Event event =
          repeat ? change(batch.get(random.nextInt(batch.size())).key()) : change(anyKey());
      batch.add(event);
      if (event.row() != null) {
        rows.put(event.key(), event.row());
      } else if (rows.remove(event.key()) != null) {
        deleted.add(event.key());
      }
    }
    return batch;
  }

  /** A row of its own for a key; {@link #rows} knows nothing of it. */
  Event newRow(long key) {
    return new Event(List.of(key), newRow(List.<Object>of(key)));
  }

  /** The rows after all batches so far. */
  Collection<Map<String, Object>> rows() {
    return rows.values();
  }

  /** Takes over the rows of the table after another writer has changed it. */
  void adopt(Collection<Map<String, Object>> found) {
    rows.clear();
    for (Map<String, Object> row : found) {
      rows.put(keyKind.columns().stream().map(row::get).toList(), row);
    }
  }

  private List<Object> anyKey() {
    int choice = random.nextInt(100);
    if (choice < 10 && !deleted.isEmpty()) {
      return deleted.get(random.nextInt(deleted.size()));
    }
    if (choice < 40 || rows.isEmpty()) {
      return keyKind.key(keysMade < maxKeys ? keysMade++ : random.nextInt(maxKeys));
    }
    List<List<Object>> live = new ArrayList<>(rows.keySet());
    return live.get(random.nextInt(live.size()));
  }

  private Event change(List<Object> key) {
    Map<String, Object> before = rows.get(key);
    int choice = random.nextInt(100);
    if (choice < 20) {
      return new Event(key, null);
    }
    if (before == null) {
      return new Event(key, newRow(key));
    }
    if (choice < 35) {
      return new Event(key, before);
    }
    Map<String, Object> row = newRow(key);
    if (choice < 70) {
      // Most updates leave most columns, the partition too.
      before.forEach(
          (column, value) -> row.put(column, random.nextInt(4) == 0 ? row.get(column) : value));
    }
    return new Event(key, row);
  }

  private Map<String, Object> newRow(List<Object> key) {
    Map<String, Object> row = new TreeMap<>();
    for (int i = 0; i < key.size(); i++) {
      row.put(keyKind.columns().get(i), key.get(i));
    }
    row.put("region", orNull(REGIONS.get(random.nextInt(REGIONS.size()))));
    row.put("quantity", orNull(random.nextInt()));
    row.put("amount", orNull(amount()));
    row.put("day", orNull(LocalDate.ofEpochDay(random.nextInt(40_000) - 10_000)));
    row.put("seen_at", orNull(Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L))));
    row.put("active", orNull(random.nextBoolean()));
    row.put("address", orNull(address()));
    row.put("tags", orNull(tags()));
    row.put("attributes", orNull(attributes()));
    row.put("payload", orNull(payload()));
    return row;
  }

  private BigDecimal amount() {
    return BigDecimal.valueOf(random.nextLong(2_000_000_000L) - 1_000_000_000L, 2)
        .stripTrailingZeros();
  }

  private Map<String, Object> address() {
    Map<String, Object> address = new TreeMap<>();
    address.put("street", orNull("street " + random.nextInt(100)));
    address.put("zip", orNull(random.nextInt(100_000)));
    return address;
  }

  private List<Object> tags() {
    List<Object> tags = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      tags.add(orNull("tag" + random.nextInt(10)));
    }
    return tags;
  }

  private Map<Object, Object> attributes() {
    Map<Object, Object> attributes = new HashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      attributes.put("key" + random.nextInt(10), orNull("value" + random.nextInt(10)));
    }
    return attributes;
  }

  private ByteBuffer payload() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private Object orNull(Object value) {
    return random.nextInt(8) == 0 ? null : value;
  }
}
