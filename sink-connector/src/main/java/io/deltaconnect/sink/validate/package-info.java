/** What can be found out about a configuration only by looking at the storage and the tables. */
package io.deltaconnect.sink.validate;
