/** Positions in tables: what Connect keeps of them, and records that carry nothing else. */
package io.deltaconnect.source.position;
