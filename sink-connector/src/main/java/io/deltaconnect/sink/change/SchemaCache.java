package io.deltaconnect.sink.change;

import io.deltaconnect.sink.convert.DeltaTypes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** What was made for a schema, for the schemas used last. */
final class SchemaCache<T> {
  private static final int MAX_SCHEMAS = 200;

  private final Function<Schema, T> make;
  private final Map<Schema, T> bySchema =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Schema, T> eldest) {
          return size() > MAX_SCHEMAS;
        }
      };
  private Schema lastSchema;
  private T last;

  SchemaCache(Function<Schema, T> make) {
    this.make = make;
  }

  /** Whatever {@code make} throws is thrown again for each record of that schema. */
  @SuppressWarnings("ReferenceEquality") // equals walks the whole schema: not once per record
  T get(Schema schema) {
    if (schema == lastSchema) {
      return last;
    }
    T made;
    if (DeltaTypes.isRecursive(schema)) {
      // It has no end that its hash code could be made of. Perhaps its field is not wanted.
      made = make.apply(schema);
    } else {
      made = bySchema.get(schema);
      if (made == null) {
        made = make.apply(schema);
        bySchema.put(schema, made);
      }
    }
    lastSchema = schema;
    last = made;
    return made;
  }
}
