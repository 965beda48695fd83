package io.deltaconnect.table.kernel;

import io.delta.kernel.data.Row;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.DomainMetadata;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.dv.DvDescriptor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Actions as rows for Kernel's JSON writer, which writes a row by the schema it carries. Kernel's
 * own schema of a log line has no fields for {@code cdc}; this one has.
 */
final class ActionRows {
  private static final StructType LINE =
      new StructType()
          .add("commitInfo", CommitInfo.FULL_SCHEMA)
          .add("protocol", Protocol.FULL_SCHEMA)
          .add("metaData", Metadata.FULL_SCHEMA)
          .add("domainMetadata", DomainMetadata.FULL_SCHEMA)
          .add("txn", ActionVectors.TXN)
          .add("add", ActionVectors.ADD)
          .add("remove", ActionVectors.REMOVE)
          .add("cdc", ActionVectors.CDC);

  private ActionRows() {}

  static Row of(CommitInfo commitInfo) {
    return line("commitInfo", commitInfo.toRow());
  }

  static Row of(Protocol protocol) {
    return line("protocol", protocol.toRow());
  }

  static Row of(Metadata metadata) {
    return line("metaData", metadata.toRow());
  }

  static Row of(DomainMetadata domainMetadata) {
    return line("domainMetadata", domainMetadata.toRow());
  }

  static Row of(Action.Txn txn) {
    return line(
        "txn",
        new SetTransaction(txn.appId(), txn.version(), Optional.ofNullable(txn.lastUpdated()))
            .toRow());
  }

  static Row of(Action.Add add) {
    DataFile file = add.file();
    Fields fields = fileFields(ActionVectors.ADD, file);
    fields.put("modificationTime", file.modificationTime());
    fields.put("dataChange", add.dataChange());
    return line("add", fields.row());
  }

  static Row of(Action.Remove remove) {
    Fields fields = fileFields(ActionVectors.REMOVE, remove.file());
    fields.put("deletionTimestamp", remove.deletionTimestamp());
    fields.put("dataChange", remove.dataChange());
    fields.put("extendedFileMetadata", true);
    return line("remove", fields.row());
  }

  static Row of(Action.Cdc cdc) {
    Fields fields = new Fields(ActionVectors.CDC);
    fields.put("path", cdc.path());
    fields.put("partitionValues", cdc.partitionValues());
    fields.put("size", cdc.size());
    fields.put("dataChange", false);
    fields.put("tags", cdc.tags());
    return line("cdc", fields.row());
  }

  private static Fields fileFields(StructType schema, DataFile file) {
    Fields fields = new Fields(schema);
    fields.put("path", file.path());
    fields.put("partitionValues", file.partitionValues());
    fields.put("size", file.size());
    fields.put("stats", file.stats());
    fields.put("tags", file.tags());
    fields.put("baseRowId", file.baseRowId());
    fields.put("defaultRowCommitVersion", file.defaultRowCommitVersion());
    fields.put("deletionVector", file.dv() == null ? null : row(file.dv()));
    return fields;
  }

  private static Row row(DvDescriptor dv) {
    return new DeletionVectorDescriptor(
            dv.storageType(),
            dv.pathOrInlineDv(),
            Optional.ofNullable(dv.offset()),
            dv.sizeInBytes(),
            dv.cardinality())
        .toRow();
  }

  private static Row line(String kind, Row action) {
    return new GenericRow(LINE, Map.of(LINE.indexOf(kind), action));
  }

  private static final class Fields {
    private final StructType schema;
    private final Map<Integer, Object> values = new HashMap<>();

    Fields(StructType schema) {
      this.schema = schema;
    }

    /** Null leaves the field out. */
    void put(String field, Object value) {
      if (value != null) {
        values.put(schema.indexOf(field), value);
      }
    }

    void put(String field, Map<String, String> value) {
      if (value != null) {
        values.put(schema.indexOf(field), VectorUtils.stringStringMapValue(value));
      }
    }

    Row row() {
      return new GenericRow(schema, values);
    }
  }
}
