package io.deltaconnect.integration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltaconnect.quickstart.SchemaRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Makes the records of a topic as any producer does that follows Confluent's wire format: schemas
 * are registered over the registry's REST interface, and a record is a zero byte, the id of its
 * schema and Avro's binary encoding. Nothing of a converter is used.
 */
final class AvroTopic {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Schema KEY =
      new Schema.Parser()
          .parse(
              "{\"type\":\"record\",\"name\":\"Key\",\"fields\":[{\"name\":\"id\",\"type\":\"long\"}]}");

  private final SchemaRegistry registry;
  private final String name;

  AvroTopic(SchemaRegistry registry, String name) {
    this.registry = registry;
    this.name = name;
  }

  /**
   * Says which changes of the values' schema the registry lets pass.
   *
   * @param level as the registry calls it, e.g. {@code BACKWARD}
   */
  void setCompatibility(String level) {
    HttpResponse<String> response =
        send("PUT", "/config/" + name + "-value", Map.of("compatibility", level));
    if (response.statusCode() != 200) {
      throw new IllegalStateException(response.body());
    }
  }

  /** Whether the registry takes a schema for this topic's values. */
  boolean isTaken(Schema schema) {
    return register("value", schema).statusCode() == 200;
  }

  /**
   * A record.
   *
   * @param value null: a tombstone
   */
  ProducerRecord<byte[], byte[]> record(long id, GenericRecord value) {
    GenericRecord key = new GenericData.Record(KEY);
    key.put("id", id);
    return new ProducerRecord<>(
        name, 0, bytes("key", key), value == null ? null : bytes("value", value));
  }

  private byte[] bytes(String side, GenericRecord record) {
    HttpResponse<String> registered = register(side, record.getSchema());
    try {
      JsonNode id = JSON.readTree(registered.body()).path("id");
      if (!id.isInt()) {
        throw new IllegalStateException(registered.body());
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(0);
      out.writeBytes(ByteBuffer.allocate(4).putInt(id.asInt()).array());
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
      new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
      encoder.flush();
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpResponse<String> register(String side, Schema schema) {
    return send(
        "POST",
        "/subjects/" + name + "-" + side + "/versions",
        Map.of("schema", schema.toString()));
  }

  private HttpResponse<String> send(String method, String path, Map<String, String> body) {
    try {
      return CLIENT.send(
          HttpRequest.newBuilder(URI.create(registry.confluentUrl() + path))
              .header("Content-Type", "application/vnd.schemaregistry.v1+json")
              .method(method, HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
