package io.deltaconnect.table.kernel;

import io.deltaconnect.table.dv.DvDescriptor;

/**
 * What makes a file of the log one and the same (Delta protocol, "Action Reconciliation"): its path
 * and its deletion vector. A file with another vector is another one.
 *
 * @param path as it stands in the log; of a local file without its scheme, which writers add or
 *     leave out
 * @param dvId unique id of the deletion vector, null without one
 */
record FileKey(String path, String dvId) {
  private static final String LOCAL_SCHEME = "file:";

  static FileKey of(DataFile file) {
    return of(file.path(), file.dv());
  }

  static FileKey of(String path, DvDescriptor dv) {
    return new FileKey(withoutLocalScheme(path), dv == null ? null : uniqueId(dv));
  }

  /** {@code file:/a} and {@code file:///a} are {@code /a}. */
  private static String withoutLocalScheme(String path) {
    if (path.startsWith(LOCAL_SCHEME + "///")) {
      return path.substring(LOCAL_SCHEME.length() + 2);
    }
    boolean local = path.startsWith(LOCAL_SCHEME + "/") && !path.startsWith(LOCAL_SCHEME + "//");
    return local ? path.substring(LOCAL_SCHEME.length()) : path;
  }

  private static String uniqueId(DvDescriptor dv) {
    String id = dv.storageType() + dv.pathOrInlineDv();
    return dv.offset() == null ? id : id + "@" + dv.offset();
  }
}
