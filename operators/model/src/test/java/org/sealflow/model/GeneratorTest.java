package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.sealflow.model.TestingArrays.assertClose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.sampling.SamplingSettings;

final class GeneratorTest {
  private static final Set<Integer> STOPS = Set.of(7, 50);
  private static final double TOLERANCE = 1e-5;

  @TempDir private Path folder;
  private Path directory;

  @BeforeEach
  void write() {
    directory = TestingModels.write(folder, TestingModels.config(ModelFamily.QWEN3), 1);
  }

  @ParameterizedTest
  @EnumSource(ModelFamily.class)
  void logProbabilitiesEqualAFreshForwardPass(ModelFamily family) {
    Path other = TestingModels.write(folder, TestingModels.config(family), 11);
    List<GenerationRequest> requests = requests(0.9, 1, 0, 30);
    try (PolicyModel model = PolicyModel.frozen(other, TestingModels.options());
        Generator generator = new Generator(model, Set.of(), 0)) {
      List<Generation> generations = generator.generate(requests);
      for (int i = 0; i < requests.size(); i++) {
        assertThat(generations.get(i).tokens()).hasSize(30);
        assertFreshlyScored(model, requests.get(i), generations.get(i), 0.9);
      }
    }
  }

  private static void assertFreshlyScored(
      PolicyModel model, GenerationRequest request, Generation generation, double temperature) {
    int[] prompt = request.prompt();
    int[] tokens = Arrays.copyOf(prompt, prompt.length + generation.tokens().length);
    System.arraycopy(generation.tokens(), 0, tokens, prompt.length, generation.tokens().length);
    float[] fresh = model.logProbs(TokenBatch.of(TokenSequence.allScored(tokens)), temperature)[0];
    assertClose(
        generation.logProbs(), Arrays.copyOfRange(fresh, prompt.length, fresh.length), TOLERANCE);
  }

  @Test
  void greedySamplingTakesTheLikeliestTokenAndScoresItAtTemperatureOne() {
    List<GenerationRequest> requests = requests(0, 1, 0, 12);
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options());
        Generator generator = new Generator(model, Set.of(), 0)) {
      List<Generation> generations = generator.generate(requests);
      for (int i = 0; i < requests.size(); i++) {
        assertFreshlyScored(model, requests.get(i), generations.get(i), 1);
        assertThat(generations.get(i).tokens()).isEqualTo(greedy(model, requests.get(i), 12));
      }
    }
  }

  /** By scoring every token of the vocabulary. */
  private static int[] greedy(PolicyModel model, GenerationRequest request, int count) {
    int[] tokens = request.prompt().clone();
    for (int i = 0; i < count; i++) {
      List<TokenSequence> candidates = new ArrayList<>();
      for (int token = 0; token < TestingModels.VOCABULARY; token++) {
        int[] candidate = Arrays.copyOf(tokens, tokens.length + 1);
        candidate[tokens.length] = token;
        candidates.add(TokenSequence.allScored(candidate));
      }
      float[][] logProbs = model.logProbs(new TokenBatch(candidates), 1);
      int best = 0;
      for (int token = 1; token < logProbs.length; token++) {
        best = logProbs[token][tokens.length] > logProbs[best][tokens.length] ? token : best;
      }
      tokens = Arrays.copyOf(tokens, tokens.length + 1);
      tokens[tokens.length - 1] = best;
    }
    return Arrays.copyOfRange(tokens, request.prompt().length, tokens.length);
  }

  @Test
  void aContinuationDependsOnItsSeedAndNotOnItsCompanions() {
    List<GenerationRequest> requests = requests(1, 0.95, 20, 25);
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options());
        Generator generator = new Generator(model, STOPS, 0)) {
      List<Generation> together = generator.generate(requests);
      for (int i = 0; i < requests.size(); i++) {
        Generation alone = generator.generate(List.of(requests.get(i))).get(0);
        assertThat(alone.tokens()).isEqualTo(together.get(i).tokens());
        assertThat(alone.finishReason()).isEqualTo(together.get(i).finishReason());
        assertClose(alone.logProbs(), together.get(i).logProbs(), TOLERANCE);
      }
    }
  }

  @Test
  void theSameCallGivesTheSameBits() {
    List<GenerationRequest> requests = requests(1, 1, 0, 25);
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options());
        Generator generator = new Generator(model, STOPS, 0)) {
      List<Generation> one = generator.generate(requests);
      List<Generation> other = generator.generate(requests);
      for (int i = 0; i < one.size(); i++) {
        assertThat(one.get(i).tokens()).isEqualTo(other.get(i).tokens());
        assertThat(one.get(i).logProbs()).isEqualTo(other.get(i).logProbs());
      }
    }
  }

  @Test
  void anotherSeedGivesAnotherContinuation() {
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options());
        Generator generator = new Generator(model, Set.of(), 0)) {
      List<GenerationRequest> requests = new ArrayList<>();
      for (int seed = 0; seed < 8; seed++) {
        requests.add(new GenerationRequest(prompt(9, 1), new SamplingSettings(1, 1, 0, 20, seed)));
      }
      assertThat(generator.generate(requests))
          .extracting(generation -> Arrays.toString(generation.tokens()))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void aStopTokenEndsAContinuationAndBelongsToIt() {
    List<GenerationRequest> requests = new ArrayList<>();
    for (int seed = 0; seed < 12; seed++) {
      requests.add(
          new GenerationRequest(prompt(5 + seed, seed), new SamplingSettings(2, 1, 0, 60, seed)));
    }
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options());
        Generator generator = new Generator(model, STOPS, 0)) {
      List<Generation> generations = generator.generate(requests);
      assertThat(generations)
          .extracting(Generation::finishReason)
          .contains(FinishReason.STOP_TOKEN);
      for (int i = 0; i < generations.size(); i++) {
        int[] tokens = generations.get(i).tokens();
        boolean stopped = generations.get(i).finishReason() == FinishReason.STOP_TOKEN;
        assertThat(STOPS.contains(tokens[tokens.length - 1])).isEqualTo(stopped);
        assertThat(Arrays.stream(tokens).limit(tokens.length - 1)).doesNotContain(7, 50);
        assertThat(tokens.length).isEqualTo(stopped ? tokens.length : 60);
        assertFreshlyScored(model, requests.get(i), generations.get(i), 2);
      }
    }
  }

  @Test
  void theContextLengthEndsAContinuation() {
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options());
        Generator generator = new Generator(model, Set.of(), 0)) {
      SamplingSettings sampling = new SamplingSettings(1, 1, 0, Integer.MAX_VALUE, 1);
      Generation generation =
          generator.generate(List.of(new GenerationRequest(prompt(90, 1), sampling))).get(0);
      assertThat(generation.tokens()).hasSize(6);
      assertThat(generation.finishReason()).isEqualTo(FinishReason.LENGTH);
    }
  }

  /**
   * More tokens than are read at once, more rows than are read together, and a cache that grows.
   */
  @Test
  void longPromptsAndAnswersAreScoredAsAFreshForwardPassScoresThem() {
    ModelConfig config = TestingModels.withPositions(TestingModels.config(ModelFamily.QWEN2), 2048);
    Path longer = folder.resolve("longer");
    ModelWriter.write(longer, config, TestingModels.tensors(config, 1));
    SamplingSettings sampling = new SamplingSettings(1, 1, 0, 300, 1);
    List<GenerationRequest> requests = new ArrayList<>();
    for (int length : new int[] {1300, 3, 520, 513, 512, 511, 700, 1, 900, 600, 1200}) {
      requests.add(new GenerationRequest(prompt(length, length), sampling));
    }
    try (PolicyModel model = PolicyModel.frozen(longer, ModelOptions.onCpu(2048));
        Generator generator = new Generator(model, Set.of(), 0)) {
      List<Generation> generations = generator.generate(requests);
      for (int i = 0; i < requests.size(); i++) {
        assertThat(generations.get(i).tokens()).hasSize(300);
        assertFreshlyScored(model, requests.get(i), generations.get(i), 1);
      }
    }
  }

  @Test
  void aPromptThatFillsTheContextOrHoldsAnUnknownTokenIsRefused() {
    SamplingSettings sampling = new SamplingSettings(1, 1, 0, 5, 1);
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options());
        Generator generator = new Generator(model, Set.of(), 0)) {
      GenerationRequest full = new GenerationRequest(prompt(96, 1), sampling);
      assertThatThrownBy(() -> generator.generate(List.of(full)))
          .hasMessage("a prompt has 96 tokens, expected fewer than the context length 96");
      GenerationRequest unknown = new GenerationRequest(new int[] {3, -1}, sampling);
      assertThatThrownBy(() -> generator.generate(List.of(unknown)))
          .hasMessage("row 0 holds token -1, expected 0 to 60");
      assertThat(generator.generate(List.of())).isEmpty();
    }
    assertThatThrownBy(() -> new GenerationRequest(new int[0], sampling))
        .hasMessage("a prompt is empty, expected at least one token");
  }

  /** 4000 draws of one token each, against the probabilities that the model states. */
  @Test
  void tokensAreDrawnAsOftenAsTheirProbabilitySays() {
    assertFrequencies(new SamplingSettings(1, 1, 0, 1, 0), TestingModels.VOCABULARY, 1);
  }

  @Test
  void topKKeepsTheLikeliestTokensOnly() {
    assertFrequencies(new SamplingSettings(1, 1, 4, 1, 0), 4, 1);
  }

  @Test
  void topPKeepsTheFewestTokensThatHoldTheMass() {
    assertFrequencies(new SamplingSettings(1, 0.6, 0, 1, 0), TestingModels.VOCABULARY, 0.6);
  }

  @Test
  void topPCountsTheMassOfWhatTopKKept() {
    assertFrequencies(new SamplingSettings(1, 0.6, 5, 1, 0), 5, 0.6);
  }

  private void assertFrequencies(SamplingSettings settings, int topK, double topP) {
    int draws = 4000;
    int[] prompt = prompt(9, 3);
    int[] counts = new int[TestingModels.VOCABULARY];
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options());
        Generator generator = new Generator(model, Set.of(), 0)) {
      List<GenerationRequest> requests = new ArrayList<>();
      for (int seed = 0; seed < draws; seed++) {
        requests.add(new GenerationRequest(prompt, settings.withSeed(seed)));
      }
      for (Generation generation : generator.generate(requests)) {
        counts[generation.tokens()[0]]++;
      }
      double[] expected = truncated(probabilities(model, prompt), topK, topP);
      for (int token = 0; token < counts.length; token++) {
        double mean = expected[token] * draws;
        double tolerance = mean == 0 ? 0 : 3 + 4.5 * Math.sqrt(mean * (1 - expected[token]));
        assertThat((double) counts[token])
            .as("draws of token " + token)
            .isCloseTo(mean, within(tolerance));
      }
    }
  }

  private static double[] probabilities(PolicyModel model, int[] prompt) {
    List<TokenSequence> candidates = new ArrayList<>();
    for (int token = 0; token < TestingModels.VOCABULARY; token++) {
      int[] candidate = Arrays.copyOf(prompt, prompt.length + 1);
      candidate[prompt.length] = token;
      candidates.add(TokenSequence.allScored(candidate));
    }
    float[][] logProbs = model.logProbs(new TokenBatch(candidates), 1);
    double[] probabilities = new double[logProbs.length];
    for (int token = 0; token < probabilities.length; token++) {
      probabilities[token] = Math.exp(logProbs[token][prompt.length]);
    }
    return probabilities;
  }

  private static double[] truncated(double[] probabilities, int topK, double topP) {
    Integer[] order = new Integer[probabilities.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(probabilities[b], probabilities[a]));
    double total = 0;
    for (int rank = 0; rank < topK; rank++) {
      total += probabilities[order[rank]];
    }
    double[] kept = new double[probabilities.length];
    double mass = 0;
    for (int rank = 0; rank < topK && mass < topP * total; rank++) {
      kept[order[rank]] = probabilities[order[rank]];
      mass += probabilities[order[rank]];
    }
    for (int token = 0; token < kept.length; token++) {
      kept[token] /= mass;
    }
    return kept;
  }

  @Test
  void aBatchMayMixSettings() {
    List<GenerationRequest> requests =
        List.of(
            new GenerationRequest(prompt(9, 1), new SamplingSettings(0, 1, 0, 10, 1)),
            new GenerationRequest(prompt(5, 2), new SamplingSettings(1.5, 0.8, 0, 20, 2)),
            new GenerationRequest(prompt(12, 3), new SamplingSettings(1, 1, 1, 15, 3)));
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options());
        Generator generator = new Generator(model, Set.of(), 0)) {
      List<Generation> together = generator.generate(requests);
      for (int i = 0; i < requests.size(); i++) {
        assertThat(generator.generate(List.of(requests.get(i))).get(0).tokens())
            .isEqualTo(together.get(i).tokens());
      }
      assertThat(together.get(0).tokens()).isEqualTo(greedy(model, requests.get(0), 10));
      assertThat(together.get(2).tokens()).isEqualTo(greedy(model, requests.get(2), 15));
    }
  }

  @Test
  void contextsKnownFromBeforeChangeNoTokenAndAreForgottenWhenWeightsChange() {
    SamplingSettings sampling = new SamplingSettings(1, 1, 0, 10, 5);
    LoraConfig lora = LoraConfig.everywhere(2);
    try (PolicyModel model =
            PolicyModel.withNewAdapters(directory, TestingModels.options(), lora, 1);
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard());
        Generator keeping = new Generator(model, STOPS, 200);
        Generator fresh = new Generator(model, STOPS, 0)) {
      List<int[]> contexts = new ArrayList<>(List.of(prompt(9, 1), prompt(14, 2), prompt(9, 1)));
      for (int turn = 0; turn < 4; turn++) {
        int seed = turn;
        List<GenerationRequest> requests =
            contexts.stream()
                .map(context -> new GenerationRequest(context, sampling.withSeed(seed)))
                .toList();
        List<Generation> expected = fresh.generate(requests);
        List<Generation> found = keeping.generate(requests);
        for (int i = 0; i < contexts.size(); i++) {
          assertThat(found.get(i).tokens()).isEqualTo(expected.get(i).tokens());
          assertClose(found.get(i).logProbs(), expected.get(i).logProbs(), TOLERANCE);
          contexts.set(i, joined(contexts.get(i), found.get(i).tokens(), prompt(3, turn)));
        }
        if (turn == 1) {
          TokenBatch batch = TestingModels.ragged();
          TestingGradients.backward(model, batch, TestingModels.gradients(batch, 1));
          optimizer.step(0.05, 1);
        }
      }
    }
  }

  private static int[] joined(int[]... parts) {
    return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
  }

  private static List<GenerationRequest> requests(
      double temperature, double topP, int topK, int maxTokens) {
    List<GenerationRequest> requests = new ArrayList<>();
    int[] lengths = {11, 1, 30, 2, 17};
    for (int i = 0; i < lengths.length; i++) {
      requests.add(
          new GenerationRequest(
              prompt(lengths[i], i),
              new SamplingSettings(temperature, topP, topK, maxTokens, 40L + i)));
    }
    return requests;
  }

  private static int[] prompt(int length, long seed) {
    return new SplittableRandom(seed).ints(length, 0, TestingModels.VOCABULARY).toArray();
  }
}
