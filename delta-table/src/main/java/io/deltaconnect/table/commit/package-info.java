/**
 * The optimistic loop: plan on a snapshot, write files, commit; on conflict refresh, look at what
 * the winners did, and join deletion vectors or plan again.
 */
package io.deltaconnect.table.commit;
