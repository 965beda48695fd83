package io.deltaconnect.table.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.dv.DvDescriptor;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Actions as Kernel's readers hand them over: a column per kind, a row per line of the log. */
final class ActionVectors {
  static final StructType ADD = AddFile.SCHEMA_WITH_STATS;
  static final StructType REMOVE = RemoveFile.FULL_SCHEMA;
  static final StructType TXN = SetTransaction.FULL_SCHEMA;
  static final StructType CDC =
      new StructType()
          .add("path", StringType.STRING, false)
          .add("partitionValues", new MapType(StringType.STRING, StringType.STRING, true), false)
          .add("size", LongType.LONG, false)
          .add("dataChange", BooleanType.BOOLEAN, false)
          .add("tags", new MapType(StringType.STRING, StringType.STRING, true), true);

  private static final int ADD_PATH = ADD.indexOf("path");
  private static final int ADD_PARTITION_VALUES = ADD.indexOf("partitionValues");
  private static final int ADD_SIZE = ADD.indexOf("size");
  private static final int ADD_MODIFICATION_TIME = ADD.indexOf("modificationTime");
  private static final int ADD_DATA_CHANGE = ADD.indexOf("dataChange");
  private static final int ADD_DV = ADD.indexOf("deletionVector");
  private static final int ADD_TAGS = ADD.indexOf("tags");
  private static final int ADD_BASE_ROW_ID = ADD.indexOf("baseRowId");
  private static final int ADD_ROW_COMMIT_VERSION = ADD.indexOf("defaultRowCommitVersion");
  private static final int ADD_STATS = ADD.indexOf("stats");

  private static final int REMOVE_PATH = REMOVE.indexOf("path");
  private static final int REMOVE_TIMESTAMP = REMOVE.indexOf("deletionTimestamp");
  private static final int REMOVE_DATA_CHANGE = REMOVE.indexOf("dataChange");
  private static final int REMOVE_PARTITION_VALUES = REMOVE.indexOf("partitionValues");
  private static final int REMOVE_SIZE = REMOVE.indexOf("size");
  private static final int REMOVE_STATS = REMOVE.indexOf("stats");
  private static final int REMOVE_TAGS = REMOVE.indexOf("tags");
  private static final int REMOVE_DV = REMOVE.indexOf("deletionVector");
  private static final int REMOVE_BASE_ROW_ID = REMOVE.indexOf("baseRowId");
  private static final int REMOVE_ROW_COMMIT_VERSION = REMOVE.indexOf("defaultRowCommitVersion");

  private ActionVectors() {}

  static Action.Add add(ColumnVector add, int row) {
    return new Action.Add(addedFile(add, row), add.getChild(ADD_DATA_CHANGE).getBoolean(row));
  }

  static DataFile addedFile(ColumnVector add, int row) {
    return new DataFile(
        add.getChild(ADD_PATH).getString(row),
        stringMap(add.getChild(ADD_PARTITION_VALUES), row),
        add.getChild(ADD_SIZE).getLong(row),
        add.getChild(ADD_MODIFICATION_TIME).getLong(row),
        string(add.getChild(ADD_STATS), row),
        dv(add.getChild(ADD_DV), row),
        stringMap(add.getChild(ADD_TAGS), row),
        number(add.getChild(ADD_BASE_ROW_ID), row),
        number(add.getChild(ADD_ROW_COMMIT_VERSION), row));
  }

  /** What the log leaves out of a removed file comes as null, 0 for its size and times. */
  static Action.Remove remove(ColumnVector remove, int row) {
    Long size = number(remove.getChild(REMOVE_SIZE), row);
    Long timestamp = number(remove.getChild(REMOVE_TIMESTAMP), row);
    DataFile file =
        new DataFile(
            remove.getChild(REMOVE_PATH).getString(row),
            stringMap(remove.getChild(REMOVE_PARTITION_VALUES), row),
            size == null ? 0 : size,
            0,
            string(remove.getChild(REMOVE_STATS), row),
            dv(remove.getChild(REMOVE_DV), row),
            stringMap(remove.getChild(REMOVE_TAGS), row),
            number(remove.getChild(REMOVE_BASE_ROW_ID), row),
            number(remove.getChild(REMOVE_ROW_COMMIT_VERSION), row));
    return new Action.Remove(
        file,
        timestamp == null ? 0 : timestamp,
        remove.getChild(REMOVE_DATA_CHANGE).getBoolean(row));
  }

  static FileKey removedKey(ColumnVector remove, int row) {
    return FileKey.of(
        remove.getChild(REMOVE_PATH).getString(row), dv(remove.getChild(REMOVE_DV), row));
  }

  static Action.Cdc cdc(ColumnVector cdc, int row) {
    return new Action.Cdc(
        cdc.getChild(CDC.indexOf("path")).getString(row),
        stringMap(cdc.getChild(CDC.indexOf("partitionValues")), row),
        cdc.getChild(CDC.indexOf("size")).getLong(row),
        stringMap(cdc.getChild(CDC.indexOf("tags")), row));
  }

  static Action.Txn txn(ColumnVector txn, int row) {
    return new Action.Txn(
        txn.getChild(TXN.indexOf("appId")).getString(row),
        txn.getChild(TXN.indexOf("version")).getLong(row),
        number(txn.getChild(TXN.indexOf("lastUpdated")), row));
  }

  static String string(ColumnVector vector, int row) {
    return vector.isNullAt(row) ? null : vector.getString(row);
  }

  static Long number(ColumnVector vector, int row) {
    return vector.isNullAt(row) ? null : Long.valueOf(vector.getLong(row));
  }

  private static DvDescriptor dv(ColumnVector vector, int row) {
    DeletionVectorDescriptor dv = DeletionVectorDescriptor.fromColumnVector(vector, row);
    return dv == null
        ? null
        : new DvDescriptor(
            dv.getStorageType(),
            dv.getPathOrInlineDv(),
            dv.getOffset().orElse(null),
            dv.getSizeInBytes(),
            dv.getCardinality());
  }

  /** Null if the map is; its values may be null. */
  private static Map<String, String> stringMap(ColumnVector vector, int row) {
    if (vector.isNullAt(row)) {
      return null;
    }
    MapValue map = vector.getMap(row);
    if (map.getSize() == 0) {
      return Map.of();
    }
    Map<String, String> result = new HashMap<>();
    ColumnVector keys = map.getKeys();
    ColumnVector values = map.getValues();
    for (int i = 0; i < map.getSize(); i++) {
      result.put(keys.getString(i), string(values, i));
    }
    return Collections.unmodifiableMap(result);
  }
}
