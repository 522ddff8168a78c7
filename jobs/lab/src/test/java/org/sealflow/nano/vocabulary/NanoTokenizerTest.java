package org.sealflow.nano.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.environment.ToolDoc;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.nano.demonstration.DemonstratedMessage;
import org.sealflow.nano.demonstration.Demonstration;
import org.sealflow.nano.demonstration.TestingLessons;
import org.sealflow.python.PyDict;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NanoTokenizerTest {
  private static final String ODD = " \n\t\"'{}[]()<>|_.,:;!?#-+=*/\\@$%^&~`";
  private static final String WORDS = "abcxyzABCXYZ0123456789";

  private Path directory;
  private TestingLessons lessons;
  private PromptTokenizer tokenizer;
  private int size;

  @BeforeAll
  void open(@TempDir Path model) throws IOException {
    directory = model;
    lessons = TestingLessons.read();
    size = TestingTokenizer.build(lessons, directory);
    tokenizer = TestingTokenizer.open(directory);
  }

  @AfterAll
  void close() {
    tokenizer.close();
  }

  private List<String> tokens(String text) {
    return Arrays.stream(tokenizer.encode(text))
        .mapToObj(id -> tokenizer.decode(new int[] {id}))
        .toList();
  }

  private void comesBack(String text) {
    assertThat(tokenizer.decode(tokenizer.encode(text))).isEqualTo(text);
    assertThat(tokenizer.decode(tokenizer.encodePlain(text))).isEqualTo(text);
  }

  @Test
  void theVocabularyIsFilled() {
    assertThat(size).isEqualTo(NanoVocabulary.SIZE);
    assertThat(tokenizer.vocabularySize()).isEqualTo(NanoVocabulary.SIZE);
  }

  @Test
  void fiveHundredEpisodesComeBackAsTheyWere() throws IOException {
    ChatTemplate template = TestingTokenizer.template(directory);
    List<Demonstration> episodes = new ArrayList<>();
    episodes.addAll(lessons.generatedDemonstrations(500, TestingLessons.MIXED));
    episodes.addAll(lessons.demonstrations(50, TestingLessons.MIXED));
    for (Demonstration episode : episodes) {
      comesBack(
          template.render(
              episode.messages().stream().map(DemonstratedMessage::asChatMessage).toList(),
              ChatSettings.NONE,
              true));
    }
  }

  @Test
  void anyAsciiTextComesBackAsItWas() {
    Random random = new Random(7);
    for (int i = 0; i < 5000; i++) {
      comesBack(mixture(random));
    }
  }

  private static String mixture(Random random) {
    StringBuilder text = new StringBuilder();
    int parts = random.nextInt(30);
    for (int i = 0; i < parts; i++) {
      switch (random.nextInt(5)) {
        case 0 -> text.append(ODD.charAt(random.nextInt(ODD.length())));
        case 1 -> text.append(' ');
        case 2 -> text.append((char) random.nextInt(128));
        case 3 -> text.append("file_name");
        default -> text.append(WORDS.charAt(random.nextInt(WORDS.length())));
      }
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "  two  blanks  ",
        "naïve Zürich",
        "日本語とカタカナ",
        "🙂👩‍👩‍👧 flags 🇨🇭",
        "nul \u0000, del \u007f and \u0085",
        "\u202e\ufeff\u2028\u203f",
        "a\u203fb \u203f \u0120",
        "##ing ## a##b",
        "a_file_name file_name_ file_name2 my_file_name",
        "<|im_start|>user\nhi<|im_end|>\n<tool_call>{\"x\": 1}</tool_call>",
      })
  void othersToo(String text) {
    comesBack(text);
  }

  @Test
  void specialTokensAreCutOutBeforeAnythingElse() {
    int end = tokenizer.specialId("<|im_end|>").orElseThrow();
    for (String before : List.of("Done.", "\"}}\n</tool_call>", "x", "\n", "<", "...")) {
      int[] ids = tokenizer.encode(before + "<|im_end|>\n");
      assertThat(Arrays.stream(ids).filter(id -> id == end)).as(before).hasSize(1);
      assertThat(ids[ids.length - 2]).as(before).isEqualTo(end);
    }
    assertThat(tokenizer.endOfTurnIds()).isEqualTo(Set.of(end));
    assertThat(Arrays.stream(tokenizer.encodePlain("Done.<|im_end|>"))).doesNotContain(end);
  }

  @Test
  void aValueHasTheSameTokensInWordsAndInJson() {
    Random random = new Random(11);
    for (int i = 0; i < 2000; i++) {
      String value = value(random);
      int[] ids = tokenizer.encode(value);
      for (String text :
          List.of(
              "Move " + value + " into it.",
              "Write '" + value + "' down.",
              value + " is the name",
              "{\"name\": \"mv\", \"arguments\": {\"source\": \"" + value + "\"}}",
              "<tool_response>\n{\"files\": [\"" + value + "\", \"" + value + "\"]}",
              "Delete " + value)) {
        assertThat(Collections.indexOfSubList(boxed(tokenizer.encode(text)), boxed(ids)))
            .as("%s in %s", value, text)
            .isNotNegative();
      }
    }
  }

  /**
   * A name such as files, tickets and people have: words of letters and digits and . _ - between.
   */
  private static String value(Random random) {
    StringBuilder value = new StringBuilder();
    int words = 1 + random.nextInt(3);
    for (int word = 0; word < words; word++) {
      value.append(word == 0 ? "" : String.valueOf("._- @".charAt(random.nextInt(5))));
      int length = 1 + random.nextInt(8);
      for (int i = 0; i < length; i++) {
        value.append(WORDS.charAt(random.nextInt(WORDS.length())));
      }
    }
    return value.toString();
  }

  private static List<Integer> boxed(int[] ids) {
    return Arrays.stream(ids).boxed().toList();
  }

  @Test
  void digitsAreAlwaysSingle() {
    assertThat(tokens("2048 a17 folder12.txt"))
        .containsExactly("2", "0", "4", "8", "a", "1", "7", "folder", "1", "2", ".", "txt");
  }

  /** With entries of their own, only these would be learnt to be copied. */
  @Test
  void wordsThatAreValuesOnlyAreSpelled() {
    for (String value : TaskGenerator.lexicon(GeneratorSplit.TRAIN)) {
      assertThat(tokenizer.encode(value)).as(value).hasSizeGreaterThan(1);
    }
    assertThat(tokenizer.encode("the ticket balance")).hasSize(3);
  }

  @Test
  void aCallIsShort() {
    assertThat(
            tokens(
                "<tool_call>\n"
                    + "{\"name\": \"file_name\", \"arguments\": {\"file_name\": \"folder\"}}\n"
                    + "</tool_call><|im_end|>"))
        .containsExactly(
            "<tool_call>",
            "\n{\"",
            "name",
            "\": \"",
            "file_name",
            "\", \"",
            "arguments",
            "\": {\"",
            "file_name",
            "\": \"",
            "folder",
            "\"}}\n",
            "</tool_call>",
            "<|im_end|>");
  }

  @Test
  void everyNameOfAToolOrParameterIsOneToken() {
    for (ToolDoc tool : lessons.tools()) {
      List<String> names = new ArrayList<>(tool.parameters().keySet());
      names.add(tool.name());
      for (String name : names) {
        assertThat(tokenizer.encode(name)).as(name).hasSize(1);
        assertThat(tokens("(" + name + ",")).as(name).contains(name);
      }
    }
  }

  @Test
  void noCharacterIsUnknown() {
    int unknown = tokenizer.specialId("<unk>").orElseThrow();
    StringBuilder all = new StringBuilder();
    for (int character = 0; character < 0x10000; character += character < 0x180 ? 1 : 97) {
      if (!Character.isSurrogate((char) character)) {
        all.append((char) character).append(' ');
      }
    }
    assertThat(tokenizer.encode(all.toString())).doesNotContain(unknown);
    comesBack(all.toString());
  }

  @Test
  void aWordThatIsTooLongIsUnknown() {
    assertThat(tokenizer.decode(tokenizer.encode("a " + "x".repeat(256)))).hasSize(258);
    assertThat(tokenizer.decode(tokenizer.encode("a " + "x".repeat(257) + ".")))
        .isEqualTo("a<unk>.");
  }

  @Test
  void whatIsSampledReadsTheSameByItselfAndBehindItsPrompt() {
    Random random = new Random(13);
    String prompt = "<|im_start|>user\nMove it now<|im_end|>\n<|im_start|>assistant\n";
    int[] context = tokenizer.encode(prompt);
    for (int i = 0; i < 2000; i++) {
      int[] sampled = random.ints(1 + random.nextInt(12), 0, size).toArray();
      int[] joined = Arrays.copyOf(context, context.length + sampled.length);
      System.arraycopy(sampled, 0, joined, context.length, sampled.length);
      String alone = tokenizer.decode(sampled);
      assertThat(tokenizer.decode(joined)).isEqualTo(prompt + alone);
      assertThat(alone).doesNotContain("\u203f");
    }
  }

  @Test
  void theSameCorpusGivesTheSameFiles(@TempDir Path again) throws IOException {
    TestingTokenizer.build(TestingLessons.read(), again);
    for (String file : List.of("tokenizer.json", "tokenizer_config.json")) {
      assertThat(again.resolve(file)).hasSameTextualContentAs(directory.resolve(file));
      assertThat(Files.readString(again.resolve(file))).endsWith("}\n").doesNotContain("\r");
    }
  }

  @Test
  void withoutTextsThereAreStillNamesAndBytes(@TempDir Path bare) throws IOException {
    int tokens = NanoTokenizer.build(lessons.tools(), List.of(), bare);
    assertThat(tokens).isLessThan(620);
    try (PromptTokenizer small = TestingTokenizer.open(bare)) {
      assertThat(small.encode("file_name")).hasSize(1);
      assertThat(small.decode(small.encode("any \"text\""))).isEqualTo("any \"text\"");
    }
  }

  @Test
  void aNameThatNoCallCouldHaveIsRefused(@TempDir Path bare) {
    ToolDoc odd = ToolDoc.of(PyDict.of("name", "two words"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NanoTokenizer.build(List.of(odd), List.of(), bare))
        .withMessageStartingWith("the name 'two words' is no token; expected a letter");
  }
}
