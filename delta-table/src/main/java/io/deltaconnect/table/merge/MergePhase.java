package io.deltaconnect.table.merge;

import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A part of a commit: it adds to the times of the table, and is an event in flight recordings. */
@Name(MergePhase.NAME)
@Label("Merge Phase")
@Category("Delta Table")
@StackTrace(false)
public final class MergePhase extends Event {
  /** The event's name in recordings. */
  public static final String NAME = "io.deltaconnect.MergePhase";

  /** The parts, in their order. */
  public enum Kind {
    /** Find the rows that have the keys. */
    LOCATE,
    /** Read them. */
    READ,
    PLAN,
    /** Write all files but the log's. */
    WRITE,
    /** Write the version into the log. */
    COMMIT
  }

  @Label("Phase")
  @Description("locate, read, plan, write or commit")
  private final String phase;

  private final transient Kind kind;
  private final transient PhaseTimes times;
  private final transient long start;

  private MergePhase(Kind kind, PhaseTimes times) {
    this.phase = kind.name().toLowerCase(Locale.ROOT);
    this.kind = kind;
    this.times = times;
    this.start = System.nanoTime();
  }

  /** A phase that begins now and ends with {@link #done()}. */
  public static MergePhase begin(Kind kind, PhaseTimes times) {
    MergePhase event = new MergePhase(kind, times);
    event.begin();
    return event;
  }

  /** It has come to its end. */
  public void done() {
    times.add(kind, System.nanoTime() - start);
    commit();
  }

  /** Which part. */
  public String phase() {
    return phase;
  }
}
