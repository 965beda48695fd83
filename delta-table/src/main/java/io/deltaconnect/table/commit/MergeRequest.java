package io.deltaconnect.table.commit;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.merge.Change;
import java.util.List;
import java.util.Map;

/**
 * Changes to be made true of a table in one commit.
 *
 * @param schema how the rows of {@code changes} lie. Columns of it that {@code tableSchema} and the
 *     table lack are added by the commit (nullable, nested ones too); columns of the table that it
 *     lacks are NULL in whole rows, and kept by partial ones.
 * @param tableSchema the table's schema when the rows were laid out: a column of {@code schema}
 *     that is in it, but no longer in the table, was dropped or renamed by another writer and is
 *     refused. {@code schema} itself: nothing may be added
 * @param keyColumns logical names, in the order of the keys' values
 * @param changes at most one per key
 * @param txns written with the commit
 * @param expectedTxns application id to the version that the table must still hold for it (null:
 *     none): anything else means that another task has taken over
 */
public record MergeRequest(
    StructType schema,
    StructType tableSchema,
    List<String> keyColumns,
    List<Change> changes,
    List<Action.Txn> txns,
    Map<String, Long> expectedTxns) {}
