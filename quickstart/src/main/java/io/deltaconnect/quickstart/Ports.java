package io.deltaconnect.quickstart;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Free loopback ports. */
final class Ports {
  static final String HOST = "127.0.0.1";

  /**
   * Below the range that systems hand out to outgoing connections: a port from that range could be
   * taken by any client between our looking and the component's binding.
   */
  private static final int FROM = 20_000;

  private static final int TO = 32_000;
  private static final int TRIES = 200;

  private Ports() {}

  /** A port that was free a moment ago. */
  static int free() {
    IOException last = null;
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FROM, TO);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        last = e;
      }
    }
    throw new ComponentException(
        "No free port on " + HOST + " between " + FROM + " and " + TO, last);
  }
}
