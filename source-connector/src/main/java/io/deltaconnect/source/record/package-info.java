/** Rows of Delta tables become records: types, keys, formats, headers. Reads no table by itself. */
package io.deltaconnect.source.record;
