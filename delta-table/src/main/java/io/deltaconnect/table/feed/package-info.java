/**
 * A table as rows: what a commit changed (Change Data Feed, as the Delta protocol tells readers to
 * read it), and what a snapshot holds.
 */
package io.deltaconnect.table.feed;
