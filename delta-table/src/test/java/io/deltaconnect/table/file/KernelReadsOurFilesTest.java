package io.deltaconnect.table.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltaconnect.table.kernel.DataFile;
import io.deltaconnect.table.kernel.TableLayout;
import io.deltaconnect.table.row.MapEntries;
import io.deltaconnect.table.row.Values;
import io.deltaconnect.table.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Kernel's Parquet reader as a judge that shares no code with ours. */
class KernelReadsOurFilesTest {
  private static final Storage STORAGE = Storage.of(Map.of());
  private static Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("kernel-reads");
  }

  @AfterContainer
  static void removeFolder() throws IOException {
    TestFiles.delete(folder);
  }

  @Property(tries = 50)
  void kernelReadsTheRowsThatWereWritten(@ForAll long seed) throws IOException {
    RandomRows random = new RandomRows(seed);
    Random choice = new Random(seed);
    StructType schema = random.schema(1 + choice.nextInt(5), 3);
    List<Object[]> rows = random.rows(schema, 1 + choice.nextInt(2500));
    TableLayout layout = new TableLayout(folder.toString(), schema, List.of(), Map.of());
    DataFile file = TestFiles.write(STORAGE, layout, rows);

    List<Object[]> found = new ArrayList<>();
    FileStatus status = FileStatus.of(folder.resolve(file.path()).toString(), file.size(), 0);
    try (CloseableIterator<FileReadResult> results =
        STORAGE
            .engine()
            .getParquetHandler()
            .readParquetFiles(one(status), schema, Optional.empty())) {
      while (results.hasNext()) {
        addRows(results.next().getData(), schema, found);
      }
    }

    assertThat(found).as("seed %d", seed).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      if (!Values.sameRow(found.get(i), rows.get(i))) {
        assertThat(found.get(i)).as("seed %d, row %d", seed, i).isEqualTo(rows.get(i));
      }
    }
  }

  private static void addRows(ColumnarBatch batch, StructType schema, List<Object[]> rows) {
    for (int i = 0; i < batch.getSize(); i++) {
      Object[] row = new Object[schema.length()];
      for (int c = 0; c < row.length; c++) {
        row[c] = value(batch.getColumnVector(c), i);
      }
      rows.add(row);
    }
  }

  private static Object value(ColumnVector vector, int i) {
    if (vector.isNullAt(i)) {
      return null;
    }
    DataType type = vector.getDataType();
    if (type instanceof StructType struct) {
      Object[] fields = new Object[struct.length()];
      for (int f = 0; f < fields.length; f++) {
        fields[f] = value(vector.getChild(f), i);
      }
      return fields;
    } else if (type instanceof ArrayType) {
      return values(vector.getArray(i).getElements(), vector.getArray(i).getSize());
    } else if (type instanceof MapType) {
      int size = vector.getMap(i).getSize();
      return new MapEntries(
          values(vector.getMap(i).getKeys(), size).toArray(),
          values(vector.getMap(i).getValues(), size).toArray());
    }
    return scalar(vector, i, type);
  }

  private static List<Object> values(ColumnVector vector, int size) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(value(vector, i));
    }
    return values;
  }

  private static Object scalar(ColumnVector vector, int i, DataType type) {
    if (type instanceof BooleanType) {
      return vector.getBoolean(i);
    } else if (type instanceof ByteType) {
      return vector.getByte(i);
    } else if (type instanceof ShortType) {
      return vector.getShort(i);
    } else if (type instanceof IntegerType || type instanceof DateType) {
      return vector.getInt(i);
    } else if (type instanceof FloatType) {
      return vector.getFloat(i);
    } else if (type instanceof DoubleType) {
      return vector.getDouble(i);
    } else if (type instanceof StringType) {
      return vector.getString(i);
    } else if (type instanceof BinaryType) {
      return vector.getBinary(i);
    } else if (type instanceof DecimalType) {
      return vector.getDecimal(i);
    }
    return vector.getLong(i);
  }

  private static <T> CloseableIterator<T> one(T element) {
    return new CloseableIterator<>() {
      private boolean taken;

      @Override
      public boolean hasNext() {
        return !taken;
      }

      @Override
      public T next() {
        if (taken) {
          throw new NoSuchElementException();
        }
        taken = true;
        return element;
      }

      @Override
      public void close() {}
    };
  }
}
