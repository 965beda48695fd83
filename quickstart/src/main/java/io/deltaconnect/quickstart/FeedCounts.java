package io.deltaconnect.quickstart;

/** How many changes of each type a part of the change feed has. */
record FeedCounts(long inserts, long preimages, long postimages, long deletes) {
  static final FeedCounts NONE = new FeedCounts(0, 0, 0, 0);

  FeedCounts plus(FeedCounts other) {
    return new FeedCounts(
        inserts + other.inserts,
        preimages + other.preimages,
        postimages + other.postimages,
        deletes + other.deletes);
  }

  FeedCounts plus(String changeType) {
    return plus(
        switch (changeType) {
          case "insert" -> new FeedCounts(1, 0, 0, 0);
          case "update_preimage" -> new FeedCounts(0, 1, 0, 0);
          case "update_postimage" -> new FeedCounts(0, 0, 1, 0);
          case "delete" -> new FeedCounts(0, 0, 0, 1);
          default -> throw new ComponentException("Unknown change type in the feed: " + changeType);
        });
  }

  @Override
  public String toString() {
    return "insert=%d update_preimage=%d update_postimage=%d delete=%d"
        .formatted(inserts, preimages, postimages, deletes);
  }
}
