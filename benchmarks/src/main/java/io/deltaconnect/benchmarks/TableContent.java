package io.deltaconnect.benchmarks;

import java.util.Map;

/**
 * What Spark finds in a table: equal for two tables with the same rows and the same last change.
 *
 * @param rows how many
 * @param checksum the sum of the rows' hashes
 * @param feed of the newest version: {@code _change_type} to the count and the sum of hashes of its
 *     rows
 */
record TableContent(long rows, String checksum, Map<String, String> feed) {}
