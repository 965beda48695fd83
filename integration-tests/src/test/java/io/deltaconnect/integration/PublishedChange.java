package io.deltaconnect.integration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A record of the source, in any format, written by JsonConverter with or without schemas.
 *
 * @param offset in the topic
 * @param version of the table
 * @param type of the change
 * @param last whether it is the last record of its version, or of the snapshot
 * @param key null if there is none
 * @param value null if there is none
 */
record PublishedChange(
    long offset, long version, String type, boolean last, JsonNode key, JsonNode value) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static PublishedChange of(ConsumerRecord<byte[], byte[]> record) {
    return new PublishedChange(
        record.offset(),
        Long.parseLong(header(record, "commit_version")),
        header(record, "change_type"),
        Boolean.parseBoolean(header(record, "commit_end")),
        payload(record.key()),
        payload(record.value()));
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader("__delta." + name);
    return new String(header.value(), StandardCharsets.UTF_8);
  }

  private static JsonNode payload(byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    try {
      JsonNode json = JSON.readTree(bytes);
      JsonNode payload = json.has("schema") ? json.path("payload") : json;
      return payload.isNull() ? null : payload;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The version and the type, e.g. {@code v7 insert}. */
  String kind() {
    return "v" + version + " " + type;
  }

  /** Of the row. */
  long id() {
    return (value == null ? key : value).path("id").asLong();
  }

  @Override
  public String toString() {
    return kind() + " " + id();
  }
}
