package io.deltaconnect.sink.convert;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;

/** Converts the elements of an array, or the values of a map. */
final class Elements {
  private final Converter converter;
  private final boolean nullable;
  private final String what;

  Elements(Converter converter, boolean nullable, String what) {
    this.converter = converter;
    this.nullable = nullable;
    this.what = what;
  }

  Object one(Object value) {
    if (value != null) {
      return converter.convert(value);
    }
    if (!nullable) {
      throw new DataException(what + " is null, which the column does not allow");
    }
    return null;
  }

  List<Object> list(Collection<?> values) {
    List<Object> list = new ArrayList<>(values.size());
    for (Object value : values) {
      list.add(one(value));
    }
    return list;
  }
}
