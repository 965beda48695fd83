package io.deltaconnect.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** Where the samples fall that were taken while the clock ran. */
final class ProfileSummary {
  private static final int SHOWN = 25;

  /** Java code, and native code that Java called: decompression, reading from files. */
  private static final Set<String> SAMPLES =
      Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample");

  private final Map<String, Integer> top = new HashMap<>();
  private final Map<String, Integer> within = new HashMap<>();
  private int samples;

  private ProfileSummary() {}

  /** The methods most often on top of the stack, and those of ours most often in it. */
  static String of(Path recording) throws IOException {
    ProfileSummary summary = new ProfileSummary();
    List<RecordedEvent> samples = new ArrayList<>();
    List<RecordedEvent> timed = new ArrayList<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
      String type = event.getEventType().getName();
      if (type.equals(OurSide.TimedEvent.NAME)) {
        timed.add(event);
      } else if (SAMPLES.contains(type) && event.getStackTrace() != null) {
        samples.add(event);
      }
    }
    for (RecordedEvent sample : samples) {
      if (timed.stream().anyMatch(span -> during(span, sample))) {
        summary.add(sample.getStackTrace().getFrames());
      }
    }
    return String.format(
        Locale.ROOT,
        "%d samples%non top:%n%sof ours, with what they call:%n%s",
        summary.samples,
        summary.list(summary.top),
        summary.list(summary.within));
  }

  private static boolean during(RecordedEvent span, RecordedEvent sample) {
    return !sample.getStartTime().isBefore(span.getStartTime())
        && !sample.getStartTime().isAfter(span.getEndTime());
  }

  private void add(List<RecordedFrame> frames) {
    samples++;
    top.merge(method(frames.get(0)), 1, Integer::sum);
    Set<String> ours = new LinkedHashSet<>();
    for (RecordedFrame frame : frames) {
      if (method(frame).startsWith("io.deltaconnect.")) {
        ours.add(method(frame));
      }
    }
    ours.forEach(method -> within.merge(method, 1, Integer::sum));
  }

  private static String method(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }

  private String list(Map<String, Integer> counts) {
    StringBuilder text = new StringBuilder();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(SHOWN)
        .forEach(
            e ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "  %5.1f %%  %s%n",
                        100.0 * e.getValue() / samples,
                        e.getKey())));
    return text.toString();
  }
}
