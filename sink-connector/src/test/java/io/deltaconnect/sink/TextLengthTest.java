package io.deltaconnect.sink;

import static io.deltaconnect.sink.Records.map;
import static io.deltaconnect.sink.Records.struct;
import static io.deltaconnect.sink.Records.structOf;
import static io.deltaconnect.sink.Records.tombstone;
import static io.deltaconnect.sink.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltaconnect.table.DeltaTable;
import io.deltaconnect.table.TableOptions;
import io.deltaconnect.table.kernel.TableDefinition;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables with the columns {@code char(n)} and {@code varchar(n)} of Spark. */
class TextLengthTest {
  private static final Schema TEXT = Schema.OPTIONAL_STRING_SCHEMA;

  @TempDir Path lake;

  private RealTaskFixture task;

  @BeforeEach
  void create() throws IOException {
    StructType schema =
        new StructType().add(column("id", "char(4)")).add(column("name", "varchar(3)"));
    DeltaTable.createOrOpen(
        Storage.of(Map.of()),
        lake.resolve("orders").toString(),
        new TableDefinition(
            schema, List.of(), List.of(), Map.of("delta.enableChangeDataFeed", "true")),
        TableOptions.defaults());
    task = RealTaskFixture.in(lake, "pk.fields", "id");
  }

  private static StructField column(String name, String type) {
    FieldMetadata metadata =
        FieldMetadata.builder().putString("__CHAR_VARCHAR_TYPE_STRING", type).build();
    return new StructField(name, StringType.STRING, true, metadata);
  }

  private static Struct key(String id) {
    return structOf("id", Schema.STRING_SCHEMA, id);
  }

  private static Struct row(String name) {
    return structOf("name", TEXT, name);
  }

  @Test
  void keyIsFilledUpSoThatItFindsItsRow() throws IOException {
    task.put(struct(0, key("ab"), row("x")));
    task.put(upsert(1, "ab", "name", "y"));
    task.put(struct(2, key("ab  "), row("z")));
    assertThat(task.table().rows()).containsExactly(map("id", "ab  ", "name", "z"));

    task.put(tombstone(3, "ab"));
    assertThat(task.table().rows()).isEmpty();
  }

  @Test
  void onlySpacesAtTheEndCanBeTooMany() throws IOException {
    task.put(struct(0, key("abcd  "), row("abc ")), struct(1, key("\uD83D\uDE00"), row("äöü")));
    assertThat(task.table().rows())
        .containsExactlyInAnyOrder(
            map("id", "abcd", "name", "abc"), map("id", "\uD83D\uDE00   ", "name", "äöü"));
  }

  @Test
  void textThatIsTooLongIsRefused() {
    assertThatThrownBy(() -> task.put(struct(0, key("a"), row("abcd"))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("column name")
        .hasMessageContaining("expected varchar(3), got 4 characters: abcd");
    assertThatThrownBy(() -> task.put(struct(0, key("abcde"), row("a"))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("column id")
        .hasMessageContaining("expected char(4), got 5 characters: abcde");
  }
}
