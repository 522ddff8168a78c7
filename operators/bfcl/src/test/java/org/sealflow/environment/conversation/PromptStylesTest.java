package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PromptStylesTest {
  @Test
  void stylesAreFoundByTheirNames() {
    assertThat(PromptStyles.named("bfcl_qwen_fc")).isSameAs(PromptStyles.qwenFunctionCalling());
    assertThat(PromptStyles.named("signatures")).isSameAs(PromptStyles.signatures());
    assertThat(PromptStyles.signatures().name()).isEqualTo("signatures");
  }

  @Test
  void anUnknownNameIsAnsweredWithThoseThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PromptStyles.named("llama"))
        .withMessage("no prompt style 'llama'; there are bfcl_qwen_fc, signatures");
  }

  @Test
  void stylesHaveDigestsOfTheirOwn() {
    assertThat(PromptStyles.signatures().templateDigest())
        .isNotEqualTo(PromptStyles.qwenFunctionCalling().templateDigest());
  }
}
