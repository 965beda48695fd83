package io.deltaconnect.source.pairing;

import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.row.Values;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * The images of a version as events, the same ones in the same order whenever it is read. Not
 * thread-safe.
 *
 * <p>Old images wait for the new ones of their key; images that need not wait are told at once, the
 * others when all have been read. If those that wait take more memory than allowed, all that follow
 * wait on disk, in parts by the hash of the key, and part after part is read as if it were a
 * version.
 */
public final class RowEvents implements Closeable {
  /** Parts of a version, and of a part that is too large itself. */
  private static final int PARTS = 64;

  private static final int PART_BITS = 6;

  /** A part of the fifth level has no more bits of the hash to be parted by. */
  private static final int MAX_LEVEL = 5;

  /** Of a waiting image, besides its row; and of its key. */
  private static final int IMAGE_BYTES = 48;

  private static final int GROUP_BYTES = 160;

  private final Images images;
  private final RowKeys keys;
  private final Grouping grouping;
  private final Space space;
  private final int level;

  private final Map<Key, List<Image>> waiting = new LinkedHashMap<>();
  private final Queue<RowEvent> ready = new ArrayDeque<>();
  private long waitingBytes;
  private boolean allRead;
  private Iterator<List<Image>> groups;

  private Part[] parts;
  private int nextPart;
  private RowEvents part;

  private RowEvent event;

  /** What events may take: memory, then disk. */
  private static final class Space {
    private final Path directory;
    private final long memoryBytes;
    private SpillFile file;

    Space(Path directory, long memoryBytes) {
      this.directory = directory;
      this.memoryBytes = memoryBytes;
    }

    SpillFile file() {
      if (file == null) {
        file = SpillFile.in(directory);
      }
      return file;
    }

    void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }

  /** Images of keys whose hashes share some bits. */
  private record Part(SpilledImages oldImages, SpilledImages newImages) {
    Images images() {
      return new OneAfterTheOther(oldImages, newImages);
    }
  }

  /**
   * @param images closed with this
   * @param directory for what does not fit into memory
   * @param memoryBytes of images that wait, counted as {@link Values#heapBytes} does; the order of
   *     events depends on it
   */
  public RowEvents(
      Images images, RowKeys keys, Grouping grouping, Path directory, long memoryBytes) {
    this(images, keys, grouping, new Space(directory, memoryBytes), 0);
  }

  private RowEvents(Images images, RowKeys keys, Grouping grouping, Space space, int level) {
    this.images = images;
    this.keys = keys;
    this.grouping = grouping;
    this.space = space;
    this.level = level;
  }

  /**
   * Moves to the next event; false when there is none.
   *
   * @throws org.apache.kafka.connect.errors.DataException if a row has no key
   * @throws org.apache.kafka.connect.errors.ConnectException if the disk cannot take what waits
   */
  public boolean next() throws IOException {
    while (true) {
      event = ready.poll();
      if (event != null) {
        return true;
      }
      if (!allRead) {
        readOne();
      } else if (parts != null) {
        return nextOfParts();
      } else if (!resolveOne()) {
        return false;
      }
    }
  }

  /** The current event. */
  public RowEvent event() {
    return event;
  }

  private void readOne() throws IOException {
    if (!images.next()) {
      allRead = true;
      return;
    }
    Image image = new Image(images.changeType(), images.row());
    Key key = keys.key(image.row(), image.isOld());
    if (image.isOld()) {
      if (!grouping.needs(image)) {
        ready.add(grouping.toEvent(image));
      } else if (parts != null) {
        part(key).oldImages().add(waitingForm(image));
      } else {
        waitFor(key, waitingForm(image));
      }
    } else if (parts != null) {
      part(key).newImages().add(image);
    } else if (waiting.containsKey(key)) {
      waitFor(key, image);
    } else {
      ready.add(grouping.toEvent(image));
    }
  }

  private Image waitingForm(Image old) {
    return grouping == Grouping.BY_KEY ? new Image(old.changeType(), keys.onlyKey(old.row())) : old;
  }

  private void waitFor(Key key, Image image) throws IOException {
    List<Image> group = waiting.get(key);
    if (group == null) {
      group = new ArrayList<>(2);
      waiting.put(key, group);
      waitingBytes += GROUP_BYTES;
    } else if (image.isOld() && grouping == Grouping.BY_KEY) {
      return;
    }
    group.add(image);
    waitingBytes += IMAGE_BYTES + Values.heapBytes(image.row());
    // One key cannot be parted.
    if (waitingBytes > space.memoryBytes && level < MAX_LEVEL && waiting.size() > 1) {
      spill();
    }
  }

  private void spill() throws IOException {
    parts = new Part[PARTS];
    for (int i = 0; i < PARTS; i++) {
      parts[i] = new Part(new SpilledImages(space.file()), new SpilledImages(space.file()));
    }
    for (Map.Entry<Key, List<Image>> group : waiting.entrySet()) {
      Part to = part(group.getKey());
      for (Image image : group.getValue()) {
        (image.isOld() ? to.oldImages() : to.newImages()).add(image);
      }
    }
    waiting.clear();
    waitingBytes = 0;
  }

  private Part part(Key key) {
    // Hashes of whole numbers differ in their low bits only: spread them over all.
    int spread = (int) ((key.hashCode() * 0x9E3779B97F4A7C15L) >>> 32);
    return parts[(spread >>> (Integer.SIZE - PART_BITS * (level + 1))) & (PARTS - 1)];
  }

  private boolean nextOfParts() throws IOException {
    while (nextPart < PARTS) {
      if (part == null) {
        part = new RowEvents(parts[nextPart].images(), keys, grouping, space, level + 1);
      }
      if (part.next()) {
        event = part.event();
        return true;
      }
      part = null;
      parts[nextPart++] = null;
    }
    return false;
  }

  private boolean resolveOne() {
    if (groups == null) {
      groups = waiting.values().iterator();
    }
    if (!groups.hasNext()) {
      return false;
    }
    grouping.toEvents(groups.next(), ready);
    groups.remove();
    return true;
  }

  /** Also before all events were read. */
  @Override
  public void close() throws IOException {
    try (images) {
      space.close();
    }
  }

  /** Old images, then new ones. */
  private static final class OneAfterTheOther implements Images {
    private final SpilledImages second;
    private SpilledImages current;

    OneAfterTheOther(SpilledImages first, SpilledImages second) {
      this.second = second;
      this.current = first;
    }

    @Override
    public boolean next() throws IOException {
      if (current.next()) {
        return true;
      }
      current = second;
      return current.next();
    }

    @Override
    public String changeType() {
      return current.changeType();
    }

    @Override
    public Object[] row() {
      return current.row();
    }

    @Override
    public void close() {}
  }
}
