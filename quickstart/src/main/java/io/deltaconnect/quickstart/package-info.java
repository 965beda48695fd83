/**
 * A Kafka broker, Connect workers and their REST interface as real processes on free loopback
 * ports, and the order scenario that shows the plugin at work on them.
 */
package io.deltaconnect.quickstart;
