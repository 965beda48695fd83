package io.deltaconnect.benchmarks;

/** In which order the ids {@code 0 .. rows-1} lie in the table. */
enum KeyOrder {
  SORTED {
    @Override
    long idAt(long position, long rows) {
      return position;
    }
  },
  /** Spread over all files, so that statistics exclude none. */
  RANDOM {
    @Override
    long idAt(long position, long rows) {
      int half = Math.max(1, (64 - Long.numberOfLeadingZeros(rows - 1) + 1) / 2);
      long mask = (1L << half) - 1;
      long id = position;
      // A Feistel network permutes 0 .. 4^half - 1; going on until the id is small enough makes it
      // a permutation of 0 .. rows - 1.
      do {
        long left = id >>> half;
        long right = id & mask;
        for (int round = 0; round < 4; round++) {
          long next = left ^ (Customers.mix(right, 100 + round) & mask);
          left = right;
          right = next;
        }
        id = left << half | right;
      } while (id >= rows);
      return id;
    }
  };

  /** The id of the row that is written as the {@code position}-th. */
  abstract long idAt(long position, long rows);
}
