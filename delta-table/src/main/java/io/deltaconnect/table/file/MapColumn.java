package io.deltaconnect.table.file;

import io.deltaconnect.table.row.MapEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/**
 * A map.
 *
 * @param type of the group annotated as MAP
 */
record MapColumn(GroupType type, FileColumn key, FileColumn value) implements FileColumn {

  @Override
  public Type projection() {
    GroupType entry = type.getType(0).asGroupType();
    return type.withNewFields(entry.withNewFields(key.projection(), value.projection()));
  }

  @Override
  public Converter converter(Consumer<Object> sink) {
    return new MapConverter(sink);
  }

  private final class MapConverter extends GroupConverter {
    private final Consumer<Object> sink;
    private final Converter entries = new EntryConverter();
    private List<Object> keys;
    private List<Object> values;

    MapConverter(Consumer<Object> sink) {
      this.sink = sink;
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return entries;
    }

    @Override
    public void start() {
      keys = new ArrayList<>();
      values = new ArrayList<>();
    }

    @Override
    public void end() {
      sink.accept(new MapEntries(keys.toArray(), values.toArray()));
    }

    private final class EntryConverter extends GroupConverter {
      private final Converter keyConverter = key.converter(v -> entryKey = v);
      private final Converter valueConverter = value.converter(v -> entryValue = v);
      private Object entryKey;
      private Object entryValue;

      @Override
      public Converter getConverter(int fieldIndex) {
        return fieldIndex == 0 ? keyConverter : valueConverter;
      }

      @Override
      public void start() {
        entryKey = null;
        entryValue = null;
      }

      @Override
      public void end() {
        keys.add(entryKey);
        values.add(entryValue);
      }
    }
  }
}
