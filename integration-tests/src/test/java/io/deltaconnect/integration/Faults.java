package io.deltaconnect.integration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;

/**
 * All I/O of one task: what steps it takes, and which of them goes wrong. A task gets its own by
 * the settings of {@link #hadoopProperties}. Thread-safe.
 */
final class Faults {
  private static final String NUMBER = "test.faults";
  private static final ConcurrentMap<String, Faults> BY_NUMBER = new ConcurrentHashMap<>();
  private static final AtomicInteger NEXT_NUMBER = new AtomicInteger();

  private final String number = Integer.toString(NEXT_NUMBER.getAndIncrement());
  private final FaultStore store;
  private final Map<Point, Fault> faults = new HashMap<>();
  private final Map<StepKind, Integer> counts = new EnumMap<>(StepKind.class);
  private final List<Point> points = new ArrayList<>();
  private Fault happened;
  private boolean down;

  /** One step of a task: the nth of its kind, from 1 on. */
  record Point(StepKind kind, int nth) {
    @Override
    public String toString() {
      return kind + "#" + nth;
    }
  }

  /** When in a step it happens. */
  enum Moment {
    /** Nothing was done. */
    BEFORE,
    /** Content is written in part; a file that is read was opened, and no byte of it comes. */
    HALF,
    /** All was done, and the response is lost. */
    AFTER
  }

  /** What happens. */
  enum Effect {
    /** This step fails, the next ones work. */
    ERROR,
    /** This step and all that follow fail, until {@link #recover}. */
    OUTAGE,
    /** The process ends here: an error that nobody handles, and no later step does anything. */
    CRASH,
    /** The task sleeps in front of this step while others work; nothing fails. */
    DELAY
  }

  /**
   * What goes wrong, and where.
   *
   * @param meanwhile what others do during a {@link Effect#DELAY}
   */
  record Fault(Point point, Moment moment, Effect effect, Runnable meanwhile) {
    Fault(Point point, Moment moment, Effect effect) {
      this(point, moment, effect, () -> {});
    }

    @Override
    public String toString() {
      return effect + " " + moment + " " + point;
    }
  }

  /** The task is gone. */
  static final class ProcessGone extends Error {
    private static final long serialVersionUID = 1L;

    ProcessGone(String message) {
      super(message);
    }
  }

  /** A step. */
  interface Io<T> {
    T run() throws IOException;
  }

  /**
   * @param faults at most one for a point
   */
  Faults(FaultStore store, List<Fault> faults) {
    this.store = store;
    faults.forEach(fault -> this.faults.put(fault.point(), fault));
    BY_NUMBER.put(number, this);
  }

  /** Those of the task whose settings these are. */
  static Faults of(Configuration conf) {
    return BY_NUMBER.get(conf.get(NUMBER));
  }

  /** The settings of the task that has these. */
  Map<String, String> hadoopProperties() {
    Map<String, String> properties = new HashMap<>(store.hadoopProperties());
    properties.put(NUMBER, number);
    properties.put("fs." + store.scheme() + ".impl", FaultyFileSystem.class.getName());
    properties.put(
        "io.delta.kernel.logStore." + store.scheme() + ".impl", FaultyLogStore.class.getName());
    return properties;
  }

  /** The store as it is without faults. */
  FaultStore store() {
    return store;
  }

  /** Frees what is kept for the task. */
  void forget() {
    BY_NUMBER.remove(number);
  }

  /**
   * Takes a step, or lets it go wrong.
   *
   * @param half what of it is done where it is done in part; its result is that of a read
   */
  <T> T step(StepKind kind, Io<T> half, Io<T> io) throws IOException {
    Moment moment = arrive(kind);
    if (moment == Moment.BEFORE) {
      throw failure();
    }
    if (moment == Moment.HALF) {
      T result = half.run();
      if (kind.isRead()) {
        return result;
      }
      throw failure();
    }
    T result = io.run();
    if (moment == Moment.AFTER) {
      throw failure();
    }
    return result;
  }

  /** Null if the step goes as it should. */
  private Moment arrive(StepKind kind) throws IOException {
    Fault fault;
    synchronized (this) {
      if (down) {
        throw failure();
      }
      Point point = new Point(kind, counts.merge(kind, 1, Integer::sum));
      points.add(point);
      fault = faults.get(point);
      if (fault == null) {
        return null;
      }
      happened = fault;
      if (fault.effect() != Effect.DELAY) {
        return fault.moment();
      }
    }
    fault.meanwhile().run();
    return null;
  }

  /** From now on the fault that has happened is there. */
  synchronized IOException failure() {
    down = happened.effect() != Effect.ERROR;
    if (happened.effect() == Effect.CRASH) {
      throw new ProcessGone(happened.toString());
    }
    return new IOException(happened.toString());
  }

  /** Ends an outage. */
  synchronized void recover() {
    down &= isCrashed();
  }

  synchronized boolean isCrashed() {
    return down && happened.effect() == Effect.CRASH;
  }

  /** Whether the point of a fault was reached. */
  synchronized boolean happened() {
    return happened != null;
  }

  /** The steps taken, in order. */
  synchronized List<Point> points() {
    return List.copyOf(points);
  }
}
