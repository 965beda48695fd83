package io.deltaconnect.table.dv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.roaringbitmap.IntIterator;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * The positions of dead rows of one data file. Immutable, thread-safe.
 *
 * <p>Positions are 64-bit; as in the serialized form, each high half has a bitmap of low halves.
 */
public final class DeletionVector {
  private static final DeletionVector EMPTY = new DeletionVector(List.of());

  /** Not empty ones only, by ascending high half; never changed after construction. */
  private final List<Bucket> buckets;

  private final long cardinality;

  /** Low halves of the positions that share a high half. */
  record Bucket(int high, RoaringBitmap lows) {}

  private DeletionVector(List<Bucket> buckets) {
    long n = 0;
    for (Bucket bucket : buckets) {
      n += bucket.lows.getLongCardinality();
    }
    this.buckets = buckets;
    this.cardinality = n;
  }

  /**
   * @param buckets ascending, no high half twice; empty ones are left out
   */
  static DeletionVector ofBuckets(List<Bucket> buckets) {
    List<Bucket> kept = new ArrayList<>(buckets.size());
    for (Bucket bucket : buckets) {
      if (!bucket.lows.isEmpty()) {
        bucket.lows.runOptimize();
        kept.add(bucket);
      }
    }
    return kept.isEmpty() ? EMPTY : new DeletionVector(List.copyOf(kept));
  }

  List<Bucket> buckets() {
    return buckets;
  }

  public static DeletionVector empty() {
    return EMPTY;
  }

  /**
   * Positions in any order; each counts once.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public static DeletionVector of(long... positions) {
    long[] sorted = positions.clone();
    Arrays.sort(sorted);
    if (sorted.length > 0 && sorted[0] < 0) {
      throw new IllegalArgumentException("negative row position " + sorted[0]);
    }
    List<Bucket> buckets = new ArrayList<>();
    int i = 0;
    while (i < sorted.length) {
      int high = high(sorted[i]);
      RoaringBitmap lows = new RoaringBitmap();
      while (i < sorted.length && high(sorted[i]) == high) {
        lows.add((int) sorted[i]);
        i++;
      }
      buckets.add(new Bucket(high, lows));
    }
    return ofBuckets(buckets);
  }

  /** All positions from {@code from} (inclusive) to {@code to} (exclusive), neither negative. */
  public static DeletionVector ofRange(long from, long to) {
    if (from < 0) {
      throw new IllegalArgumentException("negative row position " + from);
    }
    List<Bucket> buckets = new ArrayList<>();
    long start = from;
    while (start < to) {
      long end = Math.min(to - 1, start | 0xFFFFFFFFL);
      RoaringBitmap lows = RoaringBitmap.bitmapOfRange(low(start), low(end) + 1);
      buckets.add(new Bucket(high(start), lows));
      start = end + 1;
    }
    return ofBuckets(buckets);
  }

  public boolean contains(long position) {
    RoaringBitmap lows = lows(high(position));
    return lows != null && lows.contains((int) position);
  }

  public boolean isEmpty() {
    return buckets.isEmpty();
  }

  /** The number of dead rows. */
  public long cardinality() {
    return cardinality;
  }

  /** Dead here or there. */
  public DeletionVector union(DeletionVector other) {
    List<Bucket> result = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < buckets.size() || j < other.buckets.size()) {
      Bucket here = i < buckets.size() ? buckets.get(i) : null;
      Bucket there = j < other.buckets.size() ? other.buckets.get(j) : null;
      if (there == null || (here != null && here.high < there.high)) {
        result.add(here);
        i++;
      } else if (here == null || there.high < here.high) {
        result.add(there);
        j++;
      } else {
        result.add(new Bucket(here.high, RoaringBitmap.or(here.lows, there.lows)));
        i++;
        j++;
      }
    }
    return ofBuckets(result);
  }

  /** Dead here and not there. */
  public DeletionVector minus(DeletionVector other) {
    List<Bucket> result = new ArrayList<>(buckets.size());
    for (Bucket bucket : buckets) {
      RoaringBitmap there = other.lows(bucket.high);
      result.add(
          there == null
              ? bucket
              : new Bucket(bucket.high, RoaringBitmap.andNot(bucket.lows, there)));
    }
    return ofBuckets(result);
  }

  /** Each position, ascending. */
  public void forEach(LongConsumer action) {
    for (Bucket bucket : buckets) {
      // Not RoaringBitmap.forEach: 1.6.9 leaves out runs that begin at 2^31.
      IntIterator lows = bucket.lows.getIntIterator();
      while (lows.hasNext()) {
        action.accept(join(bucket.high, lows.next()));
      }
    }
  }

  /** A cursor before the first position. */
  public Cursor cursor() {
    return new Cursor();
  }

  /** Walks through the positions upwards: the cheap way to probe row after row. Not thread-safe. */
  public final class Cursor {
    /** What {@link #seek} gives when no position is left: larger than any. */
    public static final long END = Long.MAX_VALUE;

    private int bucket = -1;
    private PeekableIntIterator lows;
    private long current = -1;

    private Cursor() {}

    /**
     * The smallest position that is not below {@code position}, or {@link #END}. Positions asked
     * for must not go down.
     */
    public long seek(long position) {
      while (current < position) {
        if (lows == null || !lows.hasNext()) {
          if (bucket + 1 >= buckets.size()) {
            current = END;
            return END;
          }
          bucket++;
          lows = buckets.get(bucket).lows.getIntIterator();
        }
        int high = buckets.get(bucket).high;
        if (high < high(position)) {
          lows = null;
          continue;
        }
        if (high == high(position)) {
          lows.advanceIfNeeded((int) position);
        }
        if (lows.hasNext()) {
          current = join(high, lows.next());
        }
      }
      return current;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DeletionVector vector && buckets.equals(vector.buckets);
  }

  @Override
  public int hashCode() {
    // A bitmap's own hash depends on how it is stored.
    return Long.hashCode(31 * cardinality + cursor().seek(0));
  }

  @Override
  public String toString() {
    return cardinality + " dead rows";
  }

  private RoaringBitmap lows(int high) {
    // One bucket holds four thousand million rows: there is hardly ever a second.
    for (int i = 0; i < buckets.size(); i++) {
      if (buckets.get(i).high == high) {
        return buckets.get(i).lows;
      }
    }
    return null;
  }

  private static int high(long position) {
    return (int) (position >>> 32);
  }

  private static long low(long position) {
    return position & 0xFFFFFFFFL;
  }

  private static long join(int high, int low) {
    return ((long) high << 32) | (low & 0xFFFFFFFFL);
  }
}
