package io.deltaconnect.quickstart;

import java.net.URI;
import java.util.Map;

/**
 * How a client reaches an S3 store that is not AWS.
 *
 * @param url e.g. {@code http://127.0.0.1:9000}
 */
record S3Endpoint(URI url, String accessKey, String secretKey) {
  /** Any will do; clients want one. */
  static final String REGION = "us-east-1";

  /** By Hadoop's names, for a storage. */
  Map<String, String> hadoopProperties() {
    return Map.of(
        "fs.s3a.endpoint", url.toString(),
        "fs.s3a.endpoint.region", REGION,
        "fs.s3a.path.style.access", "true",
        "fs.s3a.access.key", accessKey,
        "fs.s3a.secret.key", secretKey);
  }

  /** By our connectors' names. */
  Map<String, String> connectorProperties() {
    return Map.of(
        "storage.endpoint", url.toString(),
        "storage.region", REGION,
        "storage.path.style.access", "true",
        "storage.access.key", accessKey,
        "storage.secret.key", secretKey);
  }
}
