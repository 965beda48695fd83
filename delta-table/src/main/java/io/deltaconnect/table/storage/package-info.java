/** File systems, and log stores whose put-if-absent is atomic. */
package io.deltaconnect.table.storage;
