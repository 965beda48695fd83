/**
 * Deletion vectors: the positions of a data file's dead rows. Reading, writing and joining them, in
 * the bytes of the Delta protocol ("Deletion Vector Format").
 */
package io.deltaconnect.table.dv;
