package io.deltaconnect.source.config;

import io.deltaconnect.connector.config.Misspellings;
import io.deltaconnect.connector.config.OtherConnector;
import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.connector.config.StorageKeys;
import io.deltaconnect.source.record.NameAdjustment;
import io.deltaconnect.source.record.OutputFormat;
import io.deltaconnect.source.record.OutputSettings;
import io.deltaconnect.source.record.SchemaChangeBehavior;
import io.deltaconnect.source.record.TimePrecision;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The configuration of the source. Immutable. */
public final class DeltaSourceConfig extends AbstractConfig {
  /** All keys. */
  public static final ConfigDef DEFINITION = SourceConfigDef.create();

  private static final Misspellings MISSPELLINGS =
      new Misspellings(DEFINITION.names(), List.of(StorageKeys.HADOOP_PREFIX), OtherConnector.SINK);

  static final String TRANSACTION_TIMEOUT = "producer.override.transaction.timeout.ms";

  private DeltaSourceConfig(Map<String, String> originals, boolean log) {
    super(DEFINITION, originals, log);
  }

  /**
   * @throws ConfigException if a key, or the combination of keys, is wrong
   */
  public static DeltaSourceConfig of(Map<String, String> originals) {
    DeltaSourceConfig config = new DeltaSourceConfig(given(originals), true);
    List<Problem> problems = new CrossFieldChecks(config).problems();
    if (!problems.isEmpty()) {
      throw new ConfigException(problems.get(0).message());
    }
    return config;
  }

  /**
   * The same, unchecked and without a word in the log.
   *
   * @throws ConfigException if a key by itself is wrong
   */
  public static DeltaSourceConfig parse(Map<String, String> originals) {
    return new DeltaSourceConfig(given(originals), false);
  }

  /**
   * What is wrong with the combination of keys, each of which must be right by itself. Looks at no
   * table.
   *
   * @throws ConfigException if one is not
   */
  public static List<Problem> problems(Map<String, String> originals) {
    return new CrossFieldChecks(parse(originals)).problems();
  }

  /** By key, a warning for each that looks like one of ours, or is one of the sink. */
  public static Map<String, String> misspelt(Map<String, String> originals) {
    return MISSPELLINGS.warnings(originals);
  }

  /** The entries of the key {@link Keys#TABLES}, each a table. */
  public static List<String> tableEntries(Map<String, String> originals) {
    return TableList.entries(originals.get(Keys.TABLES));
  }

  /** A key set to null is a key not set. */
  private static Map<String, String> given(Map<String, String> originals) {
    Map<String, String> given = new HashMap<>(originals);
    given.values().removeIf(Objects::isNull);
    return given;
  }

  public List<TableLocation> tables() {
    return TableList.parse(getString(Keys.TABLES));
  }

  /** The topic of a table. */
  public String topic(String table) {
    return TopicFormat.topic(getString(Keys.TOPIC_FORMAT), table);
  }

  /** The topic of positions that no record of a table carries. */
  public String heartbeatTopic() {
    String topic = text(Keys.HEARTBEAT_TOPIC);
    return topic == null ? "__delta-heartbeat." + originals().get("name") : topic;
  }

  /** What is read of each table. */
  public ReadSettings reading() {
    String onRecreated = text(Keys.ON_TABLE_RECREATED);
    return new ReadSettings(
        choice(Keys.STARTUP_MODE, StartupMode.class),
        getLong(Keys.STARTING_VERSION),
        time(Keys.STARTING_TIMESTAMP),
        getLong(Keys.ENDING_VERSION),
        time(Keys.ENDING_TIMESTAMP),
        getLong(Keys.SNAPSHOT_CHUNK_ROWS),
        choice(Keys.ON_DATA_LOSS, OnLoss.class),
        choice(onRecreated == null ? Keys.ON_DATA_LOSS : Keys.ON_TABLE_RECREATED, OnLoss.class));
  }

  /** How rows become records. */
  public OutputSettings output() {
    String spillDir = text(Keys.SPILL_DIR);
    return new OutputSettings(
        choice(Keys.OUTPUT_FORMAT, OutputFormat.class),
        getBoolean(Keys.INCLUDE_PREIMAGE),
        getBoolean(Keys.TOMBSTONES_ON_DELETE),
        SkippedOperations.of(getList(Keys.SKIPPED_OPERATIONS)),
        choice(Keys.TIME_PRECISION_MODE, TimePrecision.class),
        choice(Keys.FIELD_NAME_ADJUSTMENT_MODE, NameAdjustment.class),
        choice(Keys.SCHEMA_CHANGE_BEHAVIOR, SchemaChangeBehavior.class),
        spillDir == null ? null : Path.of(spillDir),
        getList(Keys.KEY_FIELDS));
  }

  public OnTableError onTableError() {
    return choice(Keys.ON_TABLE_ERROR, OnTableError.class);
  }

  public long pollIntervalMs() {
    return getLong(Keys.POLL_INTERVAL_MS);
  }

  public int pollMaxRecords() {
    return getInt(Keys.POLL_MAX_RECORDS);
  }

  public long maxBytesPerPoll() {
    return getLong(Keys.MAX_BYTES_PER_POLL);
  }

  public long retryMaxMs() {
    return getLong(Keys.RETRY_MAX_MS);
  }

  public long heartbeatIntervalMs() {
    return getLong(Keys.HEARTBEAT_INTERVAL_MS);
  }

  /** Whether the connector says where transactions end, if the worker has such. */
  public boolean definesTransactions() {
    Object boundary = originals().get(Keys.TRANSACTION_BOUNDARY);
    return boundary != null && boundary.toString().trim().equalsIgnoreCase("connector");
  }

  /**
   * After how many milliseconds the broker aborts a transaction; that of the producer's default
   * where the connector does not say.
   */
  public long transactionTimeoutMs() {
    Object text = originals().get(TRANSACTION_TIMEOUT);
    try {
      return text == null ? 60_000 : Long.parseLong(text.toString().trim());
    } catch (NumberFormatException e) {
      throw new ConfigException(TRANSACTION_TIMEOUT, text, "must be a number of milliseconds");
    }
  }

  /** Settings for Hadoop's file systems: those of {@code storage.*} and {@code hadoop.*}. */
  public Map<String, String> hadoopProperties() {
    return StorageKeys.hadoopProperties(originalsStrings());
  }

  private Instant time(String key) {
    String text = text(key);
    return text == null ? null : PointInTime.parse(key, text);
  }

  /** Null if blank. */
  String text(String key) {
    String text = getString(key);
    return text == null || text.isBlank() ? null : text.trim();
  }

  private <E extends Enum<E>> E choice(String key, Class<E> type) {
    return Enum.valueOf(type, getString(key).trim().toUpperCase(Locale.ROOT));
  }
}
