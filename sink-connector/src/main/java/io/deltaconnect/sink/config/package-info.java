/**
 * The connector's configuration: the keys and what they mean, checks that need several keys, and
 * what holds for one table after its overrides.
 */
package io.deltaconnect.sink.config;
