package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.RolloutJob;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.settings.EvolutionSettings;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.learn.engine.TestingModelDirectory;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchAdmission;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.plan.VersionRule;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.RunningJob;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.ScriptedRuns;
import org.sealflow.system.fixture.TopicRecords;

/** The learner measures how much successes lean on a cue, and evolution retires a crutch. */
@Tag("long")
final class RelianceITCase {
  private static final int CONTEXT = 512;
  private static final int BATCHES = 12;
  private static final int LONGEST_EPISODE = 40;

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static TaskDirectory tasks;
  private static Path model;
  private static Hint hint;

  /** A token after which the model is likelier to say the same, and by how many nats at least. */
  private record Hint(int token, double nats) {}

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    tasks = TaskDirectory.read(Samples.tasks());
    model = TestingModelDirectory.write(directory.resolve("model"), 3);
    hint = strongestHint();
  }

  private static Hint strongestHint() {
    Hint strongest = new Hint(LeaningPolicy.PLAIN, 0);
    try (PolicyModel scorer = PolicyModel.frozen(model, ModelOptions.onCpu(CONTEXT))) {
      double[] plain = said(scorer, LeaningPolicy.PLAIN);
      for (int token = 3; token < 60; token++) {
        double[] said = said(scorer, token);
        double least = Double.POSITIVE_INFINITY;
        for (int steps = 2; steps <= LONGEST_EPISODE; steps += 2) {
          least = Math.min(least, said[steps] - plain[steps]);
        }
        strongest = least > strongest.nats() ? new Hint(token, least) : strongest;
      }
    }
    assertThat(strongest.nats()).as("some token is a hint").isPositive();
    return strongest;
  }

  /**
   * Log-probability of the first answers of an episode whose first message reads as the token, by
   * their number.
   */
  private static double[] said(PolicyModel scorer, int first) {
    int[] tokens = new int[2 * LONGEST_EPISODE];
    boolean[] sampled = new boolean[2 * LONGEST_EPISODE];
    for (int step = 0; step < LONGEST_EPISODE; step++) {
      tokens[2 * step] = step == 0 ? first : LeaningPolicy.PLAIN;
      tokens[2 * step + 1] = LeaningPolicy.SAID;
      sampled[2 * step + 1] = true;
    }
    float[] each = scorer.logProbs(TokenBatch.of(new TokenSequence(tokens, sampled)), 1)[0];
    double[] sums = new double[LONGEST_EPISODE + 1];
    for (int step = 0; step < LONGEST_EPISODE; step++) {
      sums[step + 1] = sums[step] + each[2 * step] + each[2 * step + 1];
    }
    return sums;
  }

  @Test
  void aPatchThatIsLeanedOnAndDoesNotTransferRetires() throws Exception {
    Connection topics = broker.topics("crutch.");
    play(topics, "crutch", true);

    List<EnvironmentPatch> retired =
        patches(topics).stream()
            .filter(patch -> patch.getState() == PatchState.RETIRED)
            .filter(patch -> patch.getReason().startsWith("RELIANCE"))
            .toList();
    assertThat(retired).isNotEmpty();
    assertThat(retired)
        .allSatisfy(
            patch -> {
              assertThat(nats(Objects.requireNonNull(patch.getReliance())))
                  .isGreaterThan(hint.nats() / 2);
              assertThat(patch.getUplift().getUpliftLow()).isPositive();
            });
    List<TrainingStep> steps = read(topics, Topic.TRAINING_METRICS, TrainingStep.class);
    assertThat(steps).extracting(TrainingStep::getVersion).doesNotHaveDuplicates();
    retired.forEach(patch -> assertThat(windows(patch, steps)).contains(rounded(patch)));
    assertThat(read(topics, Topic.FAILURES, Failure.class)).isEmpty();
  }

  @Test
  void aPatchThatIsLeanedOnStaysIfEpisodesWithoutItSucceedAsOften() throws Exception {
    Connection topics = broker.topics("transfer.");
    play(topics, "transfer", false);

    assertThat(patches(topics))
        .extracting(EnvironmentPatch::getReason)
        .noneMatch(reason -> reason.startsWith("RELIANCE"));
    assertThat(read(topics, Topic.TRAINING_METRICS, TrainingStep.class))
        .flatExtracting(step -> step.getReliance().values())
        .anySatisfy(sums -> assertThat(nats(sums)).isGreaterThan(hint.nats() / 2));
  }

  /**
   * Every second sample of a group is another policy's, so that exactly half of each group may err.
   */
  private record HalfErring(Policy first, Policy second) implements Policy {
    @Override
    public PolicySession open(EpisodeContext context) {
      String episode = context.episodeId();
      return (episode.charAt(episode.length() - 1) % 2 == 0 ? first : second).open(context);
    }

    @Override
    public void update(PolicyUpdate update) {
      first.update(update);
      second.update(update);
    }

    @Override
    public void close() {
      first.close();
      second.close();
    }
  }

  /** The sums of each window of versions that the steps measured of a patch, rounded. */
  private static List<PatchReliance> windows(EnvironmentPatch patch, List<TrainingStep> steps) {
    List<PatchReliance> windows = new ArrayList<>();
    for (TrainingStep newest : steps) {
      long episodes = 0;
      long tokens = 0;
      double logRatio = 0;
      for (TrainingStep step : steps) {
        PatchReliance sums = step.getReliance().get(PatchRecords.key(patch));
        long age = newest.getVersion() - step.getVersion();
        if (sums != null && age >= 0 && age < EvolveSettings.DEFAULT.windowVersions()) {
          episodes += sums.getEpisodes();
          tokens += sums.getTokens();
          logRatio += sums.getLogRatio();
        }
      }
      windows.add(new PatchReliance(episodes, tokens, Math.rint(1e6 * logRatio)));
    }
    return windows;
  }

  private static PatchReliance rounded(EnvironmentPatch patch) {
    PatchReliance sums = Objects.requireNonNull(patch.getReliance());
    return new PatchReliance(
        sums.getEpisodes(), sums.getTokens(), Math.rint(1e6 * sums.getLogRatio()));
  }

  private static double nats(PatchReliance sums) {
    return sums.getLogRatio() / sums.getEpisodes();
  }

  /** Plays a run whose jobs are killed once on the way. */
  private static void play(Connection topics, String run, boolean heedsPatches) throws Exception {
    ScriptedRuns.publish(topics, tasks);
    RolloutPlan scripted =
        ScriptedRuns.plan(tasks, run, new BatchShape(8, 8, 4, BATCHES), new ArmSplit(true, 0.5));
    RolloutPlan plan =
        new RolloutPlan(
            run,
            scripted.mode(),
            scripted.tasks(),
            scripted.shape(),
            scripted.arms(),
            new BatchAdmission(VersionRule.POLICY, 0),
            scripted.sampling(),
            7);
    JobSettings settings = settings(topics);
    JobSettings learning = settings.withLearning(learner(run));
    try (RunningJob learns = learning(learning, run);
        RunningJob plays = playing(settings, plan, heedsPatches)) {
      awaitVersion(topics, BATCHES / 2, learns, plays);
      learns.awaitCheckpoint();
      plays.awaitCheckpoint();
    }
    try (RunningJob learns = learning(learning, run);
        RunningJob plays = playing(settings, plan, heedsPatches)) {
      awaitVersion(topics, BATCHES, learns, plays);
      plays.stop();
      learns.stop();
    }
  }

  private static void awaitVersion(Connection topics, long version, RunningJob... jobs)
      throws Exception {
    try (TopicRecords<PolicyUpdate> updates =
        TopicRecords.committed(topics, Topic.POLICY_UPDATES, PolicyUpdate.class)) {
      updates.await(
          "version " + version,
          Await.LONGEST,
          seen ->
              seen.stream().anyMatch(update -> update.getVersion() >= version)
                  || !RunningJob.areRunning(jobs));
    }
  }

  private static RunningJob learning(JobSettings settings, String run) throws Exception {
    return RunningJob.start(
        CoEvolutionJob.name(settings),
        CoEvolutionJob.configuration(settings),
        directory.resolve(run + "-learning"),
        environment -> CoEvolutionJob.attach(environment, settings));
  }

  private static RunningJob playing(JobSettings settings, RolloutPlan plan, boolean heedsPatches)
      throws Exception {
    RolloutSettings rules =
        RolloutSettings.DEFAULT.asOf(LocalDate.parse(Samples.AS_OF)).withReliance(true);
    // Answers take a moment, as a model's do: patches have the time of a batch to arrive.
    ScriptedPolicySettings slow = ScriptedPolicySettings.FAULTLESS.slowBy(Duration.ofMillis(50));
    Fault late = Fault.of(FaultKind.SLOW, 1);
    Fault drops = Fault.of(FaultKind.DROP_ARGUMENT, 1).ofTool(ScriptedRuns.TOOL);
    int token = hint.token();
    return RunningJob.start(
        RolloutJob.name(plan.runId()),
        CoEvolutionJob.configuration(settings),
        directory.resolve(plan.runId() + "-playing"),
        environment ->
            RolloutJob.attach(
                environment,
                settings,
                plan,
                rules,
                known ->
                    new LeaningPolicy(
                        new HalfErring(
                            new ScriptedPolicy(
                                slow.with(drops, late), known::named, Clock.systemUTC()),
                            new ScriptedPolicy(
                                heedsPatches ? slow.with(drops, late) : slow.with(late),
                                known::named,
                                Clock.systemUTC())),
                        heedsPatches,
                        token),
                Clock.systemUTC()));
  }

  private static LearningSettings learner(String run) {
    return LearningSettings.parse(
        Map.of(
            "run",
            run,
            "model",
            model.toString(),
            "weights",
            directory.resolve(run + "-weights").toUri().toString(),
            "adapter-rank",
            "0",
            "context",
            String.valueOf(CONTEXT),
            "pass-tokens",
            "4096",
            "batch-deadline",
            "2m",
            "transaction-timeout",
            "10m"),
        Map.of(
            "batch.groups", "8",
            "batch.groupSize", "4",
            "batch.plannedGroups", "8",
            "batch.miniBatchGroups", "8",
            "batch.drop", "none",
            "weighting.rule", "none",
            "optimizer.learningRate.peak", "1e-9"));
  }

  private static JobSettings settings(Connection topics) {
    EvolveSettings evolve =
        EvolveSettings.DEFAULT
            .with(new EvolveSettings.Retirement(0.9, 0.01, 2, 16, 0, 10))
            .with(new EvolveSettings.Reliance(hint.nats() / 2, 8));
    return JobSettings.of(KafkaSettings.of(topics.bootstrapServers(), topics.topics()))
        .with(RunningJob.LIGHT.withParallelism(2).withCheckpointInterval(Duration.ofMillis(300)))
        .with(new EvolutionSettings(EvolutionSettings.DEFAULT.capability(), evolve));
  }

  private static List<EnvironmentPatch> patches(Connection topics) throws Exception {
    return read(topics, Topic.ENVIRONMENT_PATCHES, PatchRecord.class).stream()
        .map(each -> Objects.requireNonNull(each.getPatch()))
        .toList();
  }

  private static <T extends SpecificRecordBase> List<T> read(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.committed(topics, topic, recordClass)) {
      return List.copyOf(records.all());
    }
  }
}
