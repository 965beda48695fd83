package io.deltaconnect.table.file;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
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

  private final Decompressor decompressor;
  private final FlatPage page = new FlatPage();
  private final PageSelection selection = new PageSelection();
  private byte[] stored = new byte[0];
  private byte[] plain = new byte[0];

  private ParquetSource source;
  private SeekableInputStream in;

  private ColumnChunkMetaData chunk;
  private ColumnDescriptor column;
  private int[] rows;
  private int chosen;
  private ValueSink sink;

  public FlatColumnReader(Configuration configuration) {
    decompressor = new Decompressor(configuration);
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
      OffsetIndex index = file.offsetIndex(columnChunk, in);
      if (index == null) {
        readWholeChunk();
      } else {
        readPages(index, wantedPages, file.rowGroup(rowGroup).getRowCount());
      }
    } catch (RuntimeException | IOException e) {
      throw new IOException(
          "cannot read column "
              + columnChunk.getPath()
              + " of row group "
              + rowGroup
              + " of "
              + file,
          e);
    }
  }

  private void open(ParquetSource file) throws IOException {
    if (source != file) {
      closeStream();
      in = file.stream();
      source = file;
    }
  }

  private void readPages(OffsetIndex index, boolean[] wantedPages, long rowCount)
      throws IOException {
    int[] wanted = new int[index.getPageCount()];
    int n = 0;
    int next = 0;
    for (int p = 0; p < index.getPageCount(); p++) {
      if (rows == null) {
        if (wantedPages == null || wantedPages[p]) {
          wanted[n++] = p;
        }
        continue;
      }
      long last = index.getLastRowIndex(p, rowCount);
      if (next < rows.length && rows[next] <= last) {
        wanted[n++] = p;
        do {
          next++;
        } while (next < rows.length && rows[next] <= last);
      }
    }
    if (n == 0) {
      return;
    }
    long dictionary = chunk.getStartingPos();
    if (dictionary < index.getOffset(0)) {
      int length = (int) (index.getOffset(0) - dictionary);
      fetch(dictionary, length);
      dictionaryPage(0, length);
    }
    for (int from = 0; from < n; ) {
      long start = index.getOffset(wanted[from]);
      long end = start + index.getCompressedPageSize(wanted[from]);
      int to = from + 1;
      for (; to < n; to++) {
        long pageStart = index.getOffset(wanted[to]);
        long pageEnd = pageStart + index.getCompressedPageSize(wanted[to]);
        if (pageStart - end > GAP || pageEnd - start > MAX_READ) {
          break;
        }
        end = pageEnd;
      }
      fetch(start, (int) (end - start));
      for (; from < to; from++) {
        int p = wanted[from];
        int firstRow = (int) index.getFirstRowIndex(p);
        int pageRows = (int) (index.getLastRowIndex(p, rowCount) - firstRow + 1);
        dataPage((int) (index.getOffset(p) - start), firstRow, pageRows);
      }
    }
  }

  private void readWholeChunk() throws IOException {
    int length = (int) chunk.getTotalSize();
    fetch(chunk.getStartingPos(), length);
    long values = 0;
    for (int offset = 0; values < chunk.getValueCount() && offset < length; ) {
      HeaderInput header = new HeaderInput(stored, offset, length);
      PageHeader parsed = Util.readPageHeader(header);
      int body = header.position();
      switch (parsed.getType()) {
        case DICTIONARY_PAGE -> dictionaryPage(parsed, body);
        case DATA_PAGE -> {
          int pageRows = parsed.getData_page_header().getNum_values();
          dataPage(parsed, body, (int) values, pageRows);
          values += pageRows;
        }
        case DATA_PAGE_V2 -> {
          int pageRows = parsed.getData_page_header_v2().getNum_values();
          dataPage(parsed, body, (int) values, pageRows);
          values += pageRows;
        }
        default -> {}
      }
      offset = body + parsed.getCompressed_page_size();
    }
  }

  private void fetch(long start, int length) throws IOException {
    if (stored.length < length) {
      stored = new byte[Math.max(length, 1 << 16)];
    }
    in.seek(start);
    in.readFully(stored, 0, length);
  }

  private void dictionaryPage(int offset, int length) throws IOException {
    HeaderInput header = new HeaderInput(stored, offset, length);
    dictionaryPage(Util.readPageHeader(header), header.position());
  }

  private void dictionaryPage(PageHeader header, int body) throws IOException {
    int size = header.getUncompressed_page_size();
    byte[] bytes = new byte[size];
    decompressor.decompress(
        chunk.getCodec(), stored, body, header.getCompressed_page_size(), bytes, 0, size);
    DictionaryPage dictionaryPage =
        new DictionaryPage(
            BytesInput.from(bytes),
            header.getDictionary_page_header().getNum_values(),
            encoding(header.getDictionary_page_header().getEncoding()));
    sink.dictionary(dictionaryPage.getEncoding().initDictionary(column, dictionaryPage));
  }

  private void dataPage(int offset, int firstRow, int pageRows) throws IOException {
    HeaderInput header = new HeaderInput(stored, offset, stored.length);
    PageHeader parsed = Util.readPageHeader(header);
    dataPage(parsed, header.position(), firstRow, pageRows);
  }

  private void dataPage(PageHeader header, int body, int firstRow, int pageRows)
      throws IOException {
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
    page.rows = pageRows;
    if (header.isSetData_page_header_v2()) {
      unpackV2(header, body);
    } else {
      unpackV1(header, body);
    }
    if (rows == null) {
      selection.select(page, selection.identity(pageRows), 0, pageRows, 0);
      sink.page(firstRow, firstRow);
    } else {
      selection.select(page, rows, from, chosen, firstRow);
      sink.page(firstRow, from);
    }
    PageDecoder.decode(page, column, selection, sink);
  }

  private void unpackV1(PageHeader header, int body) throws IOException {
    DataPageHeader data = header.getData_page_header();
    int size = header.getUncompressed_page_size();
    decompress(body, header.getCompressed_page_size(), size);
    page.levels = plain;
    page.values = plain;
    page.levelsStart = 0;
    page.levelsEnd = 0;
    if (column.getMaxDefinitionLevel() > 0) {
      if (data.getDefinition_level_encoding() != org.apache.parquet.format.Encoding.RLE) {
        throw new IOException("definition levels are " + data.getDefinition_level_encoding());
      }
      page.levelsStart = 4;
      page.levelsEnd = 4 + LittleEndian.getInt(plain, 0);
    }
    page.valuesStart = page.levelsEnd;
    page.valuesEnd = size;
    page.encoding = encoding(data.getEncoding());
  }

  private void unpackV2(PageHeader header, int body) throws IOException {
    DataPageHeaderV2 data = header.getData_page_header_v2();
    int levels = data.getDefinition_levels_byte_length() + data.getRepetition_levels_byte_length();
    int size = header.getUncompressed_page_size() - levels;
    page.levels = stored;
    page.levelsStart = body + data.getRepetition_levels_byte_length();
    page.levelsEnd = body + levels;
    if (!data.isSetIs_compressed() || data.isIs_compressed()) {
      decompress(body + levels, header.getCompressed_page_size() - levels, size);
      page.values = plain;
      page.valuesStart = 0;
      page.valuesEnd = size;
    } else {
      page.values = stored;
      page.valuesStart = body + levels;
      page.valuesEnd = body + levels + size;
    }
    page.encoding = encoding(data.getEncoding());
  }

  private void decompress(int offset, int length, int size) throws IOException {
    if (plain.length < size) {
      plain = new byte[Math.max(size, 1 << 16)];
    }
    if (size > 0) {
      decompressor.decompress(chunk.getCodec(), stored, offset, length, plain, 0, size);
    }
  }

  private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
    return Encoding.valueOf(encoding.name());
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
      decompressor.close();
    }
  }

  /** The array behind it is read on after the header. */
  private static final class HeaderInput extends ByteArrayInputStream {
    HeaderInput(byte[] bytes, int offset, int end) {
      super(bytes, offset, end - offset);
    }

    int position() {
      return pos;
    }
  }
}
