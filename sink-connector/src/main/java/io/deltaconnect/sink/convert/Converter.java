package io.deltaconnect.sink.convert;

/** Turns a value of a record into the shape of a column. Stateless. */
@FunctionalInterface
public interface Converter {
  /**
   * @param value never null
   * @throws org.apache.kafka.connect.errors.DataException if the column cannot hold the value as it
   *     is
   */
  Object convert(Object value);
}
