/** Setting the offsets that tables keep, while no task runs (KIP-875). */
package io.deltaconnect.sink.offsets;
