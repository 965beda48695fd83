package io.deltaconnect.sink.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltaconnect.sink.config.DeltaSinkConfig;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableRouterTest {
  private static TableRouter router(String path, String map) {
    return new TableRouter(
        DeltaSinkConfig.of(Map.of("name", "sink", "table.path", path, "topic.to.table.map", map)));
  }

  @Test
  void topicTakesItsPlaceInThePath() {
    TableRouter router = router("file:///lake/raw/${topic}/", "");

    assertThat(router.route("orders"))
        .isEqualTo(new TableLocation("orders", "file:///lake/raw/orders"));
    assertThat(router.route("shop1.depot.parcels"))
        .isEqualTo(
            new TableLocation("shop1.depot.parcels", "file:///lake/raw/shop1.depot.parcels"));
  }

  @Test
  void mapNamesTheTableOrItsWholePath() {
    TableRouter router =
        router(
            "/lake/${topic}",
            "shop.orders:orders, b:retail/b, c:file:///other/c, d:/tmp/d/,strange topic:ok");

    assertThat(router.route("shop.orders")).isEqualTo(new TableLocation("orders", "/lake/orders"));
    assertThat(router.route("b")).isEqualTo(new TableLocation("b", "/lake/retail/b"));
    assertThat(router.route("c")).isEqualTo(new TableLocation("c", "file:///other/c"));
    assertThat(router.route("d")).isEqualTo(new TableLocation("d", "/tmp/d"));
    assertThat(router.route("strange topic")).isEqualTo(new TableLocation("ok", "/lake/ok"));
  }

  @Test
  void pathWithoutTopicIsOneTableForAll() {
    TableRouter router = router("/lake/all", "");

    assertThat(router.route("a")).isEqualTo(new TableLocation("all", "/lake/all"));
    assertThat(router.route("b")).isEqualTo(router.route("a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "a/b", "../x", "a b", "a:b", "${topic}", ""})
  void topicsThatTransformsMadeAndThatAreNoNameAreRefused(String topic) {
    TableRouter router = router("/lake/${topic}", "");

    assertThatThrownBy(() -> router.route(topic))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic.to.table.map");
  }
}
