package org.sealflow.learn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.model.FinishReason;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.schemas.WeightsFormat;

final class PolicyEngineTest {
  private static final int CONTEXT = 1300;
  private static final double TOLERANCE = 2e-5;
  private static final Clock CLOCK = Clock.systemUTC();

  /** So many tokens take half a second and more. */
  private static final int LONG = 1200;

  @TempDir private Path folder;
  private Path directory = Path.of("");
  private @Nullable PolicyEngine engine;

  @BeforeEach
  void write() throws IOException {
    directory = TestingModelDirectory.write(folder.resolve("model"), 1);
  }

  @AfterEach
  void close() {
    if (engine != null) {
      engine.close();
    }
  }

  private PolicyEngine open(EngineSettings settings) {
    PolicyEngine opened = PolicyEngine.open(directory, settings, CLOCK);
    engine = opened;
    return opened;
  }

  private static EngineSettings settings() {
    return EngineSettings.onCpu(CONTEXT);
  }

  private static List<Integer> prompt(int length, long seed) {
    return new SplittableRandom(seed)
        .ints(length, 0, TestingModelDirectory.VOCABULARY)
        .boxed()
        .toList();
  }

  private static ContinuationRequest request(List<Integer> prompt, int maxTokens, long seed) {
    return request(prompt, maxTokens, seed, null);
  }

  private static ContinuationRequest request(
      List<Integer> prompt, int maxTokens, long seed, @Nullable String adapter) {
    SamplingSettings sampling = new SamplingSettings(0.8, 1, 0, maxTokens, seed);
    return new ContinuationRequest(prompt, sampling, Set.of(), adapter);
  }

  private static Instant soon() {
    return CLOCK.instant().plus(Duration.ofMinutes(2));
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(2, TimeUnit.MINUTES);
  }

  private static PolicyException.Cause failure(CompletableFuture<?> future) throws Exception {
    try {
      get(future);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof PolicyException refused) {
        return refused.reason();
      }
    }
    throw new AssertionError("expected a PolicyException: " + future);
  }

  private void assertSampledFrom(
      PolicyModel model, ContinuationRequest request, Continuation continuation) {
    List<Integer> tokens = new ArrayList<>(request.prompt());
    tokens.addAll(continuation.tokens());
    boolean[] scored = new boolean[tokens.size()];
    Arrays.fill(scored, request.prompt().size(), scored.length, true);
    int[] ids = tokens.stream().mapToInt(Integer::intValue).toArray();
    float[] fresh =
        model
            .logProbs(
                new TokenBatch(List.of(new TokenSequence(ids, scored))),
                request.sampling().temperature())[0];
    for (int i = 0; i < continuation.tokens().size(); i++) {
      assertThat((double) continuation.logProbs().get(i))
          .as("token %d", i)
          .isCloseTo(fresh[request.prompt().size() + i], within(TOLERANCE));
    }
  }

  private PolicyModel frozen(Path model) {
    return PolicyModel.frozen(model, ModelOptions.onCpu(CONTEXT));
  }

  @Test
  void requestsOfManyThreadsAreAnsweredAsAFreshForwardPassScoresThem() throws Exception {
    PolicyEngine opened = open(settings().withLimits(7, 100));
    List<ContinuationRequest> requests = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      requests.add(request(prompt(1 + 13 * i % 90, i / 2), 3 + i % 29, i));
    }
    List<CompletableFuture<Continuation>> answers =
        requests.parallelStream().map(each -> opened.sample(each, soon())).toList();
    List<Integer> drawnOtherwise = new ArrayList<>();
    try (PolicyModel model = frozen(directory)) {
      for (int i = 0; i < requests.size(); i++) {
        Continuation answer = get(answers.get(i));
        assertThat(answer.tokens()).hasSize(3 + i % 29);
        assertThat(answer.reason()).isEqualTo(FinishReason.LENGTH);
        assertThat(answer.version()).isZero();
        assertSampledFrom(model, requests.get(i), answer);
        if (!get(opened.sample(requests.get(i), soon())).tokens().equals(answer.tokens())) {
          drawnOtherwise.add(i);
        }
      }
    }
    // Alone, all is rounded a little otherwise than in company: of 581 draws, one may stand so near
    // the bound between two tokens that this decides.
    assertThat(drawnOtherwise).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void aStopTokenEndsAnAnswerAndBelongsToIt() throws Exception {
    PolicyEngine opened = open(settings());
    Set<Integer> stops = Set.copyOf(IntStream.range(0, 40).boxed().toList());
    SamplingSettings sampling = new SamplingSettings(2, 1, 0, 500, 1);
    Continuation answer =
        get(opened.sample(new ContinuationRequest(prompt(9, 1), sampling, stops, null), soon()));
    assertThat(answer.reason()).isEqualTo(FinishReason.STOP_TOKEN);
    assertThat(answer.tokens().stream().filter(stops::contains)).hasSize(1);
    assertThat(stops).contains(answer.tokens().get(answer.tokens().size() - 1));
  }

  @Test
  void theNextStepOfAnEpisodeReadsOnlyWhatIsNew() throws Exception {
    PolicyEngine opened = open(settings());
    List<Integer> context = prompt(200, 3);
    try (PolicyModel model = frozen(directory)) {
      for (int step = 0; step < 4; step++) {
        ContinuationRequest request = request(context, 20, step);
        Continuation answer = get(opened.sample(request, soon()));
        assertSampledFrom(model, request, answer);
        context = new ArrayList<>(context);
        context.addAll(answer.tokens());
        context.addAll(prompt(10, step));
      }
    }
    // The first prompt; then the last token sampled and all but the last of what was added.
    assertThat(opened.statistics().tokensRead()).isEqualTo(199 + 3 * 10);
    assertThat(opened.statistics().tokensSampled()).isEqualTo(80);
  }

  @Test
  void aRequestJoinsAnswersThatAreUnderWay() throws Exception {
    PolicyEngine opened = open(settings());
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<?> slow =
        opened.sample(request(prompt(5, 1), LONG, 1), soon()).thenRun(() -> order.add("slow"));
    CompletableFuture<?> fast =
        opened.sample(request(prompt(5, 2), 5, 2), soon()).thenRun(() -> order.add("fast"));
    get(CompletableFuture.allOf(slow, fast));
    assertThat(order).containsExactly("fast", "slow");
  }

  @Test
  void aPromptIsHeldBackForCompanyAFewStepsOnly() throws Exception {
    PolicyEngine opened = open(settings().withJoinShare(1));
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 5; i++) {
      var unused =
          opened.sample(request(prompt(5, 1), LONG, i), soon()).thenRun(() -> order.add("slow"));
    }
    get(opened.sample(request(prompt(5, 2), 5, 2), soon()).thenRun(() -> order.add("fast")));
    assertThat(order).first().isEqualTo("fast");
  }

  @Test
  void anAnswerWhoseDeadlinePassesGivesItsPlaceUp() throws Exception {
    PolicyEngine opened = open(settings().withLimits(1, 10));
    CompletableFuture<Continuation> slow =
        opened.sample(request(prompt(5, 1), LONG, 1), CLOCK.instant().plusMillis(30));
    CompletableFuture<Continuation> next = opened.sample(request(prompt(5, 2), 5, 2), soon());
    assertThat(failure(slow)).isEqualTo(PolicyException.Cause.DEADLINE);
    assertThat(get(next).tokens()).hasSize(5);
    assertThat(opened.statistics().tokensSampled()).isLessThan(LONG);
    assertThat(failure(opened.sample(request(prompt(5, 1), 1, 1), CLOCK.instant())))
        .isEqualTo(PolicyException.Cause.DEADLINE);
  }

  @Test
  void aCancelledAnswerGivesItsPlaceUp() throws Exception {
    PolicyEngine opened = open(settings().withLimits(1, 10));
    CompletableFuture<Continuation> slow = opened.sample(request(prompt(5, 1), LONG, 1), soon());
    CompletableFuture<Continuation> next = opened.sample(request(prompt(5, 2), 5, 2), soon());
    slow.cancel(false);
    assertThat(get(next).tokens()).hasSize(5);
    assertThat(opened.statistics().tokensSampled()).isLessThan(LONG);
  }

  @Test
  void moreRequestsThanMayWaitAreRefused() throws Exception {
    PolicyEngine opened = open(settings().withLimits(1, 1));
    CompletableFuture<Continuation> first = opened.sample(request(prompt(5, 1), LONG, 1), soon());
    CompletableFuture<Continuation> second = opened.sample(request(prompt(5, 1), 1, 1), soon());
    CompletableFuture<Continuation> third = opened.sample(request(prompt(5, 1), 1, 1), soon());
    assertThat(failure(third)).isEqualTo(PolicyException.Cause.ENGINE);
    assertThat(third)
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withMessageContaining("1 requests wait for the policy engine already");
    first.cancel(false);
    assertThat(get(second).tokens()).hasSize(1);
    assertThat(get(opened.sample(request(prompt(5, 1), 1, 1), soon())).tokens()).hasSize(1);
  }

  @Test
  void aPromptThatCannotBeContinuedIsRefusedInOneLine() {
    PolicyEngine opened = open(settings());
    assertThatThrownBy(() -> opened.sample(request(prompt(CONTEXT, 1), 1, 1), soon()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a prompt has 1300 tokens, expected fewer than the context length 1300");
    assertThatThrownBy(() -> opened.sample(request(List.of(3, 259), 1, 1), soon()))
        .hasMessage("row 0 holds token 259, expected 0 to 258");
    assertThatThrownBy(() -> opened.sample(request(List.of(3), 1, 1, "other"), soon()))
        .hasMessage("no adapter 'other' is loaded; there are []");
    assertThatThrownBy(() -> request(List.of(), 1, 1))
        .hasMessage("a prompt is empty, expected at least one token");
  }

  @Test
  void newWeightsAnswerFromTheirVersionOnAndOldAnswersAreFinishedByTheOld() throws Exception {
    Path newer = TestingModelDirectory.write(folder.resolve("newer"), 2);
    assertSwapped(WeightsFormat.SAFETENSORS, newer, () -> frozen(newer));
  }

  @Test
  void aNewAdapterIsAVersionOfThePolicyToo() throws Exception {
    Path newer = TestingModelDirectory.writeAdapter(folder.resolve("newer"), directory, 2);
    assertSwapped(
        WeightsFormat.PEFT_ADAPTER,
        newer,
        () -> PolicyModel.withAdapters(directory, ModelOptions.onCpu(CONTEXT), newer));
  }

  private void assertSwapped(WeightsFormat format, Path weights, Supplier<PolicyModel> swapped)
      throws Exception {
    PolicyEngine opened = open(settings());
    ContinuationRequest first = request(prompt(30, 1), 10, 1);
    Continuation kept = get(opened.sample(first, soon()));
    ContinuationRequest slow = request(prompt(5, 1), LONG, 1);
    CompletableFuture<Continuation> underWay = opened.sample(slow, soon());
    get(opened.sample(request(prompt(5, 2), 1, 2), soon()));
    get(opened.load(3, format, weights));
    assertThat(underWay).isNotDone();
    List<Integer> context = new ArrayList<>(first.prompt());
    context.addAll(kept.tokens());
    context.add(7);
    ContinuationRequest next = request(context, 25, 4);
    Continuation answer = get(opened.sample(next, soon()));
    assertThat(answer.version()).isEqualTo(3);
    assertThat(opened.statistics().version()).isEqualTo(3);
    Continuation old = get(underWay);
    assertThat(old.version()).isZero();
    try (PolicyModel before = frozen(directory);
        PolicyModel after = swapped.get()) {
      assertSampledFrom(before, slow, old);
      assertSampledFrom(after, next, answer);
    }
    get(opened.load(2, format, folder.resolve("not looked at")));
    get(opened.load(3, format, folder.resolve("not looked at")));
    assertThat(get(opened.sample(next, soon())).tokens()).isEqualTo(answer.tokens());
  }

  @Test
  void weightsThatCannotBeLoadedLeaveTheVersionBefore() throws Exception {
    PolicyEngine opened = open(settings());
    Path broken = Files.createDirectory(folder.resolve("broken"));
    for (WeightsFormat format : List.of(WeightsFormat.SAFETENSORS, WeightsFormat.PEFT_ADAPTER)) {
      assertThat(opened.load(1, format, broken))
          .failsWithin(Duration.ofMinutes(1))
          .withThrowableThat()
          .withCauseInstanceOf(ModelDirectoryException.class);
    }
    assertThat(get(opened.sample(request(prompt(5, 1), 4, 1), soon())).version()).isZero();
    assertThat(opened.failure()).isEmpty();
  }

  @Test
  void adaptersAnswerBesideThePolicyUntilTheyAreUnloaded() throws Exception {
    Path one = TestingModelDirectory.writeAdapter(folder.resolve("one"), directory, 5);
    Path two = TestingModelDirectory.writeAdapter(folder.resolve("two"), directory, 6);
    PolicyEngine opened = open(settings());
    get(opened.loadAdapter("a", one));
    get(opened.loadAdapter("b", two));
    assertThat(opened.adapters()).containsExactlyInAnyOrder("a", "b");
    List<@Nullable String> names = new ArrayList<>(List.of("a", "b"));
    names.add(null);
    List<ContinuationRequest> requests = new ArrayList<>();
    List<CompletableFuture<Continuation>> answers = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      requests.add(request(prompt(20, 1), 15, 1, names.get(i % 3)));
      answers.add(opened.sample(requests.get(i), soon()));
    }
    try (PolicyModel a = PolicyModel.withAdapters(directory, ModelOptions.onCpu(CONTEXT), one);
        PolicyModel b = PolicyModel.withAdapters(directory, ModelOptions.onCpu(CONTEXT), two);
        PolicyModel plain = frozen(directory)) {
      List<PolicyModel> models = List.of(a, b, plain);
      for (int i = 0; i < 9; i++) {
        assertSampledFrom(models.get(i % 3), requests.get(i), get(answers.get(i)));
      }
      get(opened.loadAdapter("a", two));
      assertSampledFrom(b, requests.get(0), get(opened.sample(requests.get(0), soon())));
    }
    get(opened.unloadAdapter("a"));
    assertThat(opened.adapters()).containsExactly("b");
    assertThatThrownBy(() -> get(opened.unloadAdapter("a")))
        .hasMessageContaining("no adapter 'a' is loaded; there are [b]");
  }

  @Test
  void aClosedEngineAnswersNobodyAndKeepsNobodyWaiting() throws Exception {
    PolicyEngine opened = open(settings().withLimits(1, 10));
    List<CompletableFuture<Continuation>> answers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      answers.add(opened.sample(request(prompt(5, 1), LONG, i), soon()));
    }
    opened.close();
    answers.add(opened.sample(request(prompt(5, 1), 1, 1), soon()));
    for (CompletableFuture<Continuation> answer : answers) {
      assertThat(failure(answer)).isEqualTo(PolicyException.Cause.ENGINE);
    }
    assertThat(opened.load(1, WeightsFormat.SAFETENSORS, directory))
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withMessageContaining("the policy engine is closed");
    assertThat(opened.failure()).contains("the policy engine is closed");
  }
}
