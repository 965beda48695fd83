package io.deltaconnect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages link to is there: files, and headings in them. */
class LinksTest {
  private static final Path ROOT = ProjectLayout.find().root();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      Matcher link = LINK.matcher(withoutCode(Files.readString(page)));
      while (link.find()) {
        if (link.group(1).contains("://")) {
          continue;
        }
        links++;
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        if (!Files.exists(target)
            || (link.group(2) != null && !headings(target).contains(link.group(2)))) {
          broken.add(ROOT.relativize(page) + ": " + link.group());
        }
      }
    }

    assertThat(links).isGreaterThan(20);
    assertThat(broken).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder : List.of("", "docs", "config-examples", "benchmarks", "docker")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }

  /** The anchors that GitHub makes of a page's headings. */
  private static List<String> headings(Path page) throws IOException {
    return withoutCode(Files.readString(page))
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  /** Without blocks of code, whose comments would look like headings. */
  private static String withoutCode(String page) {
    return Pattern.compile("^```.*?^```$", Pattern.DOTALL | Pattern.MULTILINE)
        .matcher(page)
        .replaceAll("");
  }
}
