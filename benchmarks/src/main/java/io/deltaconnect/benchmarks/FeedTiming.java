package io.deltaconnect.benchmarks;

/**
 * How long it took to make records, and what they came to.
 *
 * @param bytes of the values
 * @param checksum sum of the values' CRC-32
 */
record FeedTiming(double seconds, long records, long bytes, long checksum) {
  boolean sameRecords(FeedTiming other) {
    return records == other.records && bytes == other.bytes && checksum == other.checksum;
  }

  double recordsPerSecond() {
    return records / seconds;
  }
}
