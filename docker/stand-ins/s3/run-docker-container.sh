#!/usr/bin/env bash
# Starts the server. Its properties are the variables S3PROXY_* and JCLOUDS_*.
set -euo pipefail

umask 077
config="$(mktemp)"
for variable in "${!S3PROXY_@}" "${!JCLOUDS_@}"; do
  key="${variable//_/.}"
  printf '%s=%s\n' "${key,,}" "${!variable}"
done >"$config"
mkdir -p "$JCLOUDS_FILESYSTEM_BASEDIR"
exec java -XX:MaxRAMPercentage=50 -Dlogback.configurationFile=/opt/s3proxy/logback.xml \
  -cp '/opt/s3proxy/libs/*' org.gaul.s3proxy.Main --properties "$config"
