package io.deltaconnect.table.file;

import io.deltaconnect.table.kernel.UnsupportedTableException;
import io.deltaconnect.table.storage.CorruptTableException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Reads chosen rows of flat columns (one value or NULL per row), of one file after another: only
 * the pages that hold them where there is an offset index, else the column chunk, of which only
 * such pages are decompressed. Not thread-safe; keeps one stream and its buffers.
 */
public final class FlatColumnReader implements Closeable {
  /** Rather read over a gap of so many bytes than seek. */
  private static final int GAP = 32 << 10;

  private static final int MAX_READ = 2 << 20;

  private final FlatPage page;
  private final PageHeader header = new PageHeader();
  private final PageSelection selection = new PageSelection();
  private byte[] stored = new byte[0];

  private ParquetSource source;
  private SeekableInputStream in;

  private ColumnChunkMetaData chunk;
  private ColumnDescriptor column;
  private int[] rows;
  private int chosen;
  private ValueSink sink;

  public FlatColumnReader(Configuration configuration) {
    page = new FlatPage(configuration);
  }

  /** Whether a column of the top of the file's schema can be read here. */
  static boolean canRead(ColumnDescriptor column, ColumnChunkMetaData chunk) {
    return column.getMaxRepetitionLevel() == 0
        && column.getMaxDefinitionLevel() <= 1
        && chunk.getTotalSize() <= Integer.MAX_VALUE / 2
        && !chunk.isEncrypted();
  }

  /**
   * Hands the values of chosen rows of a row group to the sink.
   *
   * @param chosenRows of the row group, ascending, without repetition; null: all
   * @param wantedPages which pages of the chunk to look at, if it has an offset index; null: all
   */
  void read(
      ParquetSource file,
      int rowGroup,
      ColumnDescriptor descriptor,
      ColumnChunkMetaData columnChunk,
      int[] chosenRows,
      boolean[] wantedPages,
      ValueSink valueSink)
      throws IOException {
    open(file);
    chunk = columnChunk;
    column = descriptor;
    rows = chosenRows;
    chosen = 0;
    sink = valueSink;
    try {
      PageOffsets pages = file.pageOffsets(rowGroup, columnChunk, in);
      if (pages == null) {
        readWholeChunk();
      } else {
        readPages(pages, rows == null ? pages.wanted(wantedPages) : pages.holding(rows));
      }
    } catch (UnsupportedTableException e) {
      throw e;
    } catch (RuntimeException | EOFException e) {
      throw new CorruptTableException(cannotRead(file, rowGroup), e);
    } catch (IOException e) {
      throw new IOException(cannotRead(file, rowGroup), e);
    }
  }

  private String cannotRead(ParquetSource file, int rowGroup) {
    return "cannot read column " + chunk.getPath() + " of row group " + rowGroup + " of " + file;
  }

  private void open(ParquetSource file) throws IOException {
    if (source != file) {
      closeStream();
      in = file.stream();
      source = file;
    }
  }

  private void readPages(PageOffsets pages, int[] wanted) throws IOException {
    if (wanted.length == 0) {
      return;
    }
    long dictionary = chunk.getStartingPos();
    if (dictionary < pages.start(0)) {
      fetch(dictionary, pages.start(0));
      int body = header.read(stored, 0);
      dictionaryPage(body);
    }
    for (int from = 0; from < wanted.length; ) {
      long start = pages.start(wanted[from]);
      long end = pages.end(wanted[from]);
      int to = from + 1;
      while (to < wanted.length
          && pages.start(wanted[to]) - end <= GAP
          && pages.end(wanted[to]) - start <= MAX_READ) {
        end = pages.end(wanted[to++]);
      }
      fetch(start, end);
      for (; from < to; from++) {
        int p = wanted[from];
        int body = header.read(stored, (int) (pages.start(p) - start));
        dataPage(body, pages.firstRow(p), pages.firstRow(p + 1) - pages.firstRow(p));
      }
    }
  }

  private void readWholeChunk() throws IOException {
    long start = chunk.getStartingPos();
    fetch(start, start + chunk.getTotalSize());
    int offset = 0;
    int row = 0;
    while (row < chunk.getValueCount()) {
      int body = header.read(stored, offset);
      if (header.isDictionary()) {
        dictionaryPage(body);
      } else if (header.isData()) {
        dataPage(body, row, header.numValues());
        row += header.numValues();
      }
      offset = body + header.compressedSize;
    }
  }

  private void fetch(long start, long end) throws IOException {
    int length = (int) (end - start);
    if (stored.length < length) {
      stored = new byte[Math.max(length, 1 << 16)];
    }
    in.seek(start);
    in.readFully(stored, 0, length);
  }

  private void dictionaryPage(int body) throws IOException {
    DictionaryPage dictionary =
        new DictionaryPage(
            BytesInput.from(page.dictionary(header, stored, body, chunk.getCodec())),
            header.numValues(),
            header.encoding());
    sink.dictionary(dictionary.getEncoding().initDictionary(column, dictionary));
  }

  private void dataPage(int body, int firstRow, int pageRows) throws IOException {
    int from = chosen;
    if (rows == null) {
      chosen = pageRows;
    } else {
      while (chosen < rows.length && rows[chosen] < firstRow + pageRows) {
        chosen++;
      }
      if (chosen == from) {
        return;
      }
    }
    boolean nullable = column.getMaxDefinitionLevel() > 0;
    page.unpack(header, stored, body, chunk.getCodec(), pageRows, nullable);
    if (rows == null) {
      selection.select(page, selection.identity(pageRows), 0, pageRows, 0);
      sink.page(firstRow, firstRow);
    } else {
      selection.select(page, rows, from, chosen, firstRow);
      sink.page(firstRow, from);
    }
    PageDecoder.decode(page, column, selection, sink);
  }

  /** The column index of a column chunk; null if the file has none. */
  ColumnIndex columnIndex(ParquetSource file, ColumnChunkMetaData columnChunk) throws IOException {
    open(file);
    return file.columnIndex(columnChunk, in);
  }

  private void closeStream() throws IOException {
    if (in != null) {
      in.close();
      in = null;
      source = null;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      closeStream();
    } finally {
      page.close();
    }
  }
}
