package io.deltaconnect.table.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogPathTest {
  private static final Path TABLE = new Path("file:/lake/t");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "part-0.parquet | file:/lake/t/part-0.parquet",
        "a=1%253A2/x%20y.parquet | file:/lake/t/a=1%3A2/x y.parquet",
        "/other/t/p%23q.parquet | /other/t/p#q.parquet",
        "file:/other/t/p.parquet | file:/other/t/p.parquet",
        "s3a://bucket/t/p.parquet | s3a://bucket/t/p.parquet",
        "time=1971-07-22T03:06:40.000000Z/p.parquet |"
            + " file:/lake/t/time=1971-07-22T03:06:40.000000Z/p.parquet",
        "time=03:06[x]/p%20q%25.parquet | file:/lake/t/time=03:06[x]/p q%.parquet",
        "time=03:06/50%/p%20q.parquet | file:/lake/t/time=03:06/50%/p%20q.parquet",
        "ts=2020-01-01 10%3A00/p.parquet | file:/lake/t/ts=2020-01-01 10%3A00/p.parquet",
        "ts=2020-01-01%2010%3A00/p.parquet | file:/lake/t/ts=2020-01-01 10:00/p.parquet",
        "ts=2020-01-01%2010%253A00/p.parquet | file:/lake/t/ts=2020-01-01 10%3A00/p.parquet",
        "a=\u20ac/p {1}.parquet | file:/lake/t/a=\u20ac/p {1}.parquet",
        "a/b:c^d.parquet | file:/lake/t/a/b:c^d.parquet",
        "part:1.parquet | file:/lake/t/part:1.parquet"
      })
  void charactersThatUrisCannotHaveStandForThemselves(String inLog, String file) {
    Path decoded = LogPath.decode(inLog);

    boolean absolute = decoded.isAbsolute() || decoded.toUri().getScheme() != null;
    assertThat((absolute ? decoded : new Path(TABLE, decoded)).toString()).isEqualTo(file);
  }
}
