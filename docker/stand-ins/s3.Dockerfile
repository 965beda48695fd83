# Behaves as andrewgaul/s3proxy does, as far as docker-compose.yml needs it.
ARG BASE_IMAGE
FROM ${BASE_IMAGE}
COPY s3-runtime/target/libs/ /opt/s3proxy/libs/
COPY docker/stand-ins/s3/logback.xml docker/stand-ins/s3/run-docker-container.sh /opt/s3proxy/
ENV S3PROXY_ENDPOINT=http://0.0.0.0:80 JCLOUDS_FILESYSTEM_BASEDIR=/data
EXPOSE 80
CMD ["/opt/s3proxy/run-docker-container.sh"]
