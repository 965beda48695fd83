package io.deltaconnect.transforms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the worker learns of the transforms without running them. */
@SuppressWarnings("rawtypes") // as ServiceLoader has them
class SettingsTest {
  static List<Transformation> found() {
    return ServiceLoader.load(Transformation.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  @Test
  void theWorkerFindsThem() {
    assertThat(found())
        .extracting(transform -> transform.getClass().getSimpleName())
        .containsExactlyInAnyOrder("OpCodes", "Key", "Value", "DebeziumRow", "DeltaTombstone");
  }

  @ParameterizedTest
  @MethodSource("found")
  void keysAreDocumentedAndTheVersionIsKnown(Transformation transform) {
    assertThat(((Versioned) transform).version()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(transform.config().configKeys().values())
        .isNotEmpty()
        .allSatisfy(
            key -> {
              assertThat(key.documentation).isNotBlank();
              assertThat(key.displayName).isNotBlank();
              assertThat(key.recommender).isNotNull();
            });
  }

  /** As the worker does it: the keys of a transform under a prefix, among a connector's. */
  static Map<String, List<String>> errors(Transformation transform, Map<String, String> config) {
    ConfigDef connector = new ConfigDef();
    connector.embed("transforms.t.", "Transforms: t", 1, transform.config());
    Map<String, String> prefixed = new HashMap<>();
    config.forEach((key, value) -> prefixed.put("transforms.t." + key, value));
    Map<String, List<String>> errors = new HashMap<>();
    for (ConfigValue value : connector.validate(prefixed)) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name().substring("transforms.t.".length()), value.errorMessages());
      }
    }
    return errors;
  }

  @Test
  void theWorkersValidationShowsBrokenRulesAtEachKey() {
    assertThat(errors(new OpCodes<>(), Map.of("field.name", "op", "from", "delta")))
        .containsOnly(
            Map.entry("from", List.of("from and to go together")),
            Map.entry("to", List.of("from and to go together")));
    assertThat(errors(new OpCodes<>(), Map.of("from", "delta", "to", "dms")))
        .containsOnlyKeys("field.name", "header.name");
    assertThat(errors(new OpCodes<>(), Map.of("field.name", "op", "mapping", "a:b"))).isEmpty();
  }

  @Test
  void theWorkerShowsWhichValuesAKeyCanHave() {
    Map<String, String> config = Map.of("field.name", "op", "mapping", "a:b");
    assertThat(new OpCodes<>().config().validate(config))
        .filteredOn(value -> value.name().equals("unknown.behavior"))
        .singleElement()
        .satisfies(
            value -> assertThat(value.recommendedValues()).containsExactly("fail", "pass", "drop"));
  }
}
