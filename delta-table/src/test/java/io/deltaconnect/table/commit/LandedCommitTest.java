package io.deltaconnect.table.commit;

import static io.deltaconnect.table.TestTables.STORAGE;
import static io.deltaconnect.table.TestTables.append;
import static io.deltaconnect.table.TestTables.merge;
import static io.deltaconnect.table.TestTables.row;
import static io.deltaconnect.table.TestTables.texts;
import static io.deltaconnect.table.TestTables.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit is in the log, and what comes after it fails. */
class LandedCommitTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG, false).add("name", StringType.STRING);

  @TempDir Path folder;

  /** The local file system of a process that has no memory left for checkpoints. */
  public static final class NoMemoryForCheckpoints extends RawLocalFileSystem {
    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      if (path.getName().contains(".checkpoint.")) {
        throw new OutOfMemoryError("Java heap space");
      }
      return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
    }
  }

  @Test
  void itsFilesStayWhateverItIs() throws IOException {
    String path = folder.resolve("t").toString();
    Storage failing = Storage.of(Map.of("fs.file.impl", NoMemoryForCheckpoints.class.getName()));
    TableDefinition definition =
        new TableDefinition(SCHEMA, List.of(), List.of(), Map.of("delta.checkpointInterval", "2"));
    DeltaTable table = DeltaTable.createOrOpen(failing, path, definition, TableOptions.defaults());
    table.append(append(SCHEMA, row(1L, "a"), row(2L, "b")));

    assertThatThrownBy(() -> table.merge(merge(SCHEMA, upsert(1L, "A"))))
        .isInstanceOf(OutOfMemoryError.class);

    assertThat(texts(path)).containsExactly("(1, 'A')", "(2, 'b')");
    assertThatThrownBy(() -> table.merge(merge(SCHEMA, upsert(2L, "B"))))
        .isInstanceOfSatisfying(
            EarlierCommitLandedException.class, e -> assertThat(e.version()).isEqualTo(2));
    assertThat(table.merge(merge(SCHEMA, upsert(2L, "B"))).version()).isEqualTo(3);
    assertThat(texts(path)).containsExactly("(1, 'A')", "(2, 'B')");
    assertThat(
            DeltaTable.open(STORAGE, path, TableOptions.defaults())
                .merge(merge(SCHEMA, upsert(3L, "c")))
                .version())
        .isEqualTo(4);
  }
}
