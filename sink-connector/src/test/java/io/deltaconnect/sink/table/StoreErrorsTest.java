package io.deltaconnect.sink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.deltaconnect.connector.StoreErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.security.auth.login.LoginException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.s3a.UnknownStoreException;
import org.apache.hadoop.fs.s3a.auth.NoAuthWithAWSException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

class StoreErrorsTest {
  private static final String WHAT = "table orders (s3a://lake/orders): opening it";

  static Stream<Arguments> failures() {
    AccessDeniedException denied = new AccessDeniedException("s3a://lake/orders", null, "403");
    denied.initCause(
        S3Exception.builder().statusCode(403).message("SignatureDoesNotMatch").build());
    return Stream.of(
        arguments(denied, false, "storage.secret.key"),
        arguments(new UnknownStoreException("s3a://lake/", "404"), false, "table.path"),
        arguments(
            new IOException("The Delta log of /lake/t cannot be reached", nameless()),
            false,
            "The worker's user has no name"),
        arguments(
            new IOException("failure to login", new LoginException("KDC unreachable")),
            true,
            "failure to login"),
        arguments(
            new IOException(new NoAuthWithAWSException("none found")), true, "storage.access.key"),
        arguments(fromClient(new ConnectException("refused")), true, "storage.endpoint"),
        arguments(
            fromClient(new UnknownHostException("lake.s3")),
            true,
            "storage.path.style.access=true"),
        arguments(
            fromClient(new SSLException("Unsupported or unrecognized SSL message")),
            true,
            "storage.endpoint (http:// if the store has none)"),
        arguments(fromClient(new SocketTimeoutException("read")), true, "storage.endpoint"));
  }

  /** As {@code UserGroupInformation} throws it where {@code /etc/passwd} does not have the UID. */
  private static IOException nameless() {
    return new IOException(
        "Invalid UID, could not determine effective user",
        new LoginException("java.lang.NullPointerException: invalid null input: name"));
  }

  private static IOException fromClient(IOException cause) {
    return new IOException("getFileStatus", SdkClientException.create("cannot connect", cause));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void theyNameTheTableAndTheKeyToLookAt(IOException failure, boolean again, String key) {
    for (boolean unchecked : new boolean[] {false, true}) {
      assertThatThrownBy(
              () ->
                  TableErrors.run(
                      WHAT,
                      () -> {
                        if (unchecked) {
                          throw new UncheckedIOException(failure);
                        }
                        throw failure;
                      }))
          .hasMessageStartingWith(WHAT)
          .hasMessageContaining(key)
          .satisfies(e -> assertThat(e instanceof RetriableException).isEqualTo(again));
    }
  }

  /** A shallow clone, say, that names the files of its source by a scheme of its own. */
  @Test
  void filesOnAStoreThatNobodyKnowsAreNotTriedAgain() {
    assertThatThrownBy(() -> FileSystem.get(URI.create("dbfs:/lake/t"), new Configuration()))
        .isInstanceOfSatisfying(
            IOException.class, e -> assertThat(StoreErrors.isPermanent(e)).isTrue());
  }

  @Test
  void failuresOfLocalFilesAreLeftAsTheyAre() {
    assertThat(StoreErrors.advice(new AccessDeniedException("/lake"), "table.path")).isEmpty();
  }
}
