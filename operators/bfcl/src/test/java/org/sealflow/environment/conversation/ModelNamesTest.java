package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ModelNamesTest {
  @Test
  void aNameIsTheEscapedPrefixAndEightHexDigits() {
    assertThat(ModelNames.ofEpisode("env_handler", 42)).isEqualTo("env_handler_0000002a");
    assertThat(ModelNames.ofEpisode("Qwen/Qwen2.5-7B", -1)).isEqualTo("Qwen_Qwen2_5_7B_ffffffff");
  }

  @Test
  void whatCannotBePartOfACallIsRefused() {
    for (String prefix : new String[] {"7B", "a b", "caf\u00e9", "a(", "m@1"}) {
      assertThatThrownBy(() -> ModelNames.ofEpisode(prefix, 0))
          .as(prefix)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(
              "the model name '" + prefix + "_00000000' cannot be part of a call");
    }
  }

  @Test
  void aConversationTakesNoOtherName() {
    ConversationTask task = TestingDesk.ready(TestingDesk.TASK);
    assertThatThrownBy(
            () -> Conversation.start(task, Rules.of(null), Presentation.plain(), "a-b", null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a-b'");
  }
}
