/** What a source task tells of itself through JMX. */
package io.deltaconnect.source.metrics;
