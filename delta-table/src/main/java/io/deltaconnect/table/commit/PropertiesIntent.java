package io.deltaconnect.table.commit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.kernel.Commit;
import io.deltaconnect.table.kernel.CommitRequest;
import io.deltaconnect.table.kernel.TableSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sets table properties, with the protocol that they need, and nothing else. */
final class PropertiesIntent implements Intent {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, String> properties;

  PropertiesIntent(Map<String, String> properties) {
    this.properties = new TreeMap<>(properties);
  }

  @Override
  public CommitRequest on(TableSnapshot snapshot) {
    Map<String, String> all = new HashMap<>(snapshot.properties());
    all.putAll(properties);
    if (all.equals(snapshot.properties())) {
      return null;
    }
    return new CommitRequest(
        "SET TBLPROPERTIES",
        Map.of("properties", json()),
        false,
        List.of(new Action.Metadata(snapshot.schema(), all)));
  }

  private String json() {
    try {
      return JSON.writeValueAsString(properties);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public boolean survives(TableSnapshot before, List<Commit> winners, TableSnapshot now) {
    return true;
  }

  @Override
  public void discard() {
    // Nothing is written for it.
  }

  @Override
  public CommitResult result(long version, int retries, int replans) {
    return new CommitResult(version, 0, 0, 0, retries, replans);
  }
}
