package io.deltaconnect.table.file;

import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.schema.Type;

/** A column of the table, or a part of one, as it is found in one file. */
interface FileColumn {
  /** What of the file's schema has to be read for it. */
  Type projection();

  /** A converter, of one reading thread, that hands each value that is not null to the sink. */
  Converter converter(Consumer<Object> sink);
}
