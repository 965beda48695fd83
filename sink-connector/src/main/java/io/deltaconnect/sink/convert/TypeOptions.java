package io.deltaconnect.sink.convert;

import io.delta.kernel.types.DataType;

/**
 * Which Delta type new columns get where there is a choice.
 *
 * @param ntz whether timestamps without a zone become {@code timestamp_ntz} instead of {@code
 *     timestamp}
 * @param timeAsMicros whether times of day become microseconds in a {@code long} instead of text
 * @param variableScaleDecimal {@code string}, or the decimal that Debezium's decimals of varying
 *     scale must fit
 */
public record TypeOptions(boolean ntz, boolean timeAsMicros, DataType variableScaleDecimal) {}
