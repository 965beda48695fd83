package io.deltaconnect.benchmarks;

import io.debezium.transforms.ExtractNewRecordState;
import io.deltaconnect.transforms.DebeziumRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Our transform of envelopes beside Debezium's own, on the same events in the same run. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8, time = 2)
@Measurement(iterations = 10, time = 1)
@Fork(1)
public class TransformBenchmark {
  private static final int EVENTS = 1_000;

  /** Whether rows get the operation code and three fields of the envelope, or none. */
  @Param({"plain", "fields"})
  public String rows;

  private final List<SinkRecord> events = ChangeEvents.make(EVENTS);
  private final List<SinkRecord> fresh = new ArrayList<>(events);
  private final DebeziumRow<SinkRecord> ours = new DebeziumRow<>();
  private final ExtractNewRecordState<SinkRecord> debezium = new ExtractNewRecordState<>();

  /** Configures both alike, and checks that they make the same rows. */
  @Setup
  public void configure() {
    boolean fields = rows.equals("fields");
    ours.configure(
        fields
            ? Map.of(
                "op.field",
                "__op",
                "op.header",
                "",
                "truncate.behavior",
                "drop",
                "add.fields",
                "table,source.lsn,ts_ms")
            : Map.of());
    debezium.configure(
        fields
            ? Map.of(
                "replace.null.with.default",
                "false",
                "delete.tombstone.handling.mode",
                "rewrite",
                "add.fields",
                "op,table,source.lsn,ts_ms")
            : Map.of("delete.tombstone.handling.mode", "delete-to-tombstone", "add.headers", "op"));
    for (SinkRecord event : events) {
      Map<String, Object> our = content(ours, event);
      Map<String, Object> their = content(debezium, event);
      their.remove("__deleted");
      if (!our.equals(their)) {
        throw new IllegalStateException("Of " + event + " came " + our + ", but " + their);
      }
    }
  }

  /** Debezium's transform puts headers into the record that it is given. */
  @Setup(Level.Invocation)
  public void renew() {
    for (int i = 0; i < EVENTS; i++) {
      fresh.set(i, copy(events.get(i)));
    }
  }

  private static SinkRecord copy(SinkRecord event) {
    return event.newRecord(
        event.topic(),
        event.kafkaPartition(),
        event.keySchema(),
        event.key(),
        event.valueSchema(),
        event.value(),
        event.timestamp());
  }

  private static Map<String, Object> content(
      Transformation<SinkRecord> transform, SinkRecord event) {
    SinkRecord record = transform.apply(copy(event));
    Map<String, Object> content = new TreeMap<>();
    record.headers().forEach(header -> content.put("header " + header.key(), header.value()));
    if (record.value() instanceof Struct row) {
      for (Field field : row.schema().fields()) {
        content.put(field.name(), row.getWithoutDefault(field.name()));
      }
    }
    return content;
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void ours(Blackhole sink) {
    run(ours, sink);
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void debezium(Blackhole sink) {
    run(debezium, sink);
  }

  private void run(Transformation<SinkRecord> transform, Blackhole sink) {
    for (int i = 0; i < EVENTS; i++) {
      sink.consume(transform.apply(fresh.get(i)));
    }
  }

  /** Runs it, and prints the ratios. */
  public static void main(String[] args) throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(TransformBenchmark.class.getSimpleName())
                    .shouldFailOnError(true)
                    .build())
            .run();
    Map<String, Double> nanos = new TreeMap<>();
    for (RunResult result : results) {
      nanos.put(
          result.getParams().getParam("rows") + " " + result.getPrimaryResult().getLabel(),
          // Other work on the machine makes means meaningless.
          result.getPrimaryResult().getStatistics().getPercentile(50));
    }
    for (String rows : List.of("plain", "fields")) {
      double our = nanos.get(rows + " ours");
      double their = nanos.get(rows + " debezium");
      System.out.printf(
          Locale.ROOT,
          "%s: ours %.0f ns a record, Debezium's %.0f ns: %.1f times as fast%n",
          rows,
          our,
          their,
          their / our);
    }
  }
}
