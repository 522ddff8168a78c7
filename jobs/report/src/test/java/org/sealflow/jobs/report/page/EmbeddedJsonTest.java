package org.sealflow.jobs.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedJsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "</script><script>alert(1)</script>",
        "<!-- <script> -->",
        "a\u2028b\u2029c",
        "\ud83d\ude00 and half of it: \ud83d",
        "\u0000\u0007\u007f\u0085 \"quoted\" \\ & é",
        "&lt;/script&gt;"
      })
  void textSurvivesAndMeansNothingToHtml(String text) throws Exception {
    String written = new EmbeddedJson().write(TextNode.valueOf(text));
    assertThat(new ObjectMapper().readValue(written, String.class)).isEqualTo(text);
    assertThat(written).doesNotContainPattern("[<>&\\x{0}-\\x{1f}]").matches("\\p{ASCII}*");
  }
}
