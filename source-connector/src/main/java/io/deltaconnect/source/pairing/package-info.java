/**
 * Images of rows that belong together find each other: what the change feed tells in separate rows,
 * old images first, becomes events of keys. Memory is bounded; what does not fit goes to disk.
 */
package io.deltaconnect.source.pairing;
