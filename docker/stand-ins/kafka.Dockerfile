# Behaves as apache/kafka does, as far as docker-compose.yml and Testcontainers need it.
ARG BASE_IMAGE
FROM ${BASE_IMAGE}
# Hadoop wants a name for the user it runs as.
RUN echo 'appuser:x:1000:1000::/home/appuser:/bin/bash' >>/etc/passwd \
  && mkdir -p /home/appuser /opt/kafka/config /etc/kafka/docker /mnt/shared/config /var/lib/kafka/data \
  && chown 1000 /home/appuser /opt/kafka/config /var/lib/kafka/data
COPY kafka-runtime/target/libs/ /opt/kafka/libs/
COPY docker/stand-ins/kafka/bin/ /opt/kafka/bin/
COPY docker/stand-ins/kafka/log4j2.properties docker/stand-ins/kafka/run /etc/kafka/docker/
USER appuser
EXPOSE 9092
CMD ["/etc/kafka/docker/run"]
