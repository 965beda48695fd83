package io.deltaconnect.quickstart;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A Kafka cluster as clients reach it, whoever started it.
 *
 * @param bootstrapServers e.g. {@code 127.0.0.1:9092}
 */
public record KafkaCluster(String bootstrapServers) {
  private static final Duration API_TIMEOUT = Duration.ofMinutes(2);

  /** An admin client of this cluster; the caller closes it. */
  public Admin admin() {
    return Admin.create(
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) API_TIMEOUT.toMillis()));
  }

  /**
   * Makes a topic of one partition without copies.
   *
   * @throws ComponentException if it is there already, or cannot be made
   */
  public void createTopic(String topic) {
    try (Admin admin = admin()) {
      admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
    } catch (ExecutionException e) {
      throw new ComponentException("Cannot create the topic " + topic + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ComponentException("Interrupted", e);
    }
  }
}
