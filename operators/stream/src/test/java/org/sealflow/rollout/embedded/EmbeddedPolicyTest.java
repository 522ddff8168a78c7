package org.sealflow.rollout.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.engine.EngineSettings;
import org.sealflow.learn.engine.TestingModelDirectory;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.WeightsFormat;

final class EmbeddedPolicyTest {
  private static final int CONTEXT = 900;
  private static final Clock CLOCK = Clock.systemUTC();
  private static final List<ChatMessage> OPENING =
      List.of(new ChatMessage("system", "Be brief."), new ChatMessage("user", "List files."));

  @TempDir private Path folder;
  private Path directory = Path.of("");

  @BeforeEach
  void write() throws IOException {
    directory = TestingModelDirectory.write(folder.resolve("model"), 1);
  }

  private EmbeddedPolicySettings settings() {
    return EmbeddedPolicySettings.of(directory.toString(), EngineSettings.onCpu(CONTEXT), "policy");
  }

  private static EpisodeContext episode(long seed, int maxTokens) {
    SamplingSettings sampling = new SamplingSettings(1, 1, 0, maxTokens, seed);
    return new EpisodeContext("run", "episode", 0, "task", Mode.TRAIN, List.of(), sampling);
  }

  private static Instant soon() {
    return CLOCK.instant().plus(Duration.ofMinutes(2));
  }

  private static PolicyAnswer answer(PolicySession session, List<ChatMessage> added)
      throws Exception {
    return session.answer(added, soon()).get(2, TimeUnit.MINUTES);
  }

  private static List<ChatMessage> said(String text) {
    return List.of(new ChatMessage("user", text));
  }

  private static String failure(CompletableFuture<PolicyAnswer> answer, PolicyException.Cause cause)
      throws Exception {
    try {
      answer.get(2, TimeUnit.MINUTES);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof PolicyException refused) {
        assertThat(refused.reason()).isEqualTo(cause);
        return String.valueOf(refused.getMessage());
      }
    }
    throw new AssertionError("expected a PolicyException: " + answer);
  }

  private static SampledTokens tokens(PolicyAnswer answer) {
    return Objects.requireNonNull(answer.tokens());
  }

  private static List<Float> logProbs(PolicyAnswer answer) {
    return Objects.requireNonNull(tokens(answer).logProbs());
  }

  @Test
  void theStepsOfAnEpisodeMakeOneSequenceThatTheLearnerScoresAlike() throws Exception {
    List<Integer> sequence = new ArrayList<>();
    List<Double> logProbs = new ArrayList<>();
    List<Integer> sampledAt = new ArrayList<>();
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession session = policy.open(episode(5, 30));
        HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(directory)) {
      List<ChatMessage> added = OPENING;
      for (int step = 0; step < 3; step++) {
        PolicyAnswer answer = answer(session, added);
        SampledTokens tokens = tokens(answer);
        sequence.addAll(tokens.context());
        for (int i = 0; i < tokens.sampled().size(); i++) {
          sampledAt.add(sequence.size());
          sequence.add(tokens.sampled().get(i));
          logProbs.add((double) logProbs(answer).get(i));
        }
        int[] ids = tokens.sampled().stream().mapToInt(Integer::intValue).toArray();
        assertThat(answer.text()).isEqualTo(tokenizer.decode(ids).replace("<|im_end|>", ""));
        assertThat(answer.policyVersion()).isZero();
        added = said("result " + step);
      }
      String whole = tokenizer.decode(sequence.stream().mapToInt(i -> i).toArray());
      assertThat(whole)
          .startsWith("<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nList files.")
          .contains("<|im_start|>user\nresult 0<|im_end|>\n<|im_start|>assistant\n");
    }
    float[] fresh = scored(directory, sequence);
    for (int i = 0; i < sampledAt.size(); i++) {
      assertThat(logProbs.get(i)).isCloseTo(fresh[sampledAt.get(i)], within(2e-5));
    }
  }

  private static float[] scored(Path model, List<Integer> sequence) {
    int[] ids = sequence.stream().mapToInt(Integer::intValue).toArray();
    try (PolicyModel scorer = PolicyModel.frozen(model, ModelOptions.onCpu(CONTEXT))) {
      return scorer.logProbs(TokenBatch.of(TokenSequence.allScored(ids)), 1)[0];
    }
  }

  @Test
  void theIdsOfThePlainContextAreThoseAnEpisodeWithoutPatchesIsShown() throws Exception {
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession hinted = policy.open(episode(5, 8));
        PolicySession plain = policy.open(episode(6, 8))) {
      SampledTokens opening =
          tokens(
              answer(hinted, List.of(new ChatMessage("user", "Hint: ls(). List.", "List files."))));
      SampledTokens reply =
          tokens(answer(hinted, List.of(new ChatMessage("user", "error, give a", "error"))));

      assertThat(opening.context()).isNotEqualTo(opening.plainContext());
      assertThat(opening.plainContext())
          .isEqualTo(tokens(answer(plain, said("List files."))).context());
      assertThat(reply.plainContext()).isEqualTo(tokens(answer(plain, said("error"))).context());
      assertThat(tokens(answer(plain, said("done"))).plainContext()).isNull();
    }
  }

  @Test
  void anEpisodeIsDecidedByItsSeedAndEachStepHasItsOwn() throws Exception {
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession one = policy.open(episode(5, 20));
        PolicySession same = policy.open(episode(5, 20));
        PolicySession next = policy.open(episode(6, 20));
        PolicySession other = policy.open(episode(77, 20))) {
      CompletableFuture<PolicyAnswer> first = one.answer(OPENING, soon());
      CompletableFuture<PolicyAnswer> companion = other.answer(OPENING, soon());
      PolicyAnswer answer = first.get(2, TimeUnit.MINUTES);
      assertThat(answer(same, OPENING).text()).isEqualTo(answer.text());
      assertThat(companion.get(2, TimeUnit.MINUTES).text()).isNotEqualTo(answer.text());
      assertThat(answer(next, OPENING).text()).isNotEqualTo(answer.text());
      assertThat(answer(one, said("go on")).text()).isEqualTo(answer(same, said("go on")).text());
    }
  }

  @Test
  void aPublishedVersionAnswersFromThenOnAlsoInOpenSessions() throws Exception {
    Path adapter = TestingModelDirectory.writeAdapter(folder.resolve("adapter"), directory, 3);
    Path full = TestingModelDirectory.write(folder.resolve("full"), 9);
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession session = policy.open(episode(5, 10))) {
      assertThat(answer(session, OPENING).policyVersion()).isZero();
      policy.update(update("policy", "run", 2, WeightsFormat.PEFT_ADAPTER, adapter));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(answer(session, said("a")).policyVersion()).isEqualTo(2);
      policy.update(update("policy", "run", 4, WeightsFormat.SAFETENSORS, full));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem()).isEmpty();
      PolicyAnswer last = answer(session, said("b"));
      assertThat(last.policyVersion()).isEqualTo(4);
      try (PolicySession fresh = policy.open(episode(8, 10))) {
        PolicyAnswer answer = answer(fresh, OPENING);
        SampledTokens tokens = tokens(answer);
        List<Integer> sequence = new ArrayList<>(tokens.context());
        sequence.addAll(tokens.sampled());
        float[] scores = scored(full, sequence);
        assertThat((double) logProbs(answer).get(0))
            .isCloseTo(scores[tokens.context().size()], within(2e-5));
      }
    }
  }

  @Test
  void versionsOfOthersAndThoseThatComeLateAreLeftAlone() throws Exception {
    Path newer = TestingModelDirectory.write(folder.resolve("newer"), 9);
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings().ofRun("run"), CLOCK);
        PolicySession session = policy.open(episode(5, 3))) {
      policy.update(update("other", "run", 7, WeightsFormat.SAFETENSORS, newer));
      policy.update(update("policy", "before", 7, WeightsFormat.SAFETENSORS, newer));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(answer(session, OPENING).policyVersion()).isZero();
      policy.update(update("policy", "run", 3, WeightsFormat.SAFETENSORS, newer));
      policy.update(update("policy", "run", 2, WeightsFormat.SAFETENSORS, folder));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(answer(session, said("a")).policyVersion()).isEqualTo(3);
      assertThat(policy.problem()).isEmpty();
    }
  }

  @Test
  void weightsThatAreNotThosePublishedAreNotUsed() throws Exception {
    Path newer = TestingModelDirectory.write(folder.resolve("newer"), 9);
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession session = policy.open(episode(5, 3))) {
      PolicyUpdate forged = update("policy", "run", 1, WeightsFormat.SAFETENSORS, newer);
      forged.setWeightsDigest("0".repeat(64));
      policy.update(forged);
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem().orElseThrow())
          .startsWith("version 1 is not in use: the weights in file:")
          .contains("have the SHA-256")
          .hasLineCount(1);
      PolicyUpdate gone = update("policy", "run", 2, WeightsFormat.SAFETENSORS, newer);
      gone.setWeightsUri(folder.resolve("gone").toUri().toString());
      policy.update(gone);
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem().orElseThrow()).contains("there is no directory");
      PolicyUpdate none = update("policy", "run", 3, WeightsFormat.NONE, newer);
      none.setWeightsUri(null);
      policy.update(none);
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem().orElseThrow()).contains("published without weights");
      policy.update(update("policy", "run", 4, WeightsFormat.SAFETENSORS, newer));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem()).isEmpty();
      assertThat(answer(session, OPENING).policyVersion()).isEqualTo(4);
    }
  }

  private PolicyUpdate lost(long version) throws Exception {
    PolicyUpdate lost = update("policy", "run", version, WeightsFormat.SAFETENSORS, directory);
    lost.setWeightsUri(folder.resolve("gone").toUri().toString());
    return lost;
  }

  private PolicyUpdate first() throws Exception {
    return update("policy", "run", 0, WeightsFormat.SAFETENSORS, directory);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noAnswerComesFromTheStartOfARunThatIsFurtherOn(boolean fromTheBeginning) throws Exception {
    Path newer = TestingModelDirectory.write(folder.resolve("newer"), 9);
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession session = policy.open(episode(5, 3));
        PolicySession later = policy.open(episode(5, 3))) {
      if (fromTheBeginning) {
        policy.update(first());
      }
      policy.update(lost(6));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(failure(session.answer(OPENING, soon()), PolicyException.Cause.ENGINE))
          .startsWith("no version of the run could be loaded yet: version 6 is not in use: there")
          .hasLineCount(1);
      policy.update(update("policy", "run", 6, WeightsFormat.SAFETENSORS, newer));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(answer(later, OPENING).policyVersion()).isEqualTo(6);
    }
  }

  @Test
  void aVersionThatCannotBeHadLeavesTheOneThatAnsweredBeforeIt() throws Exception {
    Path newer = TestingModelDirectory.write(folder.resolve("newer"), 9);
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession session = policy.open(episode(5, 3))) {
      policy.update(first());
      assertThat(answer(session, OPENING).policyVersion()).isZero();
      policy.update(lost(1));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem()).isNotEmpty();
      assertThat(answer(session, said("a")).policyVersion()).isZero();
      policy.update(update("policy", "run", 2, WeightsFormat.SAFETENSORS, newer));
      policy.settled().get(1, TimeUnit.MINUTES);
      policy.update(lost(3));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem()).isNotEmpty();
      assertThat(answer(session, said("b")).policyVersion()).isEqualTo(2);
    }
  }

  @Test
  void aVersionThatCouldNotBeHadIsTriedAgainWhenItIsPublishedAgain() throws Exception {
    Path newer = TestingModelDirectory.write(folder.resolve("newer"), 9);
    PolicyUpdate published = update("policy", "run", 1, WeightsFormat.SAFETENSORS, newer);
    Path away = Files.move(newer, folder.resolve("away"));
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession session = policy.open(episode(5, 3))) {
      policy.update(published);
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem().orElseThrow()).contains("there is no directory");
      Files.move(away, newer);
      policy.update(published);
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem()).isEmpty();
      assertThat(answer(session, OPENING).policyVersion()).isEqualTo(1);
    }
  }

  private static PolicyUpdate update(
      String policy, String run, long version, WeightsFormat format, Path weights)
      throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (String name : List.of("adapter_model.safetensors", "model.safetensors")) {
      if (Files.exists(weights.resolve(name))) {
        digest.update(Files.readAllBytes(weights.resolve(name)));
      }
    }
    return PolicyUpdate.newBuilder()
        .setPolicyName(policy)
        .setRunId(run)
        .setVersion(version)
        .setWeightsUri(weights.toUri().toString())
        .setWeightsDigest(HexFormat.of().formatHex(digest.digest()))
        .setFormat(format)
        .setPublishedAt(Instant.ofEpochSecond(1))
        .build();
  }

  /** A version that there is no memory to read. */
  private static final class TooLarge extends PolicyUpdate {
    private static final long serialVersionUID = 1L;

    private TooLarge(long version) {
      setPolicyName("policy");
      setRunId("run");
      setVersion(version);
    }

    @Override
    public String getWeightsUri() {
      throw new OutOfMemoryError("Java heap space");
    }
  }

  @Test
  void aVersionThatFailsWithAnErrorKeepsNoLaterOneBack() throws Exception {
    Path newer = TestingModelDirectory.write(folder.resolve("newer"), 9);
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession session = policy.open(episode(5, 3))) {
      policy.update(new TooLarge(1));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem())
          .contains("version 1 is not in use: java.lang.OutOfMemoryError: Java heap space");
      policy.update(update("policy", "run", 2, WeightsFormat.SAFETENSORS, newer));
      policy.settled().get(1, TimeUnit.MINUTES);
      assertThat(policy.problem()).isEmpty();
      assertThat(answer(session, OPENING).policyVersion()).isEqualTo(2);
    }
  }

  @Test
  void policiesOfEqualSettingsShareAnEngineUntilTheLastIsClosed() throws Exception {
    Path newer = TestingModelDirectory.write(folder.resolve("newer"), 9);
    EmbeddedPolicy one = EmbeddedPolicy.open(settings(), CLOCK);
    EmbeddedPolicy two = EmbeddedPolicy.open(settings(), CLOCK);
    PolicySession session = two.open(episode(5, 7));
    one.update(update("policy", "run", 1, WeightsFormat.SAFETENSORS, newer));
    one.settled().get(1, TimeUnit.MINUTES);
    one.close();
    one.close();
    assertThat(answer(session, OPENING).policyVersion()).isEqualTo(1);
    assertThat(two.statistics().tokensSampled()).isBetween(1L, 7L);
    two.close();
    assertThat(failure(session.answer(said("a"), soon()), PolicyException.Cause.ENGINE))
        .isEqualTo("the policy engine is closed");
    try (EmbeddedPolicy again = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession fresh = again.open(episode(5, 7))) {
      assertThat(answer(fresh, OPENING).policyVersion()).isZero();
    }
  }

  @Test
  void anEpisodeThatFillsItsContextGetsNoAnswerAndIsToldWhy() throws Exception {
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession session = policy.open(episode(5, 10))) {
      assertThat(answer(session, OPENING).text()).isNotNull();
      CompletableFuture<PolicyAnswer> tooLong = session.answer(said("x".repeat(CONTEXT)), soon());
      assertThat(failure(tooLong, PolicyException.Cause.CONTEXT))
          .matches(
              "the context is full: the episode has come to 9\\d\\d tokens, and the context length is"
                  + " 900");
    }
  }

  @Test
  void aClosedSessionGivesItsAnswerUp() throws Exception {
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK)) {
      PolicySession session = policy.open(episode(5, CONTEXT));
      CompletableFuture<PolicyAnswer> answer = session.answer(OPENING, soon());
      session.close();
      assertThat(failure(answer, PolicyException.Cause.ENGINE))
          .isEqualTo("the answer was given up");
    }
  }

  @Test
  void aBrokenModelDirectoryIsRefusedInOneLine() throws Exception {
    Files.writeString(directory.resolve("config.json"), "{}");
    assertThatThrownBy(() -> EmbeddedPolicy.open(settings(), CLOCK))
        .isInstanceOf(ModelDirectoryException.class);
    Files.delete(directory.resolve("tokenizer_config.json"));
    assertThatThrownBy(() -> EmbeddedPolicy.open(settings(), CLOCK))
        .hasMessageContaining("holds no chat template");
    Files.delete(directory.resolve("tokenizer.json"));
    assertThatThrownBy(() -> EmbeddedPolicy.open(settings(), CLOCK))
        .hasMessageContaining("expected a model directory of Hugging Face with a fast tokenizer");
    assertThatThrownBy(() -> new EmbeddedPolicySettings("", EngineSettings.onCpu(5), "", ""))
        .hasMessageContainingAll("no model directory", "no policy", "empty text");
  }

  @Test
  void aTokenizerWithoutAnEndOfTurnOrOfAnotherModelIsRefused() throws Exception {
    Path tokenizer = directory.resolve("tokenizer.json");
    String json = Files.readString(tokenizer);
    Files.writeString(tokenizer, json.replace("\"id\":257", "\"id\":400"));
    assertThatThrownBy(() -> EmbeddedPolicy.open(settings(), CLOCK))
        .hasMessageContaining("has 401 tokens, but the model knows 259");
    Files.writeString(tokenizer, json);
    Path config = directory.resolve("tokenizer_config.json");
    Files.writeString(config, Files.readString(config).replace("eos_token", "other_token"));
    assertThatThrownBy(() -> EmbeddedPolicy.open(settings(), CLOCK))
        .hasMessageContaining("names no token that ends a turn");
  }

  @Test
  void aSessionThatRepeatsAnswersGoesOnAsTheOneThatGaveThem() throws Exception {
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession first = policy.open(episode(5, 30));
        PolicySession second = policy.open(episode(5, 30))) {
      PolicyAnswer given = answer(first, OPENING);
      second.repeat(OPENING, given);

      assertThat(answer(second, said("And now?"))).isEqualTo(answer(first, said("And now?")));
    }
  }

  @Test
  void whatWouldBeShownOtherwiseIsNotRepeated() throws Exception {
    try (EmbeddedPolicy policy = EmbeddedPolicy.open(settings(), CLOCK);
        PolicySession first = policy.open(episode(5, 30));
        PolicySession second = policy.open(episode(5, 30));
        PolicySession third = policy.open(episode(5, 30))) {
      PolicyAnswer given = answer(first, OPENING);

      assertThatThrownBy(() -> second.repeat(said("List files."), given))
          .isInstanceOf(PolicyException.class)
          .hasMessageContaining("not shown as it was");
      assertThatThrownBy(() -> third.repeat(OPENING, PolicyAnswer.ofText("pwd()", 0L)))
          .hasMessage("an answer to repeat has no token ids");
    }
  }
}
