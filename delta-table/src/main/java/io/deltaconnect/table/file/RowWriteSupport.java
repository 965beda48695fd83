package io.deltaconnect.table.file;

import io.delta.kernel.types.StructField;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/** Hands rows, in the shapes of {@code table.row}, to parquet-mr. */
final class RowWriteSupport extends WriteSupport<Object[]> {
  private final MessageType schema;
  private final int[] ordinals;
  private final String[] names;
  private final ValueWriter[] writers;
  private final boolean withChangeType;
  private RecordConsumer out;
  private Binary changeType;

  /**
   * @param columns of the file
   * @param ordinals where in a row each of them is
   */
  RowWriteSupport(
      MessageType schema, List<StructField> columns, int[] ordinals, boolean withChangeType) {
    this.schema = schema;
    this.ordinals = ordinals;
    this.withChangeType = withChangeType;
    this.names = new String[columns.size()];
    this.writers = new ValueWriter[columns.size()];
    for (int i = 0; i < writers.length; i++) {
      names[i] = schema.getFieldName(i);
      writers[i] = ValueWriter.of(columns.get(i), schema.getType(i), columns.get(i).getName());
    }
  }

  /** Sets the change type of the rows to come. */
  void changeType(Binary value) {
    changeType = value;
  }

  @Override
  @SuppressWarnings("deprecation") // still the one that must be there
  public WriteContext init(Configuration configuration) {
    return new WriteContext(schema, Map.of());
  }

  @Override
  public String getName() {
    return "kafka-connect-delta";
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    out = recordConsumer;
  }

  @Override
  public void write(Object[] row) {
    out.startMessage();
    for (int i = 0; i < writers.length; i++) {
      ValueWriter.writeField(out, names[i], i, writers[i], row[ordinals[i]]);
    }
    if (withChangeType) {
      out.startField(TableFileReader.CHANGE_TYPE, writers.length);
      out.addBinary(changeType);
      out.endField(TableFileReader.CHANGE_TYPE, writers.length);
    }
    out.endMessage();
  }
}
