package io.deltaconnect.connector.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The connector for the other direction: its keys, where this one has none of the name, set
 * nothing. A test of both connectors keeps them complete.
 */
public final class OtherConnector {
  /** What a source does not have. Properties of tables and keys per table have a prefix. */
  public static final OtherConnector SINK =
      new OtherConnector(
          "sink",
          "table.",
          Map.of(
              "table.path", "tables",
              "topic.to.table.map", "tables",
              "pk.mode", "key.fields",
              "pk.fields", "key.fields",
              "timestamp.mode", "time.precision.mode",
              "time.mode", "time.precision.mode"),
          "auto.create",
          "auto.evolve",
          "cdc.shared.files.enabled",
          "cluster.by",
          "columns.exclude",
          "columns.include",
          "commit.interval.ms",
          "commit.max.bytes",
          "commit.max.records",
          "delete.enabled",
          "emit.unchanged.updates",
          "ignore.null.updates",
          "insert.mode",
          "merge.strategy",
          "missing.columns",
          "offset.regression.tolerance.ms",
          "offsets.commit.max.delay.ms",
          "on.offset.regression",
          "op.delete.values",
          "op.field",
          "op.header",
          "op.ignore.values",
          "op.truncate.values",
          "op.unknown.behavior",
          "op.upsert.values",
          "partition.by",
          "table.upgrade",
          "target.file.size.bytes",
          "txn.app.id",
          "unavailable.value.on.missing.row",
          "unavailable.value.placeholder",
          "variable.scale.decimal");

  /** What a sink does not have. */
  public static final OtherConnector SOURCE =
      new OtherConnector(
          "source",
          null,
          Map.of(
              "tables", "table.path",
              "topic.format", "table.path",
              "key.fields", "pk.fields",
              "time.precision.mode", "timestamp.mode"),
          "ending.timestamp",
          "ending.version",
          "field.name.adjustment.mode",
          "heartbeat.interval.ms",
          "heartbeat.topic",
          "include.preimage",
          "max.bytes.per.poll",
          "on.data.loss",
          "on.table.error",
          "output.format",
          "poll.interval.ms",
          "poll.max.records",
          "schema.change.behavior",
          "skipped.operations",
          "snapshot.chunk.rows",
          "spill.dir",
          "starting.timestamp",
          "starting.version",
          "startup.mode",
          "tombstones.on.delete");

  private final String label;
  private final String prefix;

  /** What has the same purpose in this connector; null where nothing has. */
  private final Map<String, String> keys = new HashMap<>();

  private OtherConnector(
      String label, String prefix, Map<String, String> purposes, String... others) {
    this.label = label;
    this.prefix = prefix;
    keys.putAll(purposes);
    for (String key : others) {
      keys.put(key, null);
    }
  }

  /** The keys that this connector does not have. */
  public Set<String> keys() {
    return Set.copyOf(keys.keySet());
  }

  /** A warning if the key is of the other connector, else null. */
  String warning(String key) {
    boolean prefixed = prefix != null && key.startsWith(prefix);
    if (!prefixed && !keys.containsKey(key)) {
      return null;
    }
    String meant = keys.get(key);
    return "The key "
        + key
        + " is one of the "
        + label
        + " connector and has no effect here"
        + (meant == null ? "" : "; did you mean " + meant + "?");
  }
}
