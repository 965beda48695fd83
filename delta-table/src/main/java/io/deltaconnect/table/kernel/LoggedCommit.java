package io.deltaconnect.table.kernel;

import io.delta.kernel.utils.FileStatus;

/**
 * A commit and the log file that holds it.
 *
 * @param file with its size and modification time
 */
record LoggedCommit(Commit commit, FileStatus file) {}
