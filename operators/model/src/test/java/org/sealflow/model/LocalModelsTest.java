package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.sealflow.model.config.Precision;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.model.text.TemplateMessage;

/**
 * Real models: each directory below the one that {@code -Dsealflow.models=DIR} names is loaded, its
 * template renders conversations, its tokenizer gives the text back, and a few tokens are sampled.
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
  Stream<DynamicTest> aModelReadsItsTemplateAndAnswers() throws IOException {
    String folder = System.getProperty(PROPERTY);
    assumeTrue(
        folder != null, "skipped: name a folder of model directories with -D" + PROPERTY + "=DIR");
    List<Path> models = models(Path.of(folder));
    assertThat(models).as("model directories in " + folder).isNotEmpty();
    return models.stream()
        .map(
            model ->
                DynamicTest.dynamicTest(String.valueOf(model.getFileName()), () -> tryOut(model)));
  }

  private static List<Path> models(Path folder) throws IOException {
    try (Stream<Path> listed = Files.list(folder)) {
      return listed
          .filter(directory -> Files.exists(directory.resolve(ModelDirectory.CONFIG)))
          .sorted()
          .toList();
    }
  }

  private static void tryOut(Path directory) throws IOException {
    ChatTemplate template = ChatTemplate.fromDirectory(directory, Clock.systemUTC());
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
    for (Generation answer : answers(directory, prompts)) {
      assertThat(answer.tokens()).hasSize(SAMPLED);
      assertThat(answer.logProbs()).doesNotContain(Float.NaN);
    }
  }

  private static List<Generation> answers(Path directory, List<int[]> prompts) {
    List<GenerationRequest> requests = new ArrayList<>();
    for (int[] prompt : prompts) {
      requests.add(new GenerationRequest(prompt, new SamplingSettings(1, 1, 0, SAMPLED, 1)));
    }
    int longest;
    try (ModelDirectory opened = ModelDirectory.open(directory)) {
      longest = Math.min(LONGEST, opened.config().rotary().maximumPositions());
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
