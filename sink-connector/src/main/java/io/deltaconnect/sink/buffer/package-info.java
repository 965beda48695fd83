/**
 * Changes that wait for a commit, per table and original topic-partition, and how far each of these
 * has come.
 */
package io.deltaconnect.sink.buffer;
