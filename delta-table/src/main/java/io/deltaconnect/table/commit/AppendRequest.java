package io.deltaconnect.table.commit;

import io.delta.kernel.types.StructType;
import io.deltaconnect.table.kernel.Action;
import java.util.List;
import java.util.Map;

/** Rows to be added whatever the table holds; the rest as in {@link MergeRequest}. */
public record AppendRequest(
    StructType schema,
    StructType tableSchema,
    List<Object[]> rows,
    List<Action.Txn> txns,
    Map<String, Long> expectedTxns) {}
