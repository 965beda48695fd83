#!/usr/bin/env bash
# The options of the JVM are lists of words.
# shellcheck disable=SC2086
exec java ${KAFKA_HEAP_OPTS:--Xmx256m} ${KAFKA_JVM_PERFORMANCE_OPTS:-} \
  ${KAFKA_LOG4J_OPTS:--Dlog4j2.configurationFile=/etc/kafka/docker/log4j2.properties} ${KAFKA_OPTS:-} \
  -cp '/opt/kafka/libs/*' "$@"
