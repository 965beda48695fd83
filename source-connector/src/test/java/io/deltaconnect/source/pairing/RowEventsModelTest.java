package io.deltaconnect.source.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.table.row.ChangeType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random versions against a model that has all of their rows in memory. */
class RowEventsModelTest {
  private static final Path TEMP = Path.of(System.getProperty("java.io.tmpdir"));
  private static final String[] OLD = {ChangeType.DELETE, ChangeType.UPDATE_PREIMAGE};
  private static final String[] NEW = {ChangeType.INSERT, ChangeType.UPDATE_POSTIMAGE};

  @Property(tries = 200)
  void everyRowShowsOnceInTheOrderOfItsKey(@ForAll long seed) throws IOException {
    List<Image> version = version(new Random(seed));
    for (Grouping grouping : Grouping.values()) {
      Map<Object, List<String>> expected = expected(version, grouping);
      for (long memoryBytes : new long[] {1, 2_000, 100_000_000}) {
        List<String> events = events(version, grouping, memoryBytes);
        String context = "seed %d, %s, %d bytes".formatted(seed, grouping, memoryBytes);
        assertThat(byKey(events)).as(context).isEqualTo(byKey(expected));
        assertThat(events(version, grouping, memoryBytes)).as(context).isEqualTo(events);
      }
    }
  }

  /** Few keys or many, one row of each or several; sometimes not one old image. */
  private static List<Image> version(Random random) {
    int rows = random.nextInt(10) == 0 ? 500 : random.nextInt(40);
    int keys = 1 + random.nextInt(Math.max(1, 2 * rows));
    boolean text = random.nextBoolean();
    List<Image> images = new ArrayList<>();
    for (String[] types : new String[][] {OLD, NEW}) {
      int count = random.nextInt(5) == 0 ? 0 : rows;
      for (int i = 0; i < count; i++) {
        long id = random.nextInt(keys);
        Object key = text ? "key " + id : (Object) id;
        String type = types[random.nextInt(2)];
        images.add(new Image(type, new Object[] {key, types[1] + i}));
      }
    }
    return images;
  }

  private static List<String> events(List<Image> version, Grouping grouping, long memoryBytes)
      throws IOException {
    List<String> found = new ArrayList<>();
    try (RowEvents events =
        new RowEvents(new ListedImages(version), new FirstColumn(), grouping, TEMP, memoryBytes)) {
      while (events.next()) {
        RowEvent event = events.event();
        Object[] row = event.after() == null ? event.before() : event.after();
        found.add(
            row[0]
                + "|"
                + event.changeType()
                + Arrays.toString(event.before())
                + Arrays.toString(event.after()));
      }
    }
    return found;
  }

  private static Map<Object, List<String>> byKey(List<String> events) {
    Map<Object, List<String>> byKey = new TreeMap<>();
    for (String event : events) {
      int bar = event.indexOf('|');
      byKey
          .computeIfAbsent(event.substring(0, bar), key -> new ArrayList<>())
          .add(event.substring(bar + 1));
    }
    return byKey;
  }

  private static Map<Object, List<String>> byKey(Map<Object, List<String>> events) {
    Map<Object, List<String>> byKey = new TreeMap<>();
    events.forEach((key, list) -> byKey.put(key.toString(), list));
    byKey.values().removeIf(List::isEmpty);
    return byKey;
  }

  private static Map<Object, List<String>> expected(List<Image> version, Grouping grouping) {
    Map<Object, List<Image>> images = new HashMap<>();
    for (Image image : version) {
      images.computeIfAbsent(image.row()[0], key -> new ArrayList<>()).add(image);
    }
    Map<Object, List<String>> expected = new HashMap<>();
    images.forEach(
        (key, rows) ->
            expected.put(key, grouping == Grouping.BY_ROW ? rows(rows) : key(key, rows)));
    return expected;
  }

  private static List<String> key(Object key, List<Image> images) {
    List<String> events = new ArrayList<>();
    for (Image image : images) {
      if (!image.isOld()) {
        events.add(image.changeType() + "null" + Arrays.toString(image.row()));
      }
    }
    return events.isEmpty()
        ? List.of("delete" + Arrays.toString(new Object[] {key, null}) + "null")
        : events;
  }

  private static List<String> rows(List<Image> images) {
    List<String> deleted = new ArrayList<>();
    List<String> preimages = new ArrayList<>();
    List<String> postimages = new ArrayList<>();
    // With its place among new images: pairs come first, what is left keeps its order.
    Map<Integer, String> inserts = new TreeMap<>();
    int place = 0;
    Map<Integer, Integer> placeOfPostimage = new HashMap<>();
    for (Image image : images) {
      String row = Arrays.toString(image.row());
      place++;
      switch (image.changeType()) {
        case ChangeType.DELETE -> deleted.add(row);
        case ChangeType.UPDATE_PREIMAGE -> preimages.add(row);
        case ChangeType.INSERT -> inserts.put(place, row);
        default -> {
          placeOfPostimage.put(postimages.size(), place);
          postimages.add(row);
        }
      }
    }
    int pairs = Math.min(preimages.size(), postimages.size());
    for (int i = pairs; i < postimages.size(); i++) {
      inserts.put(placeOfPostimage.get(i), postimages.get(i));
    }
    List<String> events = new ArrayList<>();
    deleted.forEach(row -> events.add("delete" + row + "null"));
    preimages.subList(pairs, preimages.size()).forEach(row -> events.add("delete" + row + "null"));
    for (int i = 0; i < pairs; i++) {
      events.add("update_postimage" + preimages.get(i) + postimages.get(i));
    }
    inserts.values().forEach(row -> events.add("insert" + "null" + row));
    return events;
  }
}
