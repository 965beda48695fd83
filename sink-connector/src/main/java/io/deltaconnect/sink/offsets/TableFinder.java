package io.deltaconnect.sink.offsets;

import io.deltaconnect.sink.config.DeltaSinkConfig;
import io.deltaconnect.sink.config.PathTemplate;
import io.deltaconnect.sink.route.TableRouter;
import io.deltaconnect.table.storage.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Finds the paths at which a connector may have written tables. Transforms can route records to
 * tables that no original topic's name tells of, so all tables that {@code table.path} can name
 * count.
 */
final class TableFinder {
  private final DeltaSinkConfig config;
  private final Storage storage;

  TableFinder(DeltaSinkConfig config, Storage storage) {
    this.config = config;
    this.storage = storage;
  }

  /** For messages. */
  String template() {
    return config.pathTemplate().path("*");
  }

  /** The paths of these topics, and of those in {@code topic.to.table.map}. */
  Set<String> named(Collection<String> topics) {
    TableRouter router = new TableRouter(config);
    Set<String> paths = new LinkedHashSet<>();
    config.topicToTable().keySet().forEach(topic -> paths.add(router.route(topic).path()));
    topics.forEach(topic -> paths.add(router.route(topic).path()));
    return paths;
  }

  /** The paths of {@code table.path} at which there is anything. */
  Set<String> listed() throws IOException {
    PathTemplate template = config.pathTemplate();
    Set<String> paths = new LinkedHashSet<>();
    if (!template.hasTopic()) {
      paths.add(template.path(""));
      return paths;
    }
    Path folder = new Path(template.folder());
    FileStatus[] entries;
    try {
      entries = storage.fileSystem(folder).listStatus(folder);
    } catch (FileNotFoundException e) {
      return paths;
    }
    for (FileStatus entry : entries) {
      if (entry.isDirectory()) {
        template.topicOf(entry.getPath().getName()).map(template::path).ifPresent(paths::add);
      }
    }
    return paths;
  }
}
