package io.deltaconnect.integration;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** The kinds of I/O steps that a commit is made of, by what is read or written. */
enum StepKind {
  DATA_FILE(true),
  SHARED_FILE(true),
  CHANGE_FILE(true),
  VECTOR_FILE(true),
  CHECKPOINT(true),
  LAST_CHECKPOINT(true),
  TABLE_CREATION(true),
  INSERT_COMMIT(true),
  MERGE_COMMIT(true),
  EVOLUTION_COMMIT(true),
  TRUNCATE_COMMIT(true),
  TXN_COMMIT(true),
  STORE_PROBE(true),

  /** A file is opened for writing; what is in it comes later. */
  NEW_FILE(false),
  RENAME(false),
  DELETE(false),
  MAKE_FOLDER(false),
  LIST(false),
  STATUS(false),
  READ_DATA(false),
  READ_VECTOR(false),
  READ_COMMIT(false),
  READ_CHECKPOINT(false),
  READ_LAST_CHECKPOINT(false);

  private static final String CHANGE_TYPE = "_change_type";

  private final boolean content;

  StepKind(boolean content) {
    this.content = content;
  }

  /** Whether content is written, so that it can be torn. */
  boolean isContent() {
    return content;
  }

  /** Whether a file is opened and read. */
  boolean isRead() {
    return name().startsWith("READ_");
  }

  /** Whether the store is changed, so that it matters whether a failed step was done. */
  boolean isChange() {
    return content || this == NEW_FILE || this == RENAME || this == DELETE || this == MAKE_FOLDER;
  }

  /** A file outside the log store. */
  static StepKind ofWritten(Path file, byte[] bytes) {
    String name = file.getName();
    if (name.contains(".checkpoint.")) {
      return CHECKPOINT;
    }
    if (name.endsWith(".bin")) {
      return VECTOR_FILE;
    }
    if (file.getParent().toString().contains("/_change_data")) {
      return CHANGE_FILE;
    }
    // Column names stand in the footer as they are.
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.contains(CHANGE_TYPE) ? SHARED_FILE : DATA_FILE;
  }

  /** A file of the log store. */
  static StepKind ofLogged(Path file, List<String> lines) {
    if (file.getName().equals("_last_checkpoint")) {
      return LAST_CHECKPOINT;
    }
    if (file.getName().contains("-probe-")) {
      return STORE_PROBE;
    }
    if (file.getName().matches("0+[.]json")) {
      return TABLE_CREATION;
    }
    if (has(lines, "metaData")) {
      return EVOLUTION_COMMIT;
    }
    if (lines.get(0).contains("\"operation\":\"DELETE\"")) {
      return TRUNCATE_COMMIT;
    }
    if (has(lines, "remove") || has(lines, "cdc")) {
      return MERGE_COMMIT;
    }
    return has(lines, "add") ? INSERT_COMMIT : TXN_COMMIT;
  }

  static StepKind ofRead(Path file) {
    String name = file.getName();
    if (name.endsWith(".json")) {
      return READ_COMMIT;
    }
    if (name.contains(".checkpoint.")) {
      return READ_CHECKPOINT;
    }
    if (name.equals("_last_checkpoint")) {
      return READ_LAST_CHECKPOINT;
    }
    return name.endsWith(".bin") ? READ_VECTOR : READ_DATA;
  }

  private static boolean has(List<String> lines, String action) {
    return lines.stream().anyMatch(line -> line.startsWith("{\"" + action + "\":"));
  }
}
