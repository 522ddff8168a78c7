package org.sealflow.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteTokenizerTest {
  private final PromptTokenizer tokenizer = ByteTokenizer.chatMl();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "naïve Zürich e\u0301",
        "日本語",
        "🙂👩‍👩‍👧",
        "a\r\nb\t\u0000",
        "<|im_start|>user\nhi<|im_end|>\n",
        "<|im_start|<|im_end|>|>",
      })
  void aTextComesBackAsItWas(String text) {
    assertThat(tokenizer.decode(tokenizer.encode(text))).isEqualTo(text);
    assertThat(tokenizer.decode(tokenizer.encodePlain(text))).isEqualTo(text);
  }

  @Test
  void bytesAreTheirOwnIdsAndSpecialTokensFollow() {
    assertThat(tokenizer.encode("é<|im_end|>")).containsExactly(0xc3, 0xa9, 258);
    assertThat(tokenizer.encodePlain("<|")).containsExactly('<', '|');
    assertThat(tokenizer.encodePlain("<|im_end|>")).hasSize(10).doesNotContain(258);
    assertThat(tokenizer.vocabularySize()).isEqualTo(259);
  }

  @Test
  void ofSpecialTokensThatBeginAlikeTheLongestIsTaken() {
    PromptTokenizer other = new ByteTokenizer(List.of("<a", "<a>", "<a>>"), Set.of());
    assertThat(other.encode("<a>><a><a!")).containsExactly(258, 257, 256, '!');
  }

  @Test
  void aLoneSurrogateCountsAsTheReplacementCharacter() {
    assertThat(tokenizer.decode(tokenizer.encode("a\ud83d🙂\ude42"))).isEqualTo("a\ufffd🙂\ufffd");
    assertThat(tokenizer.decode(tokenizer.encodePlain("\ude42a"))).isEqualTo("\ufffda");
  }

  @Test
  void bytesThatAreNoCharacterAreReplaced() {
    assertThat(tokenizer.decode(new int[] {'a', 0xf0, 0x9f, 258})).isEqualTo("a\ufffd<|im_end|>");
  }

  @Test
  void anIdBeyondTheVocabularyIsLeftOutAndANegativeOneRefused() {
    assertThat(tokenizer.decode(new int[] {'a', 300, 'b'})).isEqualTo("ab");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tokenizer.decode(new int[] {-7}))
        .withMessage("token ids are 0 or more, found -7");
  }

  @Test
  void whatEndsATurnIsOneOfTheSpecialTokens() {
    assertThat(tokenizer.endOfTurnIds()).containsExactly(258);
    assertThat(tokenizer.specialId("<|im_end|>")).isEqualTo(OptionalInt.of(258));
    assertThat(tokenizer.specialId("a")).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ByteTokenizer(List.of("<a>"), Set.of("<b>")))
        .withMessage("'<b>' ends a turn but is none of the special tokens [<a>]");
  }

  @Test
  void specialTokensDifferAndAreNotEmpty() {
    for (List<String> wrong : List.of(List.of("<a>", "<a>"), List.of(""))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new ByteTokenizer(wrong, Set.of()))
          .withMessage("special tokens are texts that differ and are not empty, found " + wrong);
    }
  }

  @Test
  void theDigestTellsTokenizersApart() {
    assertThat(tokenizer.digest()).isEqualTo(ByteTokenizer.chatMl().digest()).hasSize(64);
    assertThat(new ByteTokenizer(List.of("<a>", "<b>"), Set.of()).digest())
        .isNotEqualTo(new ByteTokenizer(List.of("<b>", "<a>"), Set.of()).digest());
  }
}
