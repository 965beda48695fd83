package io.deltaconnect.integration;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A PostgreSQL of its own with the table {@code public.orders}, under load by changes of every
 * kind. Its replica identity is the default: old rows are logged with their key only.
 */
final class PostgresOrders implements AutoCloseable {
  /** The id of the row that comes last. */
  static final long LAST = -1;

  /** Added to the id of a row when its key changes. */
  private static final long MOVED = 1_000_000;

  // PostgreSQL's documentation, "Error Codes".
  private static final String UNDEFINED_TABLE = "42P01";
  private static final String UNDEFINED_COLUMN = "42703";

  private final EmbeddedPostgres server;
  private final Connection connection;
  private final Random random;
  private long nextId = 1;

  PostgresOrders(long seed) throws IOException, SQLException {
    this.server = EmbeddedPostgres.builder().setServerConfig("wal_level", "logical").start();
    this.connection = server.getPostgresDatabase().getConnection();
    this.random = new Random(seed);
    execute("SELECT setseed(" + random.nextDouble() + ")");
    execute(
        "CREATE TABLE orders (id bigint PRIMARY KEY, customer text NOT NULL DEFAULT 'nobody',"
            + " amount numeric(12,2), rate numeric, placed timestamp, seen timestamptz, day date,"
            + " at time, tags text[], doc jsonb, body text, raw bytea, uid uuid,"
            + " score int DEFAULT 10, f8 double precision)");
    // So that bodies of some length are stored out of line, and not logged when they stay.
    execute("ALTER TABLE orders ALTER COLUMN body SET STORAGE EXTERNAL");
  }

  int port() {
    return server.getPort();
  }

  /** Rows with NULLs and extremes here and there; most bodies are long. */
  void insert(int count) throws SQLException {
    long first = nextId;
    nextId += count;
    execute(
        "INSERT INTO orders (id, customer, amount, rate, placed, seen, day, at, tags, doc, body,"
            + " raw, uid, score, f8)"
            + " SELECT g, 'c' || (random() * 100)::int, (random() * 10000)::numeric(12,2),"
            + " (ARRAY[NULL, 1.50, 0, -0.0001, 15000, 123456789012345678901234567890.5]"
            + "::numeric[])[1 + (random() * 5)::int],"
            + " CASE WHEN g % 50 = 0 THEN timestamp '0001-01-01'"
            + " WHEN g % 51 = 0 THEN timestamp '9999-12-31 23:59:59.999999'"
            + " ELSE timestamp '2020-01-01' + random() * interval '2000 days' END,"
            + " timestamptz '2020-01-01 00:00:00+05:30' + random() * interval '2000 days',"
            + " date '1900-01-01' + (random() * 60000)::int,"
            + " time '00:00' + (random() * 86399)::int * interval '1 second',"
            + " (ARRAY['a', NULL, ''])[1:(random() * 3)::int],"
            + " jsonb_build_object('k', (random() * 9)::int),"
            + " (SELECT string_agg(md5(random()::text || s || g), '')"
            + " FROM generate_series(1, CASE WHEN g % 4 = 0 THEN 1 ELSE 100 END) s),"
            + " decode(md5(g::text), 'hex'), gen_random_uuid(),"
            + " CASE WHEN random() < 0.5 THEN NULL ELSE (random() * 50)::int END,"
            // No NaN: JSON has none.
            + " random()"
            + " FROM generate_series("
            + first
            + ", "
            + (nextId - 1)
            + ") g");
  }

  /** Transactions of one to four changes; halfway there is a truncate, then a new column. */
  void change(int transactions) throws SQLException {
    boolean hasNote = false;
    for (int i = 0; i < transactions; i++) {
      connection.setAutoCommit(false);
      if (i == transactions / 2) {
        execute("TRUNCATE orders");
        insert(50);
      }
      if (i == transactions * 2 / 3) {
        execute("ALTER TABLE orders ADD COLUMN note text");
        hasNote = true;
      }
      int changes = 1 + random.nextInt(4);
      for (int c = 0; c < changes; c++) {
        change(hasNote);
      }
      connection.commit();
      connection.setAutoCommit(true);
    }
    execute("INSERT INTO orders (id, customer) VALUES (" + LAST + ", 'last')");
  }

  private void change(boolean hasNote) throws SQLException {
    String some = " WHERE id % 13 = " + random.nextInt(13);
    switch (random.nextInt(hasNote ? 7 : 6)) {
      case 0, 1 -> insert(1 + random.nextInt(20));
      case 2 -> execute("UPDATE orders SET amount = amount + 1, score = NULL, seen = now()" + some);
      case 3 -> execute("UPDATE orders SET body = NULL, rate = rate * 10, tags = '{x}'" + some);
      case 4 -> execute("DELETE FROM orders" + some);
      // The body changes with the key: one that is not logged would be lost under the new key.
      case 5 ->
          execute(
              "UPDATE orders SET id = id + "
                  + MOVED
                  + ", body = 'moved'"
                  + some
                  + " AND id < "
                  + MOVED);
      default -> execute("UPDATE orders SET note = 'n' || id" + some);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** All rows in the values that {@link SparkRows} has; numbers of varying scale as decimals. */
  List<Map<String, Object>> rows() throws SQLException {
    return rows(connection, "SELECT * FROM orders");
  }

  private static List<Map<String, Object>> rows(Connection connection, String query)
      throws SQLException {
    List<Map<String, Object>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      while (found.next()) {
        rows.add(row(found));
      }
    }
    return rows;
  }

  /**
   * Makes another, empty database in the same server.
   *
   * @return its URL
   */
  String makeDatabase(String name) throws SQLException {
    execute("CREATE DATABASE " + name);
    return server.getJdbcUrl("postgres", name);
  }

  Connection connectTo(String database) throws SQLException {
    return server.getDatabase("postgres", database).getConnection();
  }

  /**
   * The rows of a copy of the table, where text stands for types that Delta does not have, and
   * points in time are local ones, in UTC.
   *
   * @return none as long as the table, or a column, is not there
   */
  static List<Map<String, Object>> copied(Connection connection) {
    try {
      return rows(
          connection,
          "SELECT id, customer, amount, rate::numeric AS rate, placed,"
              + " seen AT TIME ZONE 'UTC' AS seen, day, at, tags, doc, body, raw, uid, score, f8,"
              + " note FROM orders");
    } catch (SQLException e) {
      if (UNDEFINED_TABLE.equals(e.getSQLState()) || UNDEFINED_COLUMN.equals(e.getSQLState())) {
        return List.of();
      }
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> row(ResultSet found) throws SQLException {
    Map<String, Object> row = new TreeMap<>();
    row.put("id", found.getLong("id"));
    for (String text : List.of("customer", "doc", "body", "note", "uid")) {
      row.put(text, found.getString(text));
    }
    row.put("amount", decimal(found.getBigDecimal("amount")));
    row.put("rate", decimal(found.getBigDecimal("rate")));
    LocalDateTime placed = found.getObject("placed", LocalDateTime.class);
    row.put("placed", placed == null ? null : placed.toInstant(ZoneOffset.UTC));
    OffsetDateTime seen = found.getObject("seen", OffsetDateTime.class);
    row.put("seen", seen == null ? null : seen.toInstant());
    row.put("day", found.getObject("day", LocalDate.class));
    row.put("at", found.getString("at"));
    Array tags = found.getArray("tags");
    row.put("tags", tags == null ? null : Arrays.asList((Object[]) tags.getArray()));
    byte[] raw = found.getBytes("raw");
    row.put("raw", raw == null ? null : ByteBuffer.wrap(raw));
    row.put("score", found.getObject("score", Integer.class));
    row.put("f8", found.getObject("f8", Double.class));
    return row;
  }

  static BigDecimal decimal(BigDecimal value) {
    return value == null ? null : value.stripTrailingZeros();
  }

  @Override
  public void close() throws IOException, SQLException {
    connection.close();
    server.close();
  }
}
