/** The connector's configuration: the keys, what they mean, and checks that need several. */
package io.deltaconnect.source.config;
