package io.deltaconnect.sink.convert;

import io.deltaconnect.table.row.MapEntries;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;

/** Converts maps. */
final class MapEntriesConverter {
  private final Converter keys;
  private final Elements values;

  MapEntriesConverter(Converter keys, Elements values) {
    this.keys = keys;
    this.values = values;
  }

  MapEntries convert(Map<?, ?> map) {
    Object[] k = new Object[map.size()];
    Object[] v = new Object[k.length];
    int i = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (entry.getKey() == null) {
        throw new DataException("a map's key is null");
      }
      k[i] = keys.convert(entry.getKey());
      v[i] = values.one(entry.getValue());
      i++;
    }
    return new MapEntries(k, v);
  }
}
