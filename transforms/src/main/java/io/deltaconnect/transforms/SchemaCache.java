package io.deltaconnect.transforms;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/**
 * What was made for a schema, for the schemas used last. Equal schemas share it: some converters
 * make a new one for each record. Safe for many threads.
 */
final class SchemaCache<T> {
  static final int MAX_SCHEMAS = 200;

  private final Function<Schema, T> make;
  private final Map<Schema, T> bySchema =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Schema, T> eldest) {
          return size() > MAX_SCHEMAS;
        }
      };
  private volatile Made<T> last = new Made<>(null, null);

  private record Made<T>(Schema schema, T value) {}

  SchemaCache(Function<Schema, T> make) {
    this.make = make;
  }

  /** Whatever {@code make} throws is thrown again for each record of that schema. */
  @SuppressWarnings("ReferenceEquality") // equals walks the whole schema: not once per record
  T get(Schema schema) {
    Made<T> made = last;
    if (schema == made.schema) {
      return made.value;
    }
    T value = find(schema);
    last = new Made<>(schema, value);
    return value;
  }

  private synchronized T find(Schema schema) {
    T value = bySchema.get(schema);
    if (value == null) {
      value = make.apply(schema);
      bySchema.put(schema, value);
    }
    return value;
  }

  synchronized int size() {
    return bySchema.size();
  }
}
