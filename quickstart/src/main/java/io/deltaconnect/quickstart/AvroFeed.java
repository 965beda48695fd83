package io.deltaconnect.quickstart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * What the source has published of a table as Avro: each value begins with the number of its
 * schema, and the registry has that schema.
 */
final class AvroFeed {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Before the number of the schema, in Confluent's wire format. */
  private static final byte MAGIC = 0;

  private final KafkaCluster kafka;
  private final ConnectRest worker;
  private final RestCalls registry;

  /**
   * @param registry the root of its interface in Confluent's protocol
   * @param log for error messages: where the registry's is
   */
  AvroFeed(KafkaCluster kafka, ConnectRest worker, URI registry, Path log) {
    this.kafka = kafka;
    this.worker = worker;
    this.registry = new RestCalls(registry, log);
  }

  /** The settings of a connector whose values are Avro; the registry as the worker reaches it. */
  static Map<String, String> converter(URI registry) {
    return Map.of(
        "value.converter", "io.apicurio.registry.utils.converter.AvroConverter",
        "value.converter.apicurio.registry.url", registry + "/apis/registry/v2",
        "value.converter.apicurio.registry.auto-register", "true",
        "value.converter.apicurio.registry.as-confluent", "true",
        "value.converter.apicurio.registry.use-id", "contentId",
        "value.converter.apicurio.registry.headers.enabled", "false");
  }

  /**
   * Deploys the source and waits for its first record.
   *
   * @return the names of the fields of its schema
   */
  List<String> fields(ConnectorExample source, String topic) {
    kafka.createTopic(topic);
    worker.deploy(source.name(), source.config());
    worker.awaitRunning(source.name(), 1, TIMEOUT);
    try (KafkaConsumer<byte[], byte[]> consumer = PublishedFeed.consumer(kafka, topic)) {
      byte[] first =
          Await.value(
              "a record in the topic " + topic,
              TIMEOUT,
              () -> {
                worker.throwIfFailed(source.name());
                Iterator<ConsumerRecord<byte[], byte[]>> records =
                    consumer.poll(Duration.ofSeconds(1)).iterator();
                return records.hasNext() ? Optional.of(records.next().value()) : Optional.empty();
              });
      return names(schema(first));
    }
  }

  private JsonNode schema(byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value);
    if (bytes.get() != MAGIC) {
      throw new ComponentException("Not in Confluent's wire format: it begins with " + value[0]);
    }
    String schema =
        registry.call("GET", "/schemas/ids/" + bytes.getInt(), null).path("schema").asText();
    try {
      return new ObjectMapper().readTree(schema);
    } catch (JsonProcessingException e) {
      throw new ComponentException("Not a schema: " + schema, e);
    }
  }

  private static List<String> names(JsonNode schema) {
    List<String> names = new ArrayList<>();
    schema.path("fields").forEach(field -> names.add(field.path("name").asText()));
    return names;
  }
}
