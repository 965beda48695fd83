package io.deltaconnect.table.kernel;

import io.deltaconnect.table.dv.DvDescriptor;

/**
 * What makes a file of the log one and the same (Delta protocol, "Action Reconciliation"): its path
 * and its deletion vector. A file with another vector is another one.
 *
 * @param path as it stands in the log
 * @param dvId unique id of the deletion vector, null without one
 */
record FileKey(String path, String dvId) {

  static FileKey of(DataFile file) {
    return of(file.path(), file.dv());
  }

  static FileKey of(String path, DvDescriptor dv) {
    return new FileKey(path, dv == null ? null : uniqueId(dv));
  }

  private static String uniqueId(DvDescriptor dv) {
    String id = dv.storageType() + dv.pathOrInlineDv();
    return dv.offset() == null ? id : id + "@" + dv.offset();
  }
}
