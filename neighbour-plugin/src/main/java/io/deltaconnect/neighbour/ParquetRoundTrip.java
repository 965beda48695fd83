package io.deltaconnect.neighbour;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopOutputFile;

/**
 * Sends each value through a Parquet file, as an Avro record with its JSON, and adds a field {@code
 * neighbour} that says by which versions. For values without schemas; tombstones pass.
 *
 * @param <R> kind of record
 */
public final class ParquetRoundTrip<R extends ConnectRecord<R>>
    implements Transformation<R>, Versioned {
  private static final Schema SCHEMA =
      SchemaBuilder.record("Value").fields().requiredString("json").endRecord();
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

  @Override
  public String version() {
    return "1";
  }

  @Override
  public ConfigDef config() {
    return new ConfigDef();
  }

  @Override
  public void configure(Map<String, ?> configs) {}

  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        roundTrip((Map<?, ?>) record.value()),
        record.timestamp());
  }

  private static Map<?, ?> roundTrip(Map<?, ?> value) {
    Thread thread = Thread.currentThread();
    ClassLoader connectors = thread.getContextClassLoader();
    // Hadoop finds its file systems by this one, which is the connector's.
    thread.setContextClassLoader(ParquetRoundTrip.class.getClassLoader());
    Path directory = null;
    try {
      directory = Files.createTempDirectory("neighbour");
      Path file = directory.resolve("value.parquet");
      write(file, JSON.writeValueAsString(value));
      Map<String, Object> read = JSON.readValue(read(file), new TypeReference<>() {});
      read.put("neighbour", versions());
      return read;
    } catch (IOException e) {
      throw new DataException("Parquet: " + e.getMessage(), e);
    } finally {
      thread.setContextClassLoader(connectors);
      delete(directory);
    }
  }

  private static void write(Path file, String json) throws IOException {
    GenericRecord record = new GenericData.Record(SCHEMA);
    record.put("json", json);
    try (ParquetWriter<GenericRecord> writer =
        AvroParquetWriter.<GenericRecord>builder(
                HadoopOutputFile.fromPath(hadoop(file), new Configuration()))
            .withSchema(SCHEMA)
            .build()) {
      writer.write(record);
    }
  }

  private static String read(Path file) throws IOException {
    try (ParquetReader<GenericRecord> reader =
        AvroParquetReader.<GenericRecord>builder(
                HadoopInputFile.fromPath(hadoop(file), new Configuration()))
            .build()) {
      return reader.read().get("json").toString();
    }
  }

  private static org.apache.hadoop.fs.Path hadoop(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  private static String versions() {
    return "jackson %s, avro %s, parquet %s, hadoop %s"
        .formatted(
            JSON.version(),
            Schema.class.getPackage().getImplementationVersion(),
            org.apache.parquet.Version.VERSION_NUMBER,
            VersionInfo.getVersion());
  }

  /** Hadoop leaves a checksum beside the file. */
  private static void delete(Path directory) {
    if (directory == null) {
      return;
    }
    try {
      Files.deleteIfExists(directory.resolve(".value.parquet.crc"));
      Files.deleteIfExists(directory.resolve("value.parquet"));
      Files.delete(directory);
    } catch (IOException e) {
      throw new DataException("Cannot delete " + directory, e);
    }
  }

  @Override
  public void close() {}
}
