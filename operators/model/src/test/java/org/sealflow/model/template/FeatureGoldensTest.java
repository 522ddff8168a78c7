package org.sealflow.model.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every feature against what Python's jinja2 makes of the same template and variables. */
class FeatureGoldensTest {
  private static final Map<String, Object> VARIABLES =
      Goldens.variables(Goldens.tree(Goldens.text("variables.json")));

  static Stream<Arguments> rows() {
    return Goldens.rows("features.jsonl").stream()
        .map(row -> Arguments.of(row.get("feature").asText(), row.get("template").asText(), row));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("rows")
  void aTemplateRendersAsJinjaRendersIt(String feature, String template, JsonNode row) {
    if (row.has("text")) {
      assertThat(render(template)).isEqualTo(row.get("text").asText());
    } else {
      assertThatExceptionOfType(TemplateException.class)
          .isThrownBy(() -> render(template))
          .satisfies(fault -> assertThat(fault.line()).isPositive())
          .satisfies(fault -> assertThat(fault.isRaisedByTemplate()).isEqualTo(row.has("refused")))
          .withMessageStartingWith("golden line ")
          .withMessageContaining(row.has("refused") ? row.get("refused").asText() : ": ");
    }
  }

  private static String render(String template) {
    return Template.parse("golden", template).render(VARIABLES, Goldens.CLOCK);
  }

  @Test
  void everyFilterAndEveryTestHasARow() {
    StringBuilder templates = new StringBuilder();
    Goldens.rows("features.jsonl").forEach(row -> templates.append(row.get("template").asText()));
    assertThat(Filters.names()).allMatch(name -> isUsed(templates, "\\|\\s*", name));
    assertThat(ValueTests.names()).allMatch(name -> isUsed(templates, "is (not )?", name));
  }

  /** A name is used behind its sign, or as the text that names it for a selection. */
  private static boolean isUsed(CharSequence templates, String sign, String name) {
    String quoted = Pattern.quote(name);
    return Pattern.compile(sign + quoted + "\\b|'" + quoted + "'").matcher(templates).find();
  }
}
