/** Which table a record goes to. */
package io.deltaconnect.sink.route;
