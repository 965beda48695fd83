/**
 * Configuration that the connectors share: how keys are defined and checked, and the keys of
 * storage.
 */
package io.deltaconnect.connector.config;
