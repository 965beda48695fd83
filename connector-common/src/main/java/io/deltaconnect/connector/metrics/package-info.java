/** What the tasks tell of themselves through JMX. */
package io.deltaconnect.connector.metrics;
