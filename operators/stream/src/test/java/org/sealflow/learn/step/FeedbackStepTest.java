package org.sealflow.learn.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.ModelPolicyFactory;
import org.sealflow.learn.TemplateMessages;
import org.sealflow.learn.TestingSamples;
import org.sealflow.learn.TestingSilentTeacher;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.learn.algorithm.WeightingState;
import org.sealflow.learn.engine.TestingModelDirectory;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.Snapshot;
import org.sealflow.model.config.Precision;
import org.sealflow.model.text.ChatSegments;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.model.text.TemplateMessage;
import org.sealflow.schemas.Verdict;

/** Steps of a small transformer that reads feedback by its own chat template. */
class FeedbackStepTest {
  private static final String TOLD = "An earlier answer to this failed:\ncd(folder='b')";
  private static final int CONTEXT = 512;

  @TempDir Path folder;

  private Path model;

  @BeforeEach
  void write() throws IOException {
    model = TestingModelDirectory.write(folder.resolve("model"), 3);
  }

  private LearnSettings settings(String rule, Map<String, String> others) {
    Map<String, String> algorithm = new HashMap<>(TestingSamples.algorithm());
    algorithm.put("feedback.rule", rule);
    algorithm.putAll(others);
    return new LearnSettings(
        TestingSamples.RUN,
        TestingSamples.POLICY,
        LearnerSettings.parse(algorithm),
        1,
        1,
        folder.toUri().toString(),
        2,
        LearnSettings.DEFAULT_STATE_LIMIT_BYTES,
        Duration.ofMinutes(1));
  }

  private TrainablePolicy open(LearnSettings settings) {
    return new ModelPolicyFactory(
            model.toString(), ModelPolicyFactory.ALL_WEIGHTS, 5, CONTEXT, "cpu", Precision.FLOAT32)
        .open(settings);
  }

  /** One request and its answer, as the policy's own template makes them. */
  private TrainingSequence sequence(String answer) throws IOException {
    try (PromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(model)) {
      ChatTemplate template = ChatTemplate.fromDirectory(model, Clock.systemUTC());
      ChatSegments segments = new ChatSegments(template, tokenizer, ChatSettings.NONE);
      int context = segments.open(List.of(TemplateMessage.user("Go to b"))).ids().length;
      segments.sampled(tokenizer.encode(answer + "<|im_end|>"));
      int[] ids = segments.ids();
      boolean[] sampled = new boolean[ids.length];
      int[] turns = new int[ids.length];
      Arrays.fill(turns, 0, context, TrainingSequence.NO_TURN);
      Arrays.fill(sampled, context, ids.length, true);
      return new TrainingSequence(ids, sampled, null, turns);
    }
  }

  /** Of each group two episodes pass and two fail; those that fail have feedback. */
  private List<TrainingGroup> groups() throws IOException {
    List<TrainingGroup> groups = new ArrayList<>();
    for (int group = 0; group < 2; group++) {
      List<TrainingEpisode> episodes = new ArrayList<>();
      for (int sample = 0; sample < 4; sample++) {
        boolean passed = sample < 2;
        Verdict verdict = passed ? Verdict.PASSED : Verdict.POLICY_FAILED;
        TrainingEpisode episode =
            TestingSamples.episode(
                0, group, sample, verdict, sequence(passed ? "cd(b)" : "ls(" + sample + ")"));
        TurnFeedback told = new TurnFeedback(0, TOLD + group + sample);
        episodes.add(passed ? episode : episode.withFeedback(List.of(told)));
      }
      groups.add(new TrainingGroup("group-" + group, false, episodes, List.of(1.0, 1.0, 0.0, 0.0)));
    }
    return groups;
  }

  private record Trained(Snapshot snapshot, LearnerStep step) {}

  private Trained train(LearnSettings settings, TrainablePolicy policy) throws IOException {
    LearnerSettings learner = settings.learner();
    LearnerStep step =
        new Learner(learner, settings.passTokens(), policy, () -> false)
            .step(
                0,
                WeightingState.start(learner.weighting().tags()),
                policy::snapshot,
                groups(),
                StepRate.OF_SETTINGS);
    assertThat(step.isApplied()).isTrue();
    return new Trained(policy.snapshot(), step);
  }

  private Trained train(String rule, Map<String, String> others) throws IOException {
    LearnSettings settings = settings(rule, others);
    try (TrainablePolicy policy = open(settings)) {
      return train(settings, policy);
    }
  }

  @Test
  void aMessagePutInHasTheIdsThatTheConversationWouldHaveHadWithIt() throws IOException {
    TrainingSequence sequence = sequence("ls()");
    float[] advantages = new float[sequence.length()];
    Arrays.fill(advantages, -1);
    TrainingRow row =
        new TrainingRow(sequence, advantages, List.of(new TurnFeedback(0, "Not <b>: b")));
    try (TemplateMessages messages = TemplateMessages.open(model);
        PromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(model)) {
      TwinRow twin = TwinRow.of(row, messages).twin();

      assertThat(twin).isNotNull();
      assertThat(twin.sequence().tokens())
          .containsExactly(
              tokenizer.encode(
                  "<|im_start|>user\nGo to b<|im_end|>\n<|im_start|>user\nNot <b>: b<|im_end|>\n"
                      + "<|im_start|>assistant\nls()<|im_end|>"));
    }
  }

  @Test
  void feedbackChangesWhatIsLearnedTheSameWayEachTime() throws IOException {
    Trained none = train("none", Map.of());
    Trained told = train("evidence", Map.of());
    Trained permuted = train("permuted", Map.of());

    assertThat(told.snapshot()).isEqualTo(train("evidence", Map.of()).snapshot());
    assertThat(told.snapshot()).isNotEqualTo(none.snapshot());
    assertThat(permuted.snapshot()).isNotEqualTo(none.snapshot()).isNotEqualTo(told.snapshot());
    assertThat(told.step().updates().feedback().tokens()).isPositive();
    assertThat(told.step().updates().feedback().divergenceMean()).isPositive();
    assertThat(told.step().updates().feedback().leftOut()).isZero();
    assertThat(StepMeasures.of(0, told.step(), List.of(), 2, Duration.ZERO))
        .containsKeys(
            "feedbackTokens", "feedbackDivergence", "feedbackClipFraction", "feedbackTurnsLeftOut");
    assertThat(StepMeasures.of(0, none.step(), List.of(), 2, Duration.ZERO).keySet())
        .noneMatch(name -> name.startsWith("feedback"));
  }

  @Test
  void withOneUpdateTheTeacherIsComparedWithTheUpdatesOwnPass() throws IOException {
    Map<String, String> once = Map.of("batch.miniBatchGroups", "2", "batch.epochs", "1");
    Trained told = train("evidence", once);

    assertThat(told.snapshot()).isNotEqualTo(train("none", once).snapshot());
    assertThat(told.step().updates().updates()).isEqualTo(1);
    // Two failed episodes in each of two groups say five characters and the end of the turn.
    assertThat(told.step().updates().feedback().tokens()).isEqualTo(4 * 6);
  }

  @Test
  void aTeacherInTheSameContextHasTheFactorOneToTheBit() throws IOException {
    LearnSettings settings = settings("evidence", Map.of());
    try (TrainablePolicy policy = open(settings)) {
      Trained told = train(settings, new TestingSilentTeacher(policy));

      assertThat(told.step().updates().feedback().tokens()).isPositive();
      assertThat(told.step().updates().feedback().divergence()).isZero();
      assertThat(told.snapshot()).isEqualTo(train("none", Map.of()).snapshot());
    }
  }

  @Test
  void feedbackThatDoesNotFitTheContextIsLeftOut() throws IOException {
    LearnSettings settings = settings("evidence", Map.of());
    int longest = sequence("ls(0)").length();
    try (TrainablePolicy policy =
        new ModelPolicyFactory(
                model.toString(),
                ModelPolicyFactory.ALL_WEIGHTS,
                5,
                longest,
                "cpu",
                Precision.FLOAT32)
            .open(settings)) {
      Trained told = train(settings, policy);

      assertThat(told.step().updates().feedback().leftOut()).isEqualTo(4);
      assertThat(told.step().updates().feedback().tokens()).isZero();
    }
  }

  @Test
  void aModelWhoseTemplateCannotShowFeedbackIsRefusedInALine() throws IOException {
    Path config = model.resolve("tokenizer_config.json");
    String alternating =
        "{\"eos_token\": \"<|im_end|>\", \"chat_template\": \"{% for message in messages %}{{"
            + " raise_exception('roles must alternate') if loop.index0 > 0 else message.content"
            + " }}{% endfor %}{% if add_generation_prompt %}A:{% endif %}\"}";
    Files.writeString(config, alternating);

    assertThatThrownBy(() -> open(settings("evidence", Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("feedback cannot be put into prompts")
        .hasMessageContaining("roles must alternate")
        .hasMessageEndingWith("set feedback.rule to none");
    open(settings("none", Map.of())).close();
  }
}
