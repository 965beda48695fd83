package io.deltaconnect.transforms;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** Makes schemas from others, with all that those say. */
final class Schemas {
  private Schemas() {}

  /** A struct of the same name, version, doc and parameters, with no fields yet. */
  static SchemaBuilder structLike(Schema schema) {
    return described(SchemaBuilder.struct(), schema);
  }

  /**
   * The same for values that may be NULL. A struct's schema stays as it is: its values would not
   * fit another one.
   */
  static Schema optional(Schema schema) {
    if (schema.isOptional() || schema.type() == Schema.Type.STRUCT) {
      return schema;
    }
    SchemaBuilder builder =
        switch (schema.type()) {
          case ARRAY -> SchemaBuilder.array(schema.valueSchema());
          case MAP -> SchemaBuilder.map(schema.keySchema(), schema.valueSchema());
          default -> SchemaBuilder.type(schema.type());
        };
    described(builder, schema).optional();
    if (schema.defaultValue() != null) {
      builder.defaultValue(schema.defaultValue());
    }
    return builder.build();
  }

  private static SchemaBuilder described(SchemaBuilder builder, Schema schema) {
    builder.name(schema.name()).version(schema.version()).doc(schema.doc());
    if (schema.parameters() != null) {
      builder.parameters(schema.parameters());
    }
    return builder;
  }
}
