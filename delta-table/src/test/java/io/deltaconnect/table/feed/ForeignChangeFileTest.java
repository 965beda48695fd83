package io.deltaconnect.table.feed;

import static io.deltaconnect.table.feed.TestRow.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.table.kernel.Action;
import io.deltaconnect.table.storage.CorruptTableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Change data files that no writer of ours would write. */
class ForeignChangeFileTest {
  private static final String CHANGE_TYPE = "optional binary _change_type (STRING); ";

  @TempDir Path dir;

  private TestTable table;

  @BeforeEach
  void create() throws Exception {
    table = TestTable.create(dir.resolve("table"));
  }

  @Test
  void theirRowsAreRead() throws Exception {
    long version = commit(CHANGE_TYPE, "insert", "delete");

    assertThat(table.changes(version))
        .containsExactly(change("delete", 1L, "a"), change("insert", 0L, "a"));
  }

  /** Neither a guess nor a row left out would be what the version changed. */
  @Test
  void aRowWhoseChangeTypeIsNullIsRefusedAndItsFileNamed() throws Exception {
    long version = commit(CHANGE_TYPE, "insert", null);

    assertThatThrownBy(() -> table.changes(version))
        .isInstanceOf(CorruptTableException.class)
        .hasMessageContaining(table.path())
        .hasMessageContaining("version " + version)
        .hasMessageContaining("a row of _change_data/foreign.parquet has no _change_type");
  }

  @Test
  void aFileWithoutChangeTypesIsRefused() throws Exception {
    long version = commit("", (String) null);

    assertThatThrownBy(() -> table.changes(version))
        .isInstanceOf(CorruptTableException.class)
        .hasMessageContaining("_change_data/foreign.parquet has no column _change_type");
  }

  /** Rows with these change types, null being NULL, and the ids 0, 1 and so on. */
  private long commit(String changeTypeColumn, String... changeTypes) throws Exception {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message row { optional int64 id; optional binary name (STRING); "
                + changeTypeColumn
                + "}");
    Path file = Path.of(table.path(), "_change_data", "foreign.parquet");
    Files.createDirectories(file.getParent());
    write(file, type, changeTypes);
    return table.commit(
        new Action.Cdc("_change_data/foreign.parquet", Map.of(), Files.size(file), null));
  }

  private static void write(Path file, MessageType type, String... changeTypes) throws IOException {
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(type).build()) {
      for (int i = 0; i < changeTypes.length; i++) {
        Group row = new SimpleGroup(type);
        row.add("id", (long) i);
        row.add("name", "a");
        if (changeTypes[i] != null) {
          row.add("_change_type", changeTypes[i]);
        }
        writer.write(row);
      }
    }
  }
}
