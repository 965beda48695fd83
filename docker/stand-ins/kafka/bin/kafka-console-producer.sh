#!/usr/bin/env bash
KAFKA_LOG4J_OPTS=-Dlog4j2.level=warn exec "$(dirname "$0")/kafka-run-class.sh" \
  org.apache.kafka.tools.ConsoleProducer "$@"
