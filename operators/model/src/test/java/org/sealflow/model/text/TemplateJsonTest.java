package org.sealflow.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateJsonTest {
  @Test
  void anObjectKeepsItsOrderAndItsKindsOfNumbers() {
    Map<String, Object> object =
        TemplateJson.object(
            "{\"z\": 1, \"a\": 1.0, \"b\": [true, null, \"é\"], \"c\": {\"d\": -0.5},"
                + " \"e\": 123456789012345678901234567890}",
            "it");
    assertThat(new ArrayList<>(object.keySet())).containsExactly("z", "a", "b", "c", "e");
    assertThat(object)
        .containsEntry("z", 1L)
        .containsEntry("a", 1.0)
        .containsEntry("b", Arrays.asList(true, null, "é"))
        .containsEntry("c", Map.of("d", -0.5))
        .containsEntry("e", new BigInteger("123456789012345678901234567890"));
    assertThat(object.get("b")).isInstanceOf(List.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[1]; the tool is no JSON object",
        "''; the tool is no JSON object",
        "{} {}; the tool goes on after its JSON object",
        "{\"a\": }; the tool is no JSON object: line 1: .*",
        "{\"a\": 1; the tool is no JSON object: line 1: .*",
      })
  void whatIsNoObjectIsRefusedInOneLine(String json, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TemplateJson.object(json, "the tool"))
        .withMessageMatching("(?-s)" + message);
  }
}
