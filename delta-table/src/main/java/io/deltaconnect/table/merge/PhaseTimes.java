package io.deltaconnect.table.merge;

import io.deltaconnect.table.merge.MergePhase.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** How long the phases of the commits of one table have taken, all together. Thread-safe. */
public final class PhaseTimes {
  private final Map<Kind, AtomicLong> nanos = new EnumMap<>(Kind.class);

  public PhaseTimes() {
    for (Kind phase : Kind.values()) {
      nanos.put(phase, new AtomicLong());
    }
  }

  void add(Kind phase, long duration) {
    nanos.get(phase).addAndGet(duration);
  }

  /** In nanoseconds; phases that ended in a failure are not counted. */
  public long nanos(Kind phase) {
    return nanos.get(phase).get();
  }
}
