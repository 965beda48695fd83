package io.deltaconnect.table.file;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/**
 * An array.
 *
 * @param type of the group annotated as LIST
 * @param element the element; with {@code twoLevels} it is the repeated field itself, else the one
 *     field of the repeated group
 */
record ListColumn(GroupType type, FileColumn element, boolean twoLevels) implements FileColumn {

  @Override
  public Type projection() {
    Type repeated =
        twoLevels
            ? element.projection()
            : type.getType(0).asGroupType().withNewFields(element.projection());
    return type.withNewFields(repeated);
  }

  @Override
  public Converter converter(Consumer<Object> sink) {
    return new ListConverter(sink);
  }

  private final class ListConverter extends GroupConverter {
    private final Consumer<Object> sink;
    private final Converter repeated;
    private List<Object> current;

    ListConverter(Consumer<Object> sink) {
      this.sink = sink;
      this.repeated =
          twoLevels ? element.converter(value -> current.add(value)) : new EntryConverter();
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return repeated;
    }

    @Override
    public void start() {
      current = new ArrayList<>();
    }

    @Override
    public void end() {
      sink.accept(current);
    }

    /** The repeated group of a list in three levels: an element may be NULL. */
    private final class EntryConverter extends GroupConverter {
      private final Converter inner = element.converter(value -> entry = value);
      private Object entry;

      @Override
      public Converter getConverter(int fieldIndex) {
        return inner;
      }

      @Override
      public void start() {
        entry = null;
      }

      @Override
      public void end() {
        current.add(entry);
      }
    }
  }
}
