package io.deltaconnect.sink.table;

import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.sink.config.Keys;
import io.deltaconnect.sink.config.TableConfig;
import io.deltaconnect.sink.config.TableUpgrade;
import io.deltaconnect.sink.convert.Columns;
import io.deltaconnect.sink.route.TableLocation;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions.MergeStrategy;
import io.deltaconnect.table.kernel.TableDescription;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;

/** What a table must be like to be written as it is configured. */
public final class TableRequirements {
  private static final String TXN_RETENTION = "delta.setTransactionRetentionDuration";

  private TableRequirements() {}

  /** What is wrong where there is no table, and none is to be made. */
  public static String missing(TableLocation location) {
    return "there is no Delta table at "
        + location.path()
        + " and "
        + Keys.AUTO_CREATE
        + "=false: make it, or set "
        + Keys.AUTO_CREATE
        + "=true";
  }

  /**
   * What is wrong with a table, leaving aside what {@link TableConfig#upgrade} will change when it
   * is opened.
   *
   * @param named for messages, e.g. {@code table orders (/lake/orders)}
   * @return each with the keys that it concerns, without overrides; empty if nothing is wrong
   */
  public static List<Problem> problems(String named, TableDescription table, TableConfig config) {
    List<Problem> problems = new ArrayList<>();
    if (config.upgrade() == TableUpgrade.NONE) {
      feed(named, table, config, problems);
    }
    retention(named, table, problems);
    strategy(named, table, config, problems);
    key(named, table, config, problems);
    return problems;
  }

  /**
   * Makes sure that nothing is wrong with a table that has been upgraded.
   *
   * @throws ConnectException with the first thing that is
   */
  static void require(String named, TableDescription table, TableConfig config) {
    requireFeed(named, table, config);
    List<Problem> problems = problems(named, table, config);
    if (!problems.isEmpty()) {
      throw new ConnectException(problems.get(0).message());
    }
  }

  /**
   * @throws ConnectException if the table has no Change Data Feed
   */
  static void requireFeed(String named, TableDescription table, TableConfig config) {
    List<Problem> problems = new ArrayList<>();
    feed(named, table, config, problems);
    if (!problems.isEmpty()) {
      throw new ConnectException(problems.get(0).message());
    }
  }

  private static void feed(
      String named, TableDescription table, TableConfig config, List<Problem> problems) {
    if (!table.changeDataFeedEnabled()) {
      problems.add(
          new Problem(
              named
                  + " has no Change Data Feed: set the table property"
                  + " delta.enableChangeDataFeed=true, or let "
                  + Keys.TABLE_UPGRADE
                  + "=cdf do so (it is "
                  + config.upgrade().text()
                  + ")",
              List.of(Keys.TABLE_UPGRADE)));
    }
  }

  private static void retention(String named, TableDescription table, List<Problem> problems) {
    if (table.properties().containsKey(TXN_RETENTION)) {
      problems.add(
          new Problem(
              named
                  + " has "
                  + TXN_RETENTION
                  + " set: it would forget how far each topic-partition has come. Unset it",
              List.of(Keys.TABLE_PATH)));
    }
  }

  private static void strategy(
      String named, TableDescription table, TableConfig config, List<Problem> problems) {
    boolean turnedOn = config.upgrade() == TableUpgrade.CDF_DV && !isOurs(table);
    if (config.options().mergeStrategy() == MergeStrategy.DELETION_VECTORS
        && !table.deletionVectorsEnabled()
        && !turnedOn) {
      problems.add(
          new Problem(
              named
                  + " has no deletion vectors, but "
                  + Keys.MERGE_STRATEGY
                  + "=deletion_vectors: set the table property delta.enableDeletionVectors=true,"
                  + " or choose auto or copy_on_write"
                  + (isOurs(table) ? "" : ", or " + Keys.TABLE_UPGRADE + "=cdf,dv"),
              List.of(Keys.MERGE_STRATEGY)));
    }
  }

  /** Whether the table was made by this connector: then it is as its configuration wanted it. */
  static boolean isOurs(TableDescription table) {
    return table.properties().containsKey(DeltaTable.KEY_COLUMNS_PROPERTY);
  }

  private static void key(
      String named, TableDescription table, TableConfig config, List<Problem> problems) {
    List<String> key = TableDefinitions.keyColumns(table.properties());
    List<String> configured = config.pkFields();
    if (!configured.isEmpty() && !key.isEmpty() && !sameNames(configured, key)) {
      problems.add(
          new Problem(
              named
                  + " has the key columns "
                  + key
                  + " ("
                  + DeltaTable.KEY_COLUMNS_PROPERTY
                  + "), but "
                  + Keys.PK_FIELDS
                  + " is "
                  + configured,
              List.of(Keys.PK_FIELDS)));
      return;
    }
    if (config.append() && configured.isEmpty()) {
      return;
    }
    try {
      TableDefinitions.key(table.schema(), configured.isEmpty() ? key : configured);
    } catch (ConnectException e) {
      problems.add(new Problem(named + ": " + e.getMessage(), List.of(Keys.PK_FIELDS)));
    }
  }

  private static boolean sameNames(List<String> a, List<String> b) {
    return a.stream()
        .map(Columns::fold)
        .sorted()
        .toList()
        .equals(b.stream().map(Columns::fold).sorted().toList());
  }
}
