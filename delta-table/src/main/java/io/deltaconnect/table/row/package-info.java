/**
 * What a row is in memory: an {@code Object[]} with one value per column of a {@link
 * io.delta.kernel.types.StructType}, in its order, partition columns included.
 *
 * <p>Java shape of each Delta type; NULL is {@code null} everywhere:
 *
 * <pre>
 * boolean Boolean | byte Byte | short Short | integer Integer | long Long | float Float | double Double
 * decimal(p,s) BigDecimal with scale exactly s | string String | binary byte[]
 * date Integer (days since 1970-01-01) | timestamp, timestamp_ntz Long (microseconds since 1970-01-01T00:00)
 * struct Object[] | array List | map MapEntries
 * </pre>
 *
 * <p>A partial row may have {@link io.deltaconnect.table.row.Kept} in place of a value.
 */
package io.deltaconnect.table.row;
