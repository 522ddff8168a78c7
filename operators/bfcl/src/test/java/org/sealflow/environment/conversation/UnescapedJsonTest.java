package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyJsonReader;

class UnescapedJsonTest {
  @Test
  void onlyWhatJsonAsksForStaysEscaped() {
    String text =
        "\"\\/\n\r\t\b\f\u0001\u001f \u007f\u0080\u00e9\u20ac\ud83d\ude00\\u00e9\\\\u20ac";
    String json = UnescapedJson.of(PyJson.dumps(text));
    assertThat(json)
        .isEqualTo(
            "\"\\\"\\\\/\\n\\r\\t\\b\\f\\u0001\\u001f \u007f\u0080\u00e9\u20ac\ud83d\ude00"
                + "\\\\u00e9\\\\\\\\u20ac\"");
    assertThat(PyJsonReader.read(json)).isEqualTo(text);
  }

  @Test
  void plainJsonStaysAsItIs() {
    assertThat(UnescapedJson.of("{\"a\": [1, \"b\"]}")).isEqualTo("{\"a\": [1, \"b\"]}");
  }
}
