/** The Kafka Connect source: changes of Delta tables become records. */
package io.deltaconnect.source;
