/** A plugin of somebody else, on the same worker. */
package io.deltaconnect.neighbour;
