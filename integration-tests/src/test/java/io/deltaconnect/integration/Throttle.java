package io.deltaconnect.integration;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;

/**
 * Lets producers write about a megabyte at once and little after it, so that whoever has more to
 * write is in the middle of it for as long as a test needs.
 */
final class Throttle implements AutoCloseable {
  /** A second; the broker allows ten seconds' worth before it slows a producer down. */
  private static final double BYTES = 100_000;

  private static final ClientQuotaEntity EVERY_CLIENT = new ClientQuotaEntity(client());

  private final Admin admin;

  /**
   * @param admin is closed with this
   */
  Throttle(Admin admin) {
    this.admin = admin;
  }

  /** The default of all clients: it has no name. */
  private static Map<String, String> client() {
    Map<String, String> client = new HashMap<>();
    client.put(ClientQuotaEntity.CLIENT_ID, null);
    return client;
  }

  void slow() {
    set(BYTES);
  }

  void stop() {
    set(null);
  }

  private void set(Double bytes) {
    Answer.of(
        admin
            .alterClientQuotas(
                List.of(
                    new ClientQuotaAlteration(
                        EVERY_CLIENT,
                        List.of(new ClientQuotaAlteration.Op("producer_byte_rate", bytes)))))
            .all());
  }

  @Override
  public void close() {
    try {
      stop();
    } finally {
      admin.close();
    }
  }
}
