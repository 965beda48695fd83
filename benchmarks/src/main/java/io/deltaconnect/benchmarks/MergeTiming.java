package io.deltaconnect.benchmarks;

import java.util.Map;

/**
 * How long a merge took.
 *
 * @param seconds in all
 * @param phases seconds by phase, in their order; empty where the writer does not say
 */
record MergeTiming(double seconds, Map<String, Double> phases) {}
