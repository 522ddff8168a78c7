package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.environment.conversation.DialogueLimits;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.learn.engine.EngineSettings;
import org.sealflow.learn.engine.TestingModelDirectory;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.embedded.EmbeddedPolicyFactory;
import org.sealflow.rollout.embedded.EmbeddedPolicySettings;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.StepLimitScope;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LearningGame;
import org.sealflow.system.fixture.LearningRun;
import org.sealflow.system.fixture.RunningJob;
import org.sealflow.system.fixture.ToolChoice;
import org.sealflow.system.fixture.TopicRecords;

/**
 * The embedded policy plays whole prompts, texts and tokens, with the weights that the learner
 * makes of what it played.
 */
final class EmbeddedLearnITCase {
  private static final int BATCHES = 4;
  private static final int CONTEXT = 3072;

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;

  @BeforeAll
  static void start() {
    broker = HostedBroker.start(directory.resolve("broker"));
  }

  /** Weights shrink fast here, so that versions differ although a random model never succeeds. */
  private static LearningGame game() throws Exception {
    Path model = TestingModelDirectory.write(directory.resolve("model"), 3);
    RolloutSettings rules =
        RolloutSettings.DEFAULT.with(
            new RolloutSettings.EpisodeRules(
                true,
                2,
                StepLimitScope.TURN,
                PromptStyles.signatures().name(),
                null,
                DialogueLimits.DEFAULT));
    return new LearningGame(
        ToolChoice.tasks(directory.resolve("tasks"), 3),
        2,
        BATCHES,
        rules,
        new PlannedSampling(1, 1, 0, 6),
        new EmbeddedPolicyFactory(
            EmbeddedPolicySettings.of(
                model.toString(), EngineSettings.onCpu(CONTEXT), LearningSettings.DEFAULT_POLICY)),
        model,
        Map.of(
            "adapter-rank",
            "0",
            "context",
            String.valueOf(CONTEXT),
            "pass-tokens",
            "4096",
            "keep-versions",
            String.valueOf(BATCHES + 1)),
        Map.of(
            "batch.drop", "none",
            "weighting.rule", "none",
            "optimizer.weightDecay", "5",
            "optimizer.learningRate.peak", "0.01",
            "optimizer.learningRate.warmupSteps", "0"));
  }

  @Test
  void whatIsPlayedWithAVersionIsWhatItsWeightsSay() throws Exception {
    Connection topics = broker.topics("embedded.");
    LearningRun run = new LearningRun(topics, game(), 5, directory.resolve("run"));
    try (RunningJob learning = run.learning();
        RunningJob playing = run.playing();
        TopicRecords<PolicyUpdate> updates =
            TopicRecords.committed(topics, Topic.POLICY_UPDATES, PolicyUpdate.class)) {
      updates.await(
          "version " + BATCHES,
          Await.LONGEST,
          seen -> seen.size() > BATCHES || !RunningJob.areRunning(learning, playing));
      playing.stop();
      learning.stop();
    }

    Map<Long, Path> weights = new TreeMap<>();
    for (PolicyUpdate update : read(topics, Topic.POLICY_UPDATES, PolicyUpdate.class)) {
      weights.put(
          update.getVersion(), Path.of(URI.create(Objects.requireNonNull(update.getWeightsUri()))));
    }
    assertThat(weights).hasSize(BATCHES + 1);
    assertEveryGroupWasUsed(topics);
    assertStepsAreOfTheirVersions(topics, weights);
    assertThat(read(topics, Topic.FAILURES, Failure.class)).isEmpty();
  }

  private static void assertEveryGroupWasUsed(Connection topics) throws Exception {
    List<TrainingStep> steps = read(topics, Topic.TRAINING_METRICS, TrainingStep.class);
    assertThat(steps).hasSize(BATCHES);
    assertThat(steps.stream().flatMap(step -> step.getGroups().stream()))
        .hasSize(3 * BATCHES)
        .allSatisfy(group -> assertThat(group.getOutcome()).isEqualTo(GroupOutcome.USED));
  }

  /** First steps of episodes: their context is all that was read. */
  private static void assertStepsAreOfTheirVersions(Connection topics, Map<Long, Path> weights)
      throws Exception {
    Map<Long, List<AssistantStep>> played = new TreeMap<>();
    for (TrajectoryEvent event : read(topics, Topic.TRAJECTORIES, TrajectoryEvent.class)) {
      AssistantStep step = event.getAssistantStep();
      if (event.getKind() == EventKind.ASSISTANT_STEP && step != null && step.getStep() == 0) {
        long version = Objects.requireNonNull(step.getPolicyVersion());
        played.computeIfAbsent(version, first -> new ArrayList<>()).add(step);
      }
    }
    // On a busy machine batches begin before their version is loaded, but not all of them.
    assertThat(played.keySet()).contains(0L).hasSizeGreaterThan(1);
    played.forEach(
        (version, steps) -> {
          Path of = Objects.requireNonNull(weights.get(version));
          try (PolicyModel model = PolicyModel.frozen(of, ModelOptions.onCpu(CONTEXT))) {
            steps.forEach(step -> assertScoredAlike(step, model));
          }
        });
  }

  private static void assertScoredAlike(AssistantStep step, PolicyModel model) {
    List<Integer> context = Objects.requireNonNull(step.getContextTokenIds());
    List<Integer> sampled = Objects.requireNonNull(step.getSampledTokenIds());
    List<Float> logProbs = Objects.requireNonNull(step.getSampledLogProbs());
    List<Integer> all = new ArrayList<>(context);
    all.addAll(sampled);
    int[] tokens = all.stream().mapToInt(Integer::intValue).toArray();
    float[] scored = model.logProbs(TokenBatch.of(TokenSequence.allScored(tokens)), 1)[0];
    for (int i = 0; i < sampled.size(); i++) {
      assertThat(scored[context.size() + i]).isCloseTo(logProbs.get(i), within(1e-4f));
    }
  }

  private static <T extends SpecificRecordBase> List<T> read(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.committed(topics, topic, recordClass)) {
      return records.all();
    }
  }
}
