package io.deltaconnect.table.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTest {
  @TempDir java.nio.file.Path dir;

  @Test
  void localFilesHaveNoChecksumFilesBesideThem() throws Exception {
    Path file = new Path(dir.resolve("f").toString());
    FileSystem fs = Storage.of(Map.of()).fileSystem(file);
    try (FSDataOutputStream out = fs.create(file)) {
      out.writeBytes("abc");
    }
    assertThat(fs.rename(file, new Path(dir.resolve("g").toString()))).isTrue();

    try (var files = Files.list(dir)) {
      assertThat(files).containsExactly(dir.resolve("g"));
    }
    assertThat(dir.resolve("g")).hasContent("abc");
  }

  @Test
  void aChecksumFileOfAnotherWriterIsNotLookedAt() throws Exception {
    Files.writeString(dir.resolve("f"), "abc");
    Files.writeString(dir.resolve(".f.crc"), "not a checksum");
    Path file = new Path(dir.resolve("f").toString());
    FileSystem fs = Storage.of(Map.of()).fileSystem(file);
    try (FSDataInputStream in = fs.open(file)) {
      assertThat(in.readAllBytes()).asString().isEqualTo("abc");
    }
    try (FSDataInputStream in = fs.openFile(file).build().get()) {
      assertThat(in.readAllBytes()).asString().isEqualTo("abc");
    }
  }

  @Test
  void aFullDiskIsAnIOException() throws Exception {
    Path full = new Path("/dev/full");
    assumeThat(Files.exists(java.nio.file.Path.of(full.toString())))
        .as("a system without /dev/full")
        .isTrue();
    FileSystem raw =
        ((LocalFileSystem) Storage.of(Map.of()).fileSystem(new Path(dir.toUri()))).getRaw();
    FSDataOutputStream out = raw.append(full);
    out.write(1);

    assertThatThrownBy(out::flush)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/dev/full: No space left on device");
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
  }

  @Test
  void hadoopsOwnCodeStillFindsALocalFileSystem() throws Exception {
    LocalFileSystem local = FileSystem.getLocal(Storage.of(Map.of()).configuration());
    assertThat(local).isInstanceOf(PlainLocalFileSystem.class);
  }

  @Test
  void anotherLocalFileSystemInHadoopsCacheIsNotUsed() throws Exception {
    Path path = new Path(dir.toUri());
    FileSystem others = path.getFileSystem(new Configuration());
    assertThat(others).isNotInstanceOf(PlainLocalFileSystem.class);
    assertThat(Storage.of(Map.of()).fileSystem(path)).isInstanceOf(PlainLocalFileSystem.class);
  }

  @Test
  void storagesWithOtherSettingsHaveOtherFileSystems() throws Exception {
    Path path = new Path("vault://bucket/x");
    for (String secret : List.of("one", "two", "one")) {
      Storage storage =
          Storage.of(Map.of("fs.vault.impl", Vault.class.getName(), "fs.vault.secret", secret));
      assertThat(storage.fileSystem(path).getConf().get("fs.vault.secret")).isEqualTo(secret);
      assertThat(path.getFileSystem(storage.configuration()).getUri())
          .isEqualTo(URI.create("vault://bucket"));
      storage.fileSystem(path).close();
    }
    assertThat(Vault.SECRETS)
        .filteredOn(secret -> !secret.equals("own"))
        .contains("one", "two")
        .doesNotHaveDuplicates();
  }

  @Test
  void fileSystemsThatAreNotSharedEndWithTheirStorage() throws Exception {
    Path path = new Path("vault://bucket/x");
    Map<String, String> settings =
        Map.of("fs.vault.impl", Vault.class.getName(), "fs.vault.secret", "own");
    Storage shared = Storage.of(settings);
    Storage own = Storage.unshared(settings);
    shared.fileSystem(path).getFileStatus(new Path("/"));
    own.fileSystem(path).getFileStatus(new Path("/"));
    assertThat(Vault.SECRETS).filteredOn("own"::equals).hasSize(2);

    own.closeFileSystems();

    assertThat(Vault.CLOSED).containsExactly("own");
    shared.fileSystem(path).getFileStatus(new Path("/"));
    assertThat(Vault.SECRETS).filteredOn("own"::equals).hasSize(2);
    assertThatThrownBy(shared::closeFileSystems).isInstanceOf(IllegalStateException.class);
  }

  /** Stands for a remote store; says with which secrets it was opened. */
  public static final class Vault extends RawLocalFileSystem {
    static final List<String> SECRETS = new CopyOnWriteArrayList<>();
    static final List<String> CLOSED = new CopyOnWriteArrayList<>();
    private URI uri;

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
      super.initialize(uri, conf);
      this.uri = URI.create(uri.getScheme() + "://" + uri.getAuthority());
      if (conf.get("fs.vault.secret") != null) {
        SECRETS.add(conf.get("fs.vault.secret"));
      }
    }

    @Override
    public void close() throws IOException {
      super.close();
      if (getConf().get("fs.vault.secret") != null) {
        CLOSED.add(getConf().get("fs.vault.secret"));
      }
    }

    @Override
    public URI getUri() {
      return uri == null ? super.getUri() : uri;
    }
  }
}
