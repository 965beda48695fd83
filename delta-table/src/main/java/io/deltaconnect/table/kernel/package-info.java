/**
 * The table's log: snapshots, the actions of a commit, commits through Kernel's {@code Committer},
 * checkpoints. The only package that may import {@code io.delta.kernel.internal}; to all others it
 * speaks in its own small types and Kernel's public ones ({@code io.delta.kernel.types}).
 */
package io.deltaconnect.table.kernel;
