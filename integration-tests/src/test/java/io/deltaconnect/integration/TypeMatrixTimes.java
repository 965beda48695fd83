package io.deltaconnect.integration;

import io.deltaconnect.integration.TypeMatrix.Cell;
import io.deltaconnect.integration.TypeMatrix.Column;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/** The part of {@link TypeMatrix} that is about days, moments and times of day. */
@SuppressWarnings("JavaUtilDate") // how Connect represents its date and time types
final class TypeMatrixTimes {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final boolean local;
  private final List<Column> columns = new ArrayList<>();

  private TypeMatrixTimes(boolean local) {
    this.local = local;
    days();
    timestamps();
    timesOfDay();
  }

  static List<Column> columns(boolean local) {
    return new TypeMatrixTimes(local).columns;
  }

  private void add(String name, Schema schema, Cell... cells) {
    columns.add(new Column(name, schema, true, true, List.of(cells)));
  }

  private static Schema named(SchemaBuilder type, String name) {
    return TypeMatrix.named(type, name);
  }

  private void days() {
    LocalDate[] days = {
      LocalDate.of(2024, 2, 29),
      LocalDate.of(1, 1, 1),
      LocalDate.of(9999, 12, 31),
      LocalDate.of(1582, 10, 10),
      LocalDate.EPOCH,
      LocalDate.EPOCH.minusDays(1)
    };
    List<Cell> connect = new ArrayList<>();
    List<Cell> debezium = new ArrayList<>();
    for (LocalDate day : days) {
      connect.add(new Cell(new Date(day.toEpochDay() * 86_400_000L), day));
      debezium.add(new Cell((int) day.toEpochDay(), day));
    }
    Schema date = org.apache.kafka.connect.data.Date.builder().optional().build();
    columns.add(new Column("day", date, true, true, connect));
    Schema ofDebezium = named(SchemaBuilder.int32(), "io.debezium.time.Date");
    columns.add(new Column("dday", ofDebezium, true, true, debezium));
  }

  private void timestamps() {
    long first = LocalDate.of(1, 1, 1).toEpochDay() * MICROS_PER_DAY;
    long last = LocalDate.of(9999, 12, 31).toEpochDay() * MICROS_PER_DAY + MICROS_PER_DAY - 1;
    long old = LocalDate.of(1883, 11, 18).toEpochDay() * MICROS_PER_DAY + 61_000_000L;
    long[] micros = {1_700_000_000_123_456L, first, last, -1, 0, old};
    Schema millis = Timestamp.builder().optional().build();
    instants("ts", millis, micros, 1_000, m -> new Date(Math.floorDiv(m, 1000L)));
    Schema debezium = named(SchemaBuilder.int64(), "io.debezium.time.Timestamp");
    instants("dts", debezium, micros, 1_000, m -> Math.floorDiv(m, 1000L));
    Schema micro = named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp");
    instants("mts", micro, micros, 1, m -> m);
    Schema nano = named(SchemaBuilder.int64(), "io.debezium.time.NanoTimestamp");
    long[] recent = {1_700_000_000_123_456L, -1, 0, old, -9_223_372_036_854_775L};
    instants("nts", nano, recent, 1, m -> m * 1000 + (m == 0 ? 999 : 0));
    Schema zoned = named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp");
    List<Cell> cells = new ArrayList<>();
    for (long m : micros) {
      Instant instant = Instant.EPOCH.plus(m, ChronoUnit.MICROS);
      cells.add(new Cell(instant.toString(), instant));
    }
    columns.add(new Column("zts", zoned, true, true, cells));
  }

  private void instants(
      String name, Schema schema, long[] micros, long unit, LongFunction<Object> connect) {
    List<Cell> cells = new ArrayList<>();
    for (long m : micros) {
      Instant instant = Instant.EPOCH.plus(Math.floorDiv(m, unit) * unit, ChronoUnit.MICROS);
      Object spark = local ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC) : instant;
      cells.add(new Cell(connect.apply(m), spark));
    }
    columns.add(new Column(name, schema, true, true, cells));
  }

  private void timesOfDay() {
    Schema time = Time.builder().optional().build();
    add(
        "time",
        time,
        time(new Date(0), "00:00:00", 0),
        time(new Date(86_399_999), "23:59:59.999", 86_399_999_000L));
    add(
        "dtime",
        named(SchemaBuilder.int32(), "io.debezium.time.Time"),
        time(45_296_700, "12:34:56.7", 45_296_700_000L));
    add(
        "mtime",
        named(SchemaBuilder.int64(), "io.debezium.time.MicroTime"),
        time(-3_020_399_000_001L, "-838:59:59.000001", -3_020_399_000_001L),
        time(3_020_399_000_000L, "838:59:59", 3_020_399_000_000L),
        time(86_400_000_000L, "24:00:00", 86_400_000_000L));
    add(
        "ntime",
        named(SchemaBuilder.int64(), "io.debezium.time.NanoTime"),
        time(45_296_123_456_789L, "12:34:56.123456789", 45_296_123_456L),
        time(-1L, "-00:00:00.000000001", -1L));
    add(
        "ztime",
        named(SchemaBuilder.string(), "io.debezium.time.ZonedTime"),
        time("12:34:56.5Z", "12:34:56.5Z", 45_296_500_000L),
        time("01:00:00+02:00", "01:00:00+02:00", 82_800_000_000L));
  }

  private Cell time(Object connect, String text, long micros) {
    return local ? new Cell(connect, micros) : new Cell(connect, text);
  }
}
