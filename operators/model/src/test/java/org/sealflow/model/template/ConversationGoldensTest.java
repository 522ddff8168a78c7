package org.sealflow.model.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole chat templates, in the manner of several model families, against Python's jinja2. */
class ConversationGoldensTest {
  private static final Map<String, Map<String, Object>> CONVERSATIONS = conversations();

  private static Map<String, Map<String, Object>> conversations() {
    Map<String, Map<String, Object>> conversations = new HashMap<>();
    for (JsonNode row : Goldens.tree(Goldens.text("conversations.json"))) {
      conversations.put(row.get("name").asText(), Goldens.variables(row.get("variables")));
    }
    return conversations;
  }

  static Stream<Arguments> rows() {
    return Goldens.rows("conversations-rendered.jsonl").stream()
        .map(
            row ->
                Arguments.of(row.get("template").asText(), row.get("conversation").asText(), row));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("rows")
  void aConversationReadsAsJinjaRendersIt(String template, String conversation, JsonNode row) {
    Template parsed = Template.parse(template, Goldens.text(template));
    Map<String, Object> variables = CONVERSATIONS.get(conversation);
    if (row.has("text")) {
      assertThat(parsed.render(variables, Goldens.CLOCK)).isEqualTo(row.get("text").asText());
    } else {
      assertThatExceptionOfType(TemplateException.class)
          .isThrownBy(() -> parsed.render(variables, Goldens.CLOCK))
          .satisfies(fault -> assertThat(fault.isRaisedByTemplate()).isEqualTo(row.has("refused")))
          .withMessageContaining(row.has("refused") ? row.get("refused").asText() : template);
    }
  }

  @Test
  void fourTemplatesMeetTwentyFourConversations() {
    assertThat(CONVERSATIONS).hasSize(24);
    assertThat(rows()).hasSize(4 * 24);
  }
}
