package io.deltaconnect.table.kernel;

/** How our commits name their writer. */
final class EngineInfo {
  /** Product and version; the version is that of the jar's manifest. */
  static final String TEXT = "kafka-connect-delta/" + version();

  private EngineInfo() {}

  private static String version() {
    String version = EngineInfo.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
