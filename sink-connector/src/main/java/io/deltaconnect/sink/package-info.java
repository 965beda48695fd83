/** The Kafka Connect sink: keyed records become changes of Delta tables. */
package io.deltaconnect.sink;
