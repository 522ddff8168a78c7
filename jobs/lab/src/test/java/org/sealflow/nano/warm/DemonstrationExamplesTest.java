package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.environment.ToolDoc;
import org.sealflow.generate.CategoryWeights;
import org.sealflow.generate.TurnRange;
import org.sealflow.model.AdamWSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.nano.demonstration.Demonstration;
import org.sealflow.nano.demonstration.DemonstrationTokens;
import org.sealflow.nano.demonstration.MistakeRates;

class DemonstrationExamplesTest {
  private static final Phase PHASE =
      new Phase(1, 0, 0, 0.9, 0, 0, 0, 0, new CategoryWeights(1, 1, 1, 1));

  @TempDir private Path folder;

  private static WarmSettings settings(int contextLength) {
    return new WarmSettings(
        null,
        TurnRange.SHORT,
        MistakeRates.NONE,
        1,
        new WarmSettings.Examples(contextLength, 1, 10, 0.25, 4),
        new WarmSettings.Steps(3000, 1, 1, AdamWSettings.standard()));
  }

  private List<Example> examples(WarmSettings settings) throws IOException {
    Demonstrations demonstrations = new Demonstrations(TestingTasks.SOURCES, settings);
    List<String> texts =
        demonstrations.make(PHASE, 0, 20).stream()
            .map(Demonstration::texts)
            .flatMap(List::stream)
            .toList();
    List<ToolDoc> tools =
        TestingTasks.SOURCES.documents().values().stream().flatMap(List::stream).toList();
    Path start = folder.resolve("start");
    StartDirectory.make(start, tools, texts, settings.examples().contextLength(), 1);
    try (HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(start)) {
      DemonstrationTokens tokens =
          new DemonstrationTokens(ChatTemplate.fromDirectory(start, Clock.systemUTC()), tokenizer);
      return new DemonstrationExamples(demonstrations, tokens, settings).make(PHASE, 0, 12);
    }
  }

  @Test
  void answersWeighOneTheirFirstTokensMoreAndAllElseLess() throws IOException {
    for (Example example : examples(settings(1024))) {
      float[] weights = example.weights();
      assertThat(weights[0]).isZero();
      int[] decisions = IntStream.range(1, weights.length).filter(i -> weights[i] == 4).toArray();
      assertThat(decisions).isNotEmpty();
      for (int decision : decisions) {
        assertThat(weights[decision - 1]).isEqualTo(0.25f);
        assertThat(weights[decision + 1]).isEqualTo(1);
      }
    }
  }

  @Test
  void whatIsLongerThanTheContextIsLeftOut() throws IOException {
    assertThat(examples(settings(200)))
        .hasSizeBetween(1, 11)
        .allMatch(example -> example.length() <= 200);
  }
}
