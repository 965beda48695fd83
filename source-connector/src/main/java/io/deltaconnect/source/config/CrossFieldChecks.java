package io.deltaconnect.source.config;

import io.deltaconnect.connector.config.FileSystems;
import io.deltaconnect.connector.config.Problem;
import io.deltaconnect.connector.config.StorageKeys;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;

/** Checks that need more than one key. */
final class CrossFieldChecks {
  private final DeltaSourceConfig config;
  private final List<Problem> problems = new ArrayList<>();

  CrossFieldChecks(DeltaSourceConfig config) {
    this.config = config;
  }

  List<Problem> problems() {
    problems.addAll(StorageKeys.problems(config.originalsStrings()));
    for (TableLocation table : config.tables()) {
      String fault = FileSystems.readingFault(table.path(), config.hadoopProperties());
      if (fault != null) {
        add(Keys.TABLES + ": " + fault, Keys.TABLES);
      }
      String topic = config.topic(table.name());
      if (!TopicFormat.isLegal(topic)) {
        add(
            "the topic of table "
                + table.name()
                + " would be '"
                + topic
                + "', which Kafka does not allow: give the table another name in "
                + Keys.TABLES
                + ", or change "
                + Keys.TOPIC_FORMAT,
            Keys.TABLES,
            Keys.TOPIC_FORMAT);
      }
    }
    if (!TopicFormat.isLegal(config.heartbeatTopic())) {
      add(
          config.heartbeatTopic()
              + " is not the name of a topic: set "
              + Keys.HEARTBEAT_TOPIC
              + ", as the connector's name is not one",
          Keys.HEARTBEAT_TOPIC);
    }
    try {
      config.transactionTimeoutMs();
    } catch (ConfigException e) {
      add(e.getMessage(), DeltaSourceConfig.TRANSACTION_TIMEOUT);
    }
    range(config.reading());
    return problems;
  }

  private void range(ReadSettings reading) {
    goTogether(
        StartupMode.VERSION, reading.mode(), Keys.STARTING_VERSION, reading.startingVersion());
    goTogether(
        StartupMode.TIMESTAMP, reading.mode(), Keys.STARTING_TIMESTAMP, reading.startingTime());
    if (reading.endingVersion() != null && reading.endingTime() != null) {
      add(
          Keys.ENDING_VERSION + " and " + Keys.ENDING_TIMESTAMP + " exclude each other",
          Keys.ENDING_VERSION,
          Keys.ENDING_TIMESTAMP);
    }
    if (reading.startingVersion() != null && reading.isAfterEnd(reading.startingVersion())) {
      add(
          Keys.ENDING_VERSION + " comes before " + Keys.STARTING_VERSION,
          Keys.STARTING_VERSION,
          Keys.ENDING_VERSION);
    }
    if (reading.startingTime() != null
        && reading.endingTime() != null
        && reading.startingTime().isAfter(reading.endingTime())) {
      add(
          Keys.ENDING_TIMESTAMP + " comes before " + Keys.STARTING_TIMESTAMP,
          Keys.STARTING_TIMESTAMP,
          Keys.ENDING_TIMESTAMP);
    }
  }

  private void goTogether(StartupMode needing, StartupMode mode, String key, Object value) {
    String setting = Keys.STARTUP_MODE + "=" + config.getString(Keys.STARTUP_MODE);
    if (mode == needing && value == null) {
      add(setting + " needs " + key, Keys.STARTUP_MODE, key);
    } else if (mode != needing && value != null) {
      add(key + " has no effect with " + setting, Keys.STARTUP_MODE, key);
    }
  }

  private void add(String message, String... keys) {
    Problem problem = new Problem(message, List.of(keys));
    if (!problems.contains(problem)) {
      problems.add(problem);
    }
  }
}
