/** What a sink task tells of itself through JMX. */
package io.deltaconnect.sink.metrics;
