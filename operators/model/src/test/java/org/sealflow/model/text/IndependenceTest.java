package org.sealflow.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.model.template.Template;

/** Rollouts use templates where DJL is not on the class path. */
class IndependenceTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        PromptTokenizer.class,
        SpecialTokens.class,
        TokenizerFile.class,
        TokenizerConfig.class,
        ChatTemplate.class,
        ChatSegments.class,
        TemplateJson.class,
        Template.class,
      })
  void onlyTheHuggingFaceTokenizerNamesDjl(Class<?> type) throws IOException {
    assertThat(constants(type)).doesNotContain("ai/djl");
  }

  @Test
  void whatNamesDjlIsFound() throws IOException {
    assertThat(constants(HuggingFacePromptTokenizer.class)).contains("ai/djl");
  }

  /** The bytes of the compiled class, where every class it names stands in plain letters. */
  private static String constants(Class<?> type) throws IOException {
    try (InputStream bytes = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      return new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
