/** Reading a commit as row changes: Change Data Feed, as the Delta protocol tells readers to. */
package io.deltaconnect.table.feed;
