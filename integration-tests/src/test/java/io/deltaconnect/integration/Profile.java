package io.deltaconnect.integration;

/** How much is tested: {@code -Plong} asks for the full counts. */
final class Profile {
  private Profile() {}

  static boolean isLong() {
    return "long".equals(System.getProperty("test.profile"));
  }

  /**
   * A new seed, or that of {@code -Dtest.seed}; it is printed, so that a failure can be repeated.
   */
  static long seed(String test) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println(test + ": -Dtest.seed=" + seed);
    return seed;
  }
}
