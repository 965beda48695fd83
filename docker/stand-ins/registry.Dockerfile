# Behaves as apicurio/apicurio-registry-mem does, as far as docker-compose.yml needs it.
ARG BASE_IMAGE
FROM ${BASE_IMAGE}
COPY registry-runtime/target/libs/ /deployments/
USER nobody
EXPOSE 8080
CMD ["java", "-XX:MaxRAMPercentage=50", "-Dquarkus.http.host=0.0.0.0", "-cp", "/deployments/*", "io.quarkus.runner.GeneratedMain"]
