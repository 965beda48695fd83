package io.deltaconnect.table.file;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The wanted columns of one file.
 *
 * @param columns those that the file has
 * @param ordinals their places in a row
 * @param template a row with all that is not in the file: partition values, NULL for missing ones
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FileColumns(List<FileColumn> columns, int[] ordinals, Object[] template) {

  MessageType projection() {
    List<Type> types = new ArrayList<>();
    for (FileColumn column : columns) {
      types.add(column.projection());
    }
    return new MessageType("rows", types);
  }

  /** Those of them, with the same places in a row, that are not read as flat columns. */
  FileColumns without(List<Integer> flat) {
    List<FileColumn> others = new ArrayList<>();
    int[] places = new int[columns.size() - flat.size()];
    for (int i = 0; i < columns.size(); i++) {
      if (!flat.contains(i)) {
        places[others.size()] = ordinals[i];
        others.add(columns.get(i));
      }
    }
    return new FileColumns(others, places, new Object[template.length]);
  }

  /** Builds whole rows, for one reading thread. */
  RecordMaterializer<Object[]> materializer() {
    return new Rows();
  }

  private final class Rows extends RecordMaterializer<Object[]> {
    private Object[] current;
    private final GroupConverter root;

    Rows() {
      Converter[] converters = new Converter[columns.size()];
      for (int i = 0; i < converters.length; i++) {
        int ordinal = ordinals[i];
        converters[i] = columns.get(i).converter(value -> current[ordinal] = value);
      }
      root =
          new GroupConverter() {
            @Override
            public Converter getConverter(int fieldIndex) {
              return converters[fieldIndex];
            }

            @Override
            public void start() {
              current = template.clone();
            }

            @Override
            public void end() {}
          };
    }

    @Override
    public Object[] getCurrentRecord() {
      return current;
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }
}
