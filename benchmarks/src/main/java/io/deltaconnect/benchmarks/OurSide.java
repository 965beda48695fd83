package io.deltaconnect.benchmarks;

import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.commit.AppendRequest;
import io.deltaconnect.table.commit.CommitResult;
import io.deltaconnect.table.commit.MergeRequest;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.merge.Change;
import io.deltaconnect.table.merge.MergePhase;
import io.deltaconnect.table.row.Key;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The engine called with changes in memory. */
final class OurSide implements Side {
  private static final int ROWS_PER_COMMIT = 500_000;

  private final Storage storage = Storage.of(Map.of());
  private final Recording recording;
  private DeltaTable table;
  private MergeRequest request;

  private OurSide(Recording recording) {
    this.recording = recording;
  }

  public static void main(String[] args) throws Exception {
    Side.serve(new OurSide(new Recording(Configuration.getConfiguration("profile"))));
  }

  @Override
  public void create(Path path, long rows, KeyOrder order) throws IOException {
    DeltaTable created =
        DeltaTable.createOrOpen(
            storage,
            path.toString(),
            new TableDefinition(Customers.SCHEMA, List.of(), List.of(), Map.of()),
            options());
    for (long from = 0; from < rows; from += ROWS_PER_COMMIT) {
      long first = from;
      int count = (int) Math.min(ROWS_PER_COMMIT, rows - from);
      List<Object[]> made =
          new AbstractList<>() {
            @Override
            public Object[] get(int i) {
              return Customers.row(order.idAt(first + i, rows), 0);
            }

            @Override
            public int size() {
              return count;
            }
          };
      created.append(
          new AppendRequest(Customers.SCHEMA, Customers.SCHEMA, made, List.of(), Map.of()));
    }
  }

  @Override
  public void prepare(Path path, ChangeSet changes) throws IOException {
    table = DeltaTable.open(storage, path.toString(), options());
    List<Change> list = new ArrayList<>(changes.updates() + changes.inserts());
    for (Object[] row : changes.rows()) {
      list.add(new Change(new Key(row[0]), row));
    }
    request =
        new MergeRequest(
            Customers.SCHEMA, Customers.SCHEMA, List.of(Customers.KEY), list, List.of(), Map.of());
  }

  @Override
  public MergeTiming merge() throws IOException {
    try (Recording phases = new Recording()) {
      phases.enable(MergePhase.NAME);
      phases.start();
      TimedEvent event = new TimedEvent();
      event.begin();
      long start = System.nanoTime();
      CommitResult result = table.merge(request);
      double seconds = (System.nanoTime() - start) / 1e9;
      event.commit();
      phases.stop();
      if (result.nothing()) {
        throw new IllegalStateException("the merge changed nothing");
      }
      return new MergeTiming(seconds, seconds(phases));
    }
  }

  /** Seconds by phase, in the order in which they ended. */
  private static Map<String, Double> seconds(Recording phases) throws IOException {
    Path file = Files.createTempFile("merge", ".jfr");
    try {
      phases.dump(file);
      Map<String, Double> seconds = new LinkedHashMap<>();
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        if (event.getEventType().getName().equals(MergePhase.NAME)) {
          double duration = event.getDuration().toNanos() / 1e9;
          seconds.merge(event.getString("phase"), duration, Double::sum);
        }
      }
      return seconds;
    } finally {
      Files.delete(file);
    }
  }

  @Override
  public FeedTiming read(Path path, long version) throws IOException {
    TimedEvent event = new TimedEvent();
    event.begin();
    FeedTiming timing = SourceReading.of(path, version);
    event.commit();
    return timing;
  }

  @Override
  public TableContent content(Path path) {
    throw new UnsupportedOperationException("Spark judges both sides");
  }

  @Override
  public void record() {
    recording.start();
  }

  @Override
  public void profile(Path file) throws IOException {
    recording.dump(file);
  }

  /** Marks what is timed in a recording. */
  @Name(TimedEvent.NAME)
  static final class TimedEvent extends Event {
    static final String NAME = "io.deltaconnect.Timed";
  }

  private static TableOptions options() {
    TableOptions defaults = TableOptions.defaults();
    return new TableOptions(
        TableOptions.MergeStrategy.DELETION_VECTORS,
        defaults.emitUnchangedUpdates(),
        defaults.sharedChangeFiles(),
        defaults.targetFileSize(),
        Duration.ofSeconds(150),
        THREADS);
  }
}
