package io.deltaconnect.table.merge;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A part of a merge in a flight recording: costs nothing while none is made. */
@Name(MergePhase.NAME)
@Label("Merge Phase")
@Category("Delta Table")
@StackTrace(false)
public final class MergePhase extends Event {
  /** The event's name in recordings. */
  public static final String NAME = "io.deltaconnect.MergePhase";

  @Label("Phase")
  @Description("locate, read, plan, write or commit")
  private final String phase;

  private MergePhase(String phase) {
    this.phase = phase;
  }

  /** A phase that begins now and ends with {@link #commit()}. */
  public static MergePhase begin(String phase) {
    MergePhase event = new MergePhase(phase);
    event.begin();
    return event;
  }

  /** Which part. */
  public String phase() {
    return phase;
  }
}
