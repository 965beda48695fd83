package io.deltaconnect.table.kernel;

import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which table features we can read and keep up (Delta protocol, "Valid Feature Names in Table
 * Features"). What is not listed is refused, unknown ones too.
 */
final class TableFeatureSupport {
  private static final int MAX_READER_VERSION = 3;
  private static final int MAX_WRITER_VERSION = 7;

  private static final Set<String> READABLE =
      Set.of(
          "columnMapping",
          "deletionVectors",
          "timestampNtz",
          "typeWidening",
          "typeWidening-preview",
          "v2Checkpoint",
          "vacuumProtocolCheck");

  /**
   * Beyond the readable ones. Those that ask something of each row are looked for in the schema.
   */
  private static final Set<String> WRITABLE =
      Set.of(
          "allowColumnDefaults",
          "appendOnly",
          "changeDataFeed",
          "checkConstraints",
          "checkpointProtection",
          "clustering",
          "domainMetadata",
          "generatedColumns",
          "identityColumns",
          "inCommitTimestamp",
          "invariants");

  /** Field metadata that asks a writer for something, and what it is called. */
  private static final Map<String, String> FIELD_RULES =
      Map.of(
          "delta.invariants", "a column invariant (feature invariants)",
          "delta.generationExpression", "a generated column (feature generatedColumns)",
          "delta.identity.start", "an identity column (feature identityColumns)",
          "CURRENT_DEFAULT", "a column default (feature allowColumnDefaults)");

  private TableFeatureSupport() {}

  /**
   * @throws UnsupportedTableException naming table and features
   */
  static void checkReadable(String tablePath, Protocol protocol) {
    if (protocol.getMinReaderVersion() > MAX_READER_VERSION) {
      throw new UnsupportedTableException(
          "Table "
              + tablePath
              + " needs reader version "
              + protocol.getMinReaderVersion()
              + "; the highest known one is "
              + MAX_READER_VERSION);
    }
    Set<String> unknown = new TreeSet<>(protocol.getReaderFeatures());
    unknown.removeAll(READABLE);
    if (!unknown.isEmpty()) {
      throw new UnsupportedTableException(
          "Table " + tablePath + " cannot be read: it has the table features " + unknown);
    }
  }

  /**
   * @throws UnsupportedTableException naming table and feature
   */
  static void checkWritable(String tablePath, TableMetadata table) {
    Protocol protocol = table.protocol();
    if (protocol.getMinWriterVersion() > MAX_WRITER_VERSION) {
      throw notWritable(tablePath, "it needs writer version " + protocol.getMinWriterVersion());
    }
    Set<String> unknown = new TreeSet<>(protocol.getWriterFeatures());
    unknown.removeAll(READABLE);
    unknown.removeAll(WRITABLE);
    if (!unknown.isEmpty()) {
      throw notWritable(tablePath, "it has the table features " + unknown);
    }
    for (String property : table.properties().keySet()) {
      if (property.startsWith("delta.constraints.")) {
        throw notWritable(
            tablePath, "it has a check constraint (feature checkConstraints): " + property);
      }
    }
    if (table.properties().containsKey("delta.setTransactionRetentionDuration")) {
      throw notWritable(
          tablePath,
          "delta.setTransactionRetentionDuration is set, which lets the offsets kept in its txn"
              + " actions expire: unset the property");
    }
    checkFields(tablePath, "", table.schema());
  }

  private static void checkFields(String tablePath, String prefix, DataType type) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        String name = prefix + field.getName();
        checkField(tablePath, name, field.getMetadata());
        checkFields(tablePath, name + ".", field.getDataType());
      }
    } else if (type instanceof ArrayType array) {
      checkFields(tablePath, prefix, array.getElementType());
    } else if (type instanceof MapType map) {
      checkFields(tablePath, prefix, map.getKeyType());
      checkFields(tablePath, prefix, map.getValueType());
    }
  }

  private static void checkField(String tablePath, String name, FieldMetadata metadata) {
    for (Map.Entry<String, String> rule : FIELD_RULES.entrySet()) {
      if (metadata.contains(rule.getKey())) {
        throw notWritable(tablePath, "column " + name + " is or has " + rule.getValue());
      }
    }
  }

  private static UnsupportedTableException notWritable(String tablePath, String reason) {
    return new UnsupportedTableException(
        "Table " + tablePath + " cannot be written: " + reason + ", which is not supported");
  }
}
