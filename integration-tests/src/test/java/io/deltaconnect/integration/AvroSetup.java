package io.deltaconnect.integration;

import io.deltaconnect.quickstart.SchemaRegistry;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which converter of Avro in Confluent's wire format the worker has, and how it is set up. */
final class AvroSetup {
  private AvroSetup() {}

  /** The settings of a connector whose keys and values are Avro. */
  static Map<String, String> converters(SchemaRegistry registry) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String side : new String[] {"key", "value"}) {
      String converter = side + ".converter";
      if (System.getProperty("avro.converter").equals("confluent")) {
        settings.put(converter, "io.confluent.connect.avro.AvroConverter");
        settings.put(converter + ".schema.registry.url", registry.confluentUrl().toString());
      } else {
        settings.put(converter, "io.apicurio.registry.utils.converter.AvroConverter");
        settings.put(
            converter + ".apicurio.registry.url",
            registry.url().resolve("/apis/registry/v2").toString());
        settings.put(converter + ".apicurio.registry.as-confluent", "true");
        settings.put(converter + ".apicurio.registry.use-id", "contentId");
        settings.put(converter + ".apicurio.registry.headers.enabled", "false");
      }
    }
    return settings;
  }
}
