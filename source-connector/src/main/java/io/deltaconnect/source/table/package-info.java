/** Tables as they are read: where each begins, what comes next, and what to do where it is lost. */
package io.deltaconnect.source.table;
