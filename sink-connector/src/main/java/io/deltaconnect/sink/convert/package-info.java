/**
 * Connect's schemas and values become Delta's types and the row shapes of {@link
 * io.deltaconnect.table.row}. A {@link io.deltaconnect.sink.convert.Converter} is chosen once per
 * pair of types; a value that the column cannot hold exactly is an error, never rounded or wrapped.
 */
package io.deltaconnect.sink.convert;
