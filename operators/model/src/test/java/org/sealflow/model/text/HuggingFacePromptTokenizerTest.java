package org.sealflow.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HuggingFacePromptTokenizerTest {
  private static final int END = TestingTokenizerFile.id("<|im_end|>");

  @TempDir Path directory;
  private HuggingFacePromptTokenizer tokenizer;

  @BeforeEach
  void open() throws IOException {
    TestingTokenizerFile.write(directory);
    tokenizer = HuggingFacePromptTokenizer.open(directory);
  }

  @AfterEach
  void close() {
    tokenizer.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "call the tool and 1212",
        "naïve Zürich",
        "日本語とカタカナ",
        "🙂👩‍👩‍👧 flags 🇨🇭",
        "a\r\nb\n\n c\t\u00a0",
        "nul \u0000 and \u0001",
        "<|im_start|>user\nhi<|im_end|>\n<tool_call>{\"x\": 1}</tool_call>",
        "\u202e\ufeff\u2028",
      })
  void aTextComesBackAsItWas(String text) {
    assertThat(tokenizer.decode(tokenizer.encode(text))).isEqualTo(text);
    assertThat(tokenizer.decode(tokenizer.encodePlain(text))).isEqualTo(text);
  }

  @Test
  void whatIsMergedIsOneToken() {
    assertThat(tokenizer.encode("call")).hasSize(1);
    assertThat(tokenizer.encode(" the")).hasSize(1);
    assertThat(tokenizer.encode("12")).containsExactly('1', '2');
    assertThat(tokenizer.encode("é")).containsExactly(0xc3, 0xa9);
  }

  @Test
  void addedTokensAreAtomicAndNothingIsAdded() {
    assertThat(tokenizer.encode("a<|im_end|>b")).containsExactly('a', END, 'b');
    assertThat(tokenizer.encode("<tool_call>"))
        .containsExactly(TestingTokenizerFile.id("<tool_call>"));
  }

  @Test
  void inPlainTextSpecialTokensAreTextLikeAnyOther() {
    String text = "a<|im_end|>b<|im_start|><|im_end|>";
    int[] ids = tokenizer.encodePlain(text);
    assertThat(Arrays.stream(ids)).allMatch(id -> id < TestingTokenizerFile.id("<|endoftext|>"));
    assertThat(tokenizer.decode(ids)).isEqualTo(text);
    assertThat(tokenizer.encodePlain("<tool_call>"))
        .containsExactly(TestingTokenizerFile.id("<tool_call>"));
  }

  @Test
  void aLongTextIsNotCut() throws IOException {
    Files.writeString(directory.resolve("tokenizer_config.json"), "{\"model_max_length\": 16}");
    TestingTokenizerFile.writeTruncating(directory);
    String text = "x1 ".repeat(5_000);
    try (PromptTokenizer other = HuggingFacePromptTokenizer.open(directory)) {
      assertThat(other.decode(other.encode(text))).isEqualTo(text);
    }
    assertThat(tokenizer.encode(text)).hasSizeGreaterThan(10_000);
  }

  @Test
  void aLoneSurrogateCountsAsTheReplacementCharacter() {
    assertThat(tokenizer.decode(tokenizer.encode("a\ud83d b"))).isEqualTo("a\ufffd b");
    assertThat(tokenizer.decode(tokenizer.encodePlain("\ude42a"))).isEqualTo("\ufffda");
  }

  @Test
  void bytesThatAreNoCharacterAreReplaced() {
    assertThat(tokenizer.decode(new int[] {'a', 0xc3})).isEqualTo("a\ufffd");
  }

  @Test
  void anIdBeyondTheVocabularyIsLeftOutAndANegativeOneRefused() {
    int beyond = tokenizer.vocabularySize() + 5;
    assertThat(tokenizer.decode(new int[] {'a', beyond, 'b'})).isEqualTo("ab");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tokenizer.decode(new int[] {-1}))
        .withMessage("token ids are 0 or more, found -1");
  }

  @Test
  void theVocabularyCountsAddedTokens() {
    assertThat(tokenizer.vocabularySize()).isEqualTo(TestingTokenizerFile.vocabularySize());
    assertThat(tokenizer.specialId("<|im_end|>")).isEqualTo(OptionalInt.of(END));
    assertThat(tokenizer.specialId("<tool_call>")).isEmpty();
    assertThat(tokenizer.specialId("nothing")).isEmpty();
  }

  @Test
  void whatEndsATurnIsReadFromTheFilesBeside() throws IOException {
    assertThat(tokenizer.endOfTurnIds()).isEmpty();
    Files.writeString(
        directory.resolve("tokenizer_config.json"),
        "{\"eos_token\": {\"content\": \"<|im_end|>\", \"special\": true}}");
    Files.writeString(directory.resolve("config.json"), "{\"eos_token_id\": 7}");
    try (PromptTokenizer other = HuggingFacePromptTokenizer.open(directory)) {
      assertThat(other.endOfTurnIds()).containsExactlyInAnyOrder(END, 7);
    }
    Files.writeString(directory.resolve("generation_config.json"), "{\"eos_token_id\": [8, 9]}");
    try (PromptTokenizer other = HuggingFacePromptTokenizer.open(directory)) {
      assertThat(other.endOfTurnIds()).containsExactlyInAnyOrder(END, 8, 9);
    }
  }

  @Test
  void theDigestIsThatOfTheFile() throws IOException {
    assertThat(tokenizer.digest()).matches("[0-9a-f]{64}");
    TestingTokenizerFile.writeTruncating(directory);
    try (PromptTokenizer other = HuggingFacePromptTokenizer.open(directory)) {
      assertThat(other.digest()).isNotEqualTo(tokenizer.digest());
    }
  }

  @Test
  void manyThreadsMayUseIt() {
    String text = "call the 日本 🙂 and 1212\r\n<|im_end|>";
    int[] expected = tokenizer.encode(text);
    assertThat(
            IntStream.range(0, 2_000)
                .parallel()
                .allMatch(i -> Arrays.equals(tokenizer.encode(text), expected)))
        .isTrue();
  }

  @Test
  void anyBytesComeBackAsTheyWere() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      StringBuilder text = new StringBuilder();
      random
          .ints(20, 0, 0x3100)
          .filter(point -> point < 0x300 || point > 0x1fff)
          .forEach(text::appendCodePoint);
      // What the tokenizer's own normalisation would compose differs by design.
      String normal = java.text.Normalizer.normalize(text, java.text.Normalizer.Form.NFC);
      assertThat(tokenizer.decode(tokenizer.encode(normal))).isEqualTo(normal);
    }
  }

  @Test
  void aDirectoryWithoutATokenizerIsRefusedInOneLine(@TempDir Path empty) throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HuggingFacePromptTokenizer.open(empty))
        .withMessage(
            "no %s, expected a model directory of Hugging Face with a fast tokenizer",
            empty.resolve("tokenizer.json"));
    Files.writeString(empty.resolve("tokenizer.json"), "{\"model\": {\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HuggingFacePromptTokenizer.open(empty))
        .withMessageMatching("(?-s).*tokenizer.json is no JSON object: .*");
    Files.writeString(empty.resolve("tokenizer.json"), "{}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HuggingFacePromptTokenizer.open(empty))
        .withMessageMatching("(?-s).*tokenizer.json holds no vocabulary, .*");
    Files.writeString(
        empty.resolve("tokenizer.json"), "{\"model\": {\"type\": \"?\", \"vocab\": {\"a\": 0}}}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HuggingFacePromptTokenizer.open(empty))
        .withMessageMatching("(?-s).*tokenizer.json is refused: .*");
  }
}
