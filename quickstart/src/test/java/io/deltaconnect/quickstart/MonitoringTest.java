package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltaconnect.sink.metrics.SinkTableMetricsMXBean;
import io.deltaconnect.sink.metrics.SinkTaskMetricsMXBean;
import io.deltaconnect.source.metrics.SourceTableMetricsMXBean;
import io.deltaconnect.source.metrics.SourceTaskMetricsMXBean;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of the metrics has all that there are, and no others. */
class MonitoringTest {
  @Test
  void theSinksMetricsAreExplained() throws IOException {
    check("Sink", SinkTaskMetricsMXBean.class, SinkTableMetricsMXBean.class);
  }

  @Test
  void theSourcesMetricsAreExplained() throws IOException {
    check("Source", SourceTaskMetricsMXBean.class, SourceTableMetricsMXBean.class);
  }

  private static void check(String heading, Class<?> task, Class<?> table) throws IOException {
    Set<String> ofTask = new TreeSet<>();
    Set<String> ofTable = new TreeSet<>();
    for (String row : rows(heading)) {
      String[] cells = row.split("\\|", -1);
      Matcher names = Pattern.compile("`(\\w+)`").matcher(cells[1]);
      while (names.find()) {
        if (!cells[1].contains("(table)")) {
          ofTask.add(names.group(1));
        }
        if (!cells[1].contains("(task)")) {
          ofTable.add(names.group(1));
        }
      }
    }

    assertThat(ofTask).isEqualTo(attributes(task));
    assertThat(ofTable).isEqualTo(attributes(table));
  }

  private static List<String> rows(String heading) throws IOException {
    String page = Files.readString(ProjectLayout.find().root().resolve("docs/monitoring.md"));
    return page.split("### " + heading + "\n", 2)[1]
        .split("\n#", 2)[0]
        .lines()
        .filter(line -> line.startsWith("| `"))
        .toList();
  }

  private static Set<String> attributes(Class<?> bean) {
    Set<String> attributes = new TreeSet<>();
    Arrays.stream(bean.getMethods())
        .map(method -> method.getName().replaceFirst("^get", ""))
        .forEach(attributes::add);
    return attributes;
  }
}
