/** What the connectors share: the version of the plugin, and words for failures of the store. */
package io.deltaconnect.connector;
