/** Where in the table the rows of given keys live. */
package io.deltaconnect.table.locate;
