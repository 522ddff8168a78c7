package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.sealflow.model.config.Precision;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.model.text.TemplateMessage;

/**
 * Real models: of each directory below the one that {@code -Dsealflow.models=DIR} names the
 * template renders conversations, the tokenizer gives the text back, and the model samples a few
 * tokens. A directory that has no template, tokenizer or weights, or is of a family not understood,
 * is skipped, and the reason said.
 */
class LocalModelsTest {
  private static final String PROPERTY = "sealflow.models";
  private static final int LONGEST = 4096;
  private static final int SAMPLED = 8;

  /** Without tools: how tools are shown is not the templates' business in training. */
  private static final List<List<TemplateMessage>> CONVERSATIONS =
      List.of(
          List.of(TemplateMessage.user("List the files.")),
          List.of(
              TemplateMessage.system("Tools:\n{\"name\": \"ls\"}"),
              TemplateMessage.user("Go on."),
              TemplateMessage.assistant("<tool_call>\n{\"name\": \"ls\"}\n</tool_call>"),
              TemplateMessage.user("[\"a.txt\", \"b.txt\"]")),
          List.of(
              TemplateMessage.user("Größe: 1234567.50 €,\ttab, 東京, 😀!"),
              TemplateMessage.assistant("Done."),
              TemplateMessage.user("it's 2026-11-21…")));

  @TestFactory
  Stream<DynamicTest> aTemplateRendersAndItsTokenizerGivesTheTextBack() throws IOException {
    return eachDirectory(LocalModelsTest::prompts);
  }

  @TestFactory
  Stream<DynamicTest> aModelAnswers() throws IOException {
    return eachDirectory(
        directory -> {
          List<int[]> prompts = prompts(directory);
          for (Generation answer : answers(directory, prompts)) {
            assertThat(answer.tokens()).hasSize(SAMPLED);
            assertThat(answer.logProbs()).doesNotContain(Float.NaN);
          }
        });
  }

  private static Stream<DynamicTest> eachDirectory(ThrowingConsumer<Path> work) throws IOException {
    String folder = System.getProperty(PROPERTY);
    assumeTrue(
        folder != null, "skipped: name a folder of model directories with -D" + PROPERTY + "=DIR");
    List<Path> directories;
    try (Stream<Path> listed = Files.list(Path.of(folder))) {
      directories = listed.filter(Files::isDirectory).sorted().toList();
    }
    assertThat(directories).as("directories in " + folder).isNotEmpty();
    return DynamicTest.stream(
        directories.iterator(), directory -> String.valueOf(directory.getFileName()), work);
  }

  /** The conversations as token ids; skips a directory that holds no template or tokenizer. */
  private static List<int[]> prompts(Path directory) throws IOException {
    for (String needed : List.of(ModelDirectory.CONFIG, "tokenizer.json")) {
      assumeTrue(
          Files.exists(directory.resolve(needed)), "skipped: " + directory + " has no " + needed);
    }
    ChatTemplate template;
    try {
      template = ChatTemplate.fromDirectory(directory, Clock.systemUTC());
    } catch (IllegalArgumentException none) {
      return abort("skipped: " + none.getMessage());
    }
    List<int[]> prompts = new ArrayList<>();
    try (HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(directory)) {
      for (List<TemplateMessage> conversation : CONVERSATIONS) {
        String text = template.render(conversation, ChatSettings.NONE, true);
        conversation.forEach(message -> assertThat(text).contains(message.content().strip()));
        int[] ids = tokenizer.encode(text);
        assertThat(tokenizer.decode(ids)).isEqualTo(text);
        prompts.add(ids);
      }
      assertThat(tokenizer.endOfTurnIds()).isNotEmpty();
    }
    return prompts;
  }

  private static List<Generation> answers(Path directory, List<int[]> prompts) {
    List<GenerationRequest> requests = new ArrayList<>();
    for (int[] prompt : prompts) {
      requests.add(new GenerationRequest(prompt, new SamplingSettings(1, 1, 0, SAMPLED, 1)));
    }
    int longest;
    try (ModelDirectory opened = ModelDirectory.open(directory)) {
      longest = Math.min(LONGEST, opened.config().rotary().maximumPositions());
    } catch (ModelDirectoryException refused) {
      return abort("skipped: " + refused.getMessage());
    }
    ModelOptions options = ModelOptions.onCpu(longest).withPrecision(Precision.BFLOAT16);
    try (GenerationModel model = GenerationModel.open(directory, options);
        GenerationWeights weights = model.weights();
        GenerationBatch batch = new GenerationBatch(weights, 0)) {
      List<GenerationRow> rows = batch.add(requests);
      while (batch.size() > 0) {
        batch.step();
      }
      return rows.stream().map(GenerationRow::result).toList();
    }
  }
}
