package io.deltaconnect.table.file;

import io.delta.kernel.types.StructField;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;

/** Files for tests. */
public final class TestFiles {
  private TestFiles() {}

  /** Writes rows, all of the partition of the first, into one file. */
  public static DataFile write(Storage storage, TableLayout layout, List<Object[]> rows)
      throws IOException {
    try (TableFileWriter writer =
        new TableFileWriter(
            storage,
            layout,
            FileKind.DATA,
            PartitionValues.of(layout, rows.get(0)),
            Long.MAX_VALUE)) {
      for (Object[] row : rows) {
        writer.write(row, null);
      }
      return writer.finish().get(0);
    }
  }

  /**
   * Writes rows into one file as some other writer might: with other encodings, codecs, sizes of
   * pages and row groups.
   */
  public static DataFile writeForeign(
      Storage storage, TableLayout layout, List<Object[]> rows, Random choice) throws IOException {
    List<StructField> columns = layout.schema().fields();
    MessageType schema = ParquetSchema.of(columns, ColumnMapping.of(layout.properties()), false);
    int[] ordinals = IntStream.range(0, columns.size()).toArray();
    String name = UUID.randomUUID() + ".parquet";
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(layout.tablePath(), name);
    CompressionCodecName[] codecs = {
      CompressionCodecName.UNCOMPRESSED,
      CompressionCodecName.SNAPPY,
      CompressionCodecName.GZIP,
      CompressionCodecName.ZSTD,
      CompressionCodecName.LZ4_RAW
    };
    try (ParquetWriter<Object[]> writer =
        new TableFileWriter.Builder(
                ParquetFiles.output(storage, path),
                new RowWriteSupport(schema, columns, ordinals, false))
            .withConf(storage.configuration())
            .withWriterVersion(
                choice.nextBoolean() ? WriterVersion.PARQUET_2_0 : WriterVersion.PARQUET_1_0)
            .withCompressionCodec(codecs[choice.nextInt(codecs.length)])
            .withDictionaryEncoding(choice.nextBoolean())
            .withByteStreamSplitEncoding(choice.nextInt(4) == 0)
            .withRowGroupRowCountLimit(100 + choice.nextInt(3000))
            .withPageRowCountLimit(1 + choice.nextInt(900))
            .withPageSize(200 + choice.nextInt(20_000))
            .build()) {
      for (Object[] row : rows) {
        writer.write(row);
      }
    }
    long size = storage.fileSystem(path).getFileStatus(path).getLen();
    return new DataFile(name, Map.of(), size, 0, null, null, null, null, null);
  }

  /** Removes a folder with all that is in it. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
