package io.deltaconnect.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.integration.FaultyS3.Fault;
import io.deltaconnect.quickstart.ProjectLayout;
import io.deltaconnect.quickstart.S3Server;
import io.deltaconnect.table.kernel.TableLog;
import io.deltaconnect.table.storage.Storage;
import io.deltaconnect.table.storage.UnsafeStoreException;
import io.deltaconnect.table.storage.logstore.S3LogStore;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.s3a.UnknownStoreException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of commits when the way to S3 fails. */
class S3FaultsIT {
  @TempDir static java.nio.file.Path dir;
  private static S3Server server;
  private static FaultyS3 faulty;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.start(ProjectLayout.find().s3Libs(), dir.resolve("s3"), "lake");
    faulty = new FaultyS3(server.endpoint());
  }

  @AfterAll
  static void stop() throws IOException {
    faulty.close();
    server.close();
  }

  /** Clients that try once let each failure through; by default they try again themselves. */
  private static Map<String, String> settings(boolean tryAgain) {
    Map<String, String> settings = new HashMap<>(faulty.through(server.hadoopProperties()));
    settings.put("fs.s3a.retry.interval", "20ms");
    if (!tryAgain) {
      settings.put("fs.s3a.attempts.maximum", "1");
      settings.put("fs.s3a.retry.limit", "0");
    }
    return settings;
  }

  @Test
  void aConflictOfRequestsIsNotAnAnswerAndAFailedConditionIs() throws Exception {
    Configuration conf = Storage.of(settings(false)).configuration();
    S3LogStore store = new S3LogStore(conf);
    Path file = new Path("s3a://lake/answers/_delta_log/1.json");

    faulty.next(Fault.CONFLICT_409);
    assertThatThrownBy(() -> store.write(file, List.of("a").iterator(), false, conf))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("409");
    store.write(file, List.of("a").iterator(), false, conf);
    assertThatThrownBy(() -> store.write(file, List.of("b").iterator(), false, conf))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void aClientThatTriesAgainKnowsItsOwnObject() throws Exception {
    Configuration conf = Storage.of(settings(true)).configuration();
    Path file = new Path("s3a://lake/own/_delta_log/1.json");

    faulty.next(Fault.LOST_RESPONSE);
    new S3LogStore(conf).write(file, List.of("a").iterator(), false, conf);

    assertThat(faulty.left()).isZero();
    assertThatThrownBy(() -> new S3LogStore(conf).write(file, List.of("a").iterator(), false, conf))
        .as("another write of the same content")
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "CONFLICT_409,false",
    "CONFLICT_409_AFTER_ALL,false",
    "LOST_RESPONSE,false",
    "LOST_RESPONSE,true",
    "CUT_OFF,false",
    "CUT_OFF,true"
  })
  void everyChangeIsInTheTableOnce(Fault fault, boolean tryAgain) throws Exception {
    EngineTable table =
        EngineTable.create(
            "s3a://lake/once/" + fault + "-" + tryAgain, Storage.of(settings(tryAgain)));
    table.append(0, 10);

    faulty.next(fault);
    table.upsert("changed", 3, 11);
    faulty.next(fault);
    table.append(20, 25);

    assertThat(faulty.left()).isZero();
    assertThat(table.table().snapshot().version()).isEqualTo(3);
    assertThat(table.ids())
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 11L, 20L, 21L, 22L, 23L, 24L);
  }

  @Test
  void aStoreThatIgnoresConditionsIsRefusedBeforeAnythingIsWritten() throws Exception {
    try (FaultyS3 careless = new FaultyS3(server.endpoint())) {
      careless.ignoreConditions();
      Storage storage = Storage.of(careless.through(server.hadoopProperties()));

      assertThatThrownBy(() -> EngineTable.create("s3a://lake/careless", storage))
          .isInstanceOf(UnsafeStoreException.class)
          .hasMessageContaining("s3a://lake/careless")
          .hasMessageContaining("If-None-Match");
      assertThat(TableLog.exists(storage, "s3a://lake/careless")).isFalse();
    }
  }

  static Stream<Arguments> unreachable() {
    return Stream.of(
        Arguments.of("s3a://lake/t", "fs.s3a.secret.key", "wrong", AccessDeniedException.class),
        Arguments.of(
            "s3a://no-such-bucket/t", "fs.s3a.threads.max", "5", UnknownStoreException.class),
        Arguments.of(
            "s3a://lake/t", "fs.s3a.endpoint", "http://127.0.0.1:1", ConnectException.class));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("unreachable")
  void whatCannotBeReachedIsSaidSoonAndByItsType(
      String path, String key, String value, Class<? extends IOException> type) {
    Map<String, String> settings = new HashMap<>(server.hadoopProperties());
    settings.put(key, value);
    long start = System.nanoTime();

    assertThatThrownBy(() -> EngineTable.create(path, Storage.of(settings)))
        .isInstanceOf(IOException.class)
        .satisfies(e -> assertThat(causes(e)).hasAtLeastOneElementOfType(type));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(90));
  }

  private static List<Throwable> causes(Throwable e) {
    return Stream.iterate(e, Objects::nonNull, Throwable::getCause).toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"CONFLICT_409", "LOST_RESPONSE", "CUT_OFF"})
  void aTableIsMadeOnce(Fault fault) throws Exception {
    faulty.next(fault);
    EngineTable table = EngineTable.create("s3a://lake/made/" + fault, Storage.of(settings(false)));
    table.append(0, 3);

    assertThat(faulty.left()).isZero();
    assertThat(table.table().snapshot().version()).isEqualTo(1);
    assertThat(table.ids()).containsExactly(0L, 1L, 2L);
  }
}
