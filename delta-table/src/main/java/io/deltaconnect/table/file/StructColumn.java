package io.deltaconnect.table.file;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/**
 * A struct.
 *
 * @param type of the group in the file
 * @param fields those that the file has; a struct without any still has one, of ordinal -1, that
 *     tells whether it is NULL
 * @param ordinals their places in the table's struct
 * @param arity number of fields of the table's struct
 */
record StructColumn(GroupType type, List<FileColumn> fields, List<Integer> ordinals, int arity)
    implements FileColumn {

  @Override
  public Type projection() {
    List<Type> projected = new ArrayList<>();
    for (FileColumn field : fields) {
      projected.add(field.projection());
    }
    return type.withNewFields(projected);
  }

  @Override
  public Converter converter(Consumer<Object> sink) {
    return new StructConverter(sink);
  }

  private final class StructConverter extends GroupConverter {
    private final Converter[] converters = new Converter[fields.size()];
    private final Consumer<Object> sink;
    private Object[] current;

    StructConverter(Consumer<Object> sink) {
      this.sink = sink;
      for (int i = 0; i < converters.length; i++) {
        int ordinal = ordinals.get(i);
        converters[i] =
            fields.get(i).converter(ordinal < 0 ? value -> {} : value -> current[ordinal] = value);
      }
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return converters[fieldIndex];
    }

    @Override
    public void start() {
      current = new Object[arity];
    }

    @Override
    public void end() {
      sink.accept(current);
    }
  }
}
