/**
 * A record becomes a change: what it does (operation), to which key, with which row. Readers are
 * made once per schema and table layout.
 */
package io.deltaconnect.sink.change;
