package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.specific.SpecificDatumReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.TaskFiles;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.JsonLines;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.run.Successes;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.WeightsFormat;

class RunEvaluationsTest {
  private static final Path TOOLS = Path.of("..", "..", "data", "tasks");
  private static final int COUNT = 4;

  /** How many more sessions are refused; a job's policies are copies and share what is static. */
  private static final AtomicInteger REFUSALS = new AtomicInteger();

  /** Open once a policy that never answers is asked. */
  private static final CountDownLatch ASKED = new CountDownLatch(1);

  @TempDir private static Path folder;
  private static TrainingTasks tasks;

  private final List<String> asked = new ArrayList<>();
  private PolicyFactory policies = faultless();

  @BeforeAll
  static void generate() throws Exception {
    Path directory = folder.resolve("tasks");
    TaskFiles.write(
        new TaskGenerator(GeneratorSettings.of(1, GeneratorSplit.TRAIN), TaskFiles.sources(TOOLS)),
        COUNT,
        TOOLS,
        directory);
    tasks =
        TrainingTasks.ofDirectories(
            directory,
            directory,
            directory,
            new TrainSettings.EvaluationPlan(1, COUNT, COUNT, true, ""));
  }

  @Test
  void asManyTasksAreMeasuredAsThePlanSays() {
    Path directory = folder.resolve("tasks");
    TrainingTasks some =
        TrainingTasks.ofDirectories(
            directory, directory, directory, new TrainSettings.EvaluationPlan(1, 1, 0, true, ""));
    assertThat(some.train().tasks()).hasSize(COUNT);
    assertThat(some.validation().chosen()).hasSize(1);
    assertThat(some.test().chosen()).isEmpty();
  }

  @Test
  void theTestTasksArePlayedGreedilyAndSampledAndNotAgain() throws Exception {
    RunDirectory run = run("both");
    try (RunEvaluations evaluations = evaluations(run, "rollouts.temperature=0.6")) {
      evaluations.test(List.of(update(0)), () -> {});
      assertThat(evaluations.lines())
          .extracting(EvaluationLine::split)
          .containsExactly(EvaluationLine.TEST, EvaluationLine.TEST_SAMPLED);
      assertThat(evaluations.lines())
          .allSatisfy(line -> assertThat(line.successes()).hasSize(COUNT));
    }
    assertThat(temperatures(run, "test-v0")).hasSize(COUNT).containsOnly(0.0);
    assertThat(temperatures(run, "test-sampled-v0")).hasSize(COUNT).containsOnly(0.6);
    try (RunEvaluations again = evaluations(run)) {
      again.test(List.of(update(0)), () -> {});
      assertThat(again.lines()).hasSize(2);
    }
    assertThat(asked).containsExactly("start", "start");
  }

  @Test
  void aRunStoppedBetweenTheTwoOnlyMeasuresWhatIsMissing() throws Exception {
    RunDirectory run = run("stopped");
    try (JsonLines lines = JsonLines.anew(run.evaluations())) {
      lines.write(measured(EvaluationLine.TEST, 0));
      lines.write(measured(EvaluationLine.TEST_SAMPLED, 0));
      lines.write(measured(EvaluationLine.TEST, 2));
    }
    try (RunEvaluations evaluations = evaluations(run)) {
      evaluations.test(List.of(update(0), update(2)), () -> {});
      assertThat(evaluations.lines()).hasSize(4);
      assertThat(evaluations.lines().get(3).split()).isEqualTo(EvaluationLine.TEST_SAMPLED);
      assertThat(evaluations.lines().get(3).version()).isEqualTo(2);
    }
    assertThat(asked).containsExactly("version 2");
  }

  @Test
  void aVersionIsMeasuredOnceItsWeightsAreKept() throws Exception {
    RunDirectory run = run("kept");
    Path gone = folder.resolve("gone");
    Path published = Files.createDirectories(folder.resolve("published"));
    Files.writeString(published.resolve("adapter"), "of version 4");
    Files.writeString(Files.createDirectories(run.chosen()).resolve("older"), "of version 2");
    try (RunEvaluations evaluations = evaluations(run)) {
      assertThatThrownBy(() -> evaluations.choose(update(3, gone)))
          .isInstanceOf(UncheckedIOException.class);
      assertThat(evaluations.lines()).isEmpty();
      assertThat(run.chosen()).isDirectoryContaining("glob:**older");

      evaluations.choose(update(4, published));
      assertThat(evaluations.lines()).extracting(EvaluationLine::version).containsExactly(4L);
    }
    assertThat(run.chosen().resolve("adapter")).hasContent("of version 4");
    assertThat(run.chosen().resolve("older")).doesNotExist();
  }

  @Test
  void withoutSamplingNothingIsSampled() throws Exception {
    RunDirectory run = run("greedy");
    try (JsonLines lines = JsonLines.anew(run.evaluations())) {
      lines.write(measured(EvaluationLine.TEST, 0));
    }
    try (RunEvaluations evaluations = evaluations(run, "evaluation.sampled=false")) {
      evaluations.test(List.of(update(0)), () -> {});
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void theStartIsNotMeasuredAgainIfAnotherRunHasMeasuredIt() throws Exception {
    RunDirectory first = run("first", "tasks.count=5");
    try (JsonLines lines = JsonLines.anew(first.evaluations())) {
      lines.write(measured(EvaluationLine.VALIDATION, 0));
      lines.write(measured(EvaluationLine.TEST, 0));
      lines.write(measured(EvaluationLine.TEST_SAMPLED, 0));
      lines.write(measured(EvaluationLine.TEST, 2));
    }
    String[] settings = {
      "tasks.count=5", "learner.weighting.rule=none", "evaluation.start=" + first.path()
    };
    RunDirectory second = run("second", settings);
    try (RunEvaluations evaluations = evaluations(second, settings)) {
      evaluations.test(List.of(update(0)), () -> {});
      assertThat(evaluations.lines())
          .extracting(EvaluationLine::split)
          .containsExactly(
              EvaluationLine.VALIDATION, EvaluationLine.TEST, EvaluationLine.TEST_SAMPLED);
    }
    assertThat(JsonLines.read(second.evaluations(), EvaluationLine.class)).hasSize(3);
    assertThat(asked).containsExactly("start");
  }

  @Test
  void evaluationsOfAnotherStartAreRefused() throws IOException {
    RunDirectory first = run("other", "tasks.count=5");
    String[] settings = {"tasks.count=6", "evaluation.start=" + first.path()};
    RunDirectory second = run("mine", settings);

    assertThatThrownBy(() -> evaluations(second, settings))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("tasks.count is 5 there and 6 here");

    String[] same = {"tasks.count=5", "evaluation.start=" + first.path()};
    RunDirectory third = run("third", same);
    assertThatThrownBy(() -> evaluations(third, same))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("has not measured its start");
  }

  @Test
  void samplingIsThatOfTheEvaluation() {
    PlannedSampling sampling = new PlannedSampling(0.7, 1, 0, 32);
    RolloutPlan plan =
        new PolicyEvaluation(
                EvaluationLine.TEST_SAMPLED,
                tasks.test().directory(),
                tasks.test().chosen(),
                RolloutSettings.DEFAULT,
                sampling,
                7,
                null)
            .plan(3, tasks.test().chosen());
    assertThat(plan.sampling()).isEqualTo(sampling);
    assertThat(plan.seed()).isEqualTo(7);
    assertThat(plan.runId()).isEqualTo("test-sampled-v3");
    assertThat(plan.shape().batches()).isEqualTo(1);
  }

  @Test
  void whatTheInfrastructureLosesIsPlayedAgainAndAlone() throws IOException {
    RunDirectory run = run("lost");
    REFUSALS.set(COUNT + 1);
    EvaluationLine line =
        greedy().measure(0, refusing(), run.episodes("test-v0"), Clock.systemUTC(), job -> {});

    assertThat(line.all()).isEqualTo(new Successes(COUNT, COUNT, COUNT));
    assertThat(line.successes()).hasSize(COUNT);
    assertThat(temperatures(run.episodes("test-v0.2"))).hasSize(COUNT);
    assertThat(temperatures(run.episodes("test-v0.3"))).hasSize(1);
  }

  @Test
  void anEvaluationThatGoesOnLosingEpisodesSaysSoAndCountsNothing() throws IOException {
    RunDirectory run = run("hopeless");
    REFUSALS.set(Integer.MAX_VALUE);

    assertThatThrownBy(
            () ->
                greedy()
                    .measure(4, refusing(), run.episodes("test-v4"), Clock.systemUTC(), job -> {}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("version 4 on test lost %d of %d episodes 3 times", COUNT, COUNT);
  }

  @Test
  @Timeout(60)
  void aRunToldToStopDoesNotWaitForAnEvaluation() throws Exception {
    policies = known -> new SilentPolicy();
    BlockingQueue<String> said = new LinkedBlockingQueue<>();
    try (RunEvaluations evaluations = evaluations(run("stopped-early"))) {
      CompletableFuture<Void> tested =
          CompletableFuture.runAsync(
              () -> tested(evaluations, () -> evaluations.running().ifPresent(said::add)));
      ASKED.await();
      assertThat(said.take()).isEqualTo("version 0 on test");
      evaluations.stop();

      assertThatThrownBy(tested::join).hasCauseInstanceOf(UserError.class);
      assertThat(evaluations.lines()).isEmpty();
    }
  }

  private static void tested(RunEvaluations evaluations, Runnable meanwhile) {
    try {
      evaluations.test(List.of(update(0)), meanwhile);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** Never answers. */
  private static final class SilentPolicy implements Policy {
    @Override
    public PolicySession open(EpisodeContext context) {
      return new PolicySession() {
        @Override
        public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
          ASKED.countDown();
          return new CompletableFuture<>();
        }

        @Override
        public void repeat(List<ChatMessage> added, PolicyAnswer given) {
          throw new IllegalStateException("nothing was given before");
        }

        @Override
        public void close() {
          // Holds nothing.
        }
      };
    }

    @Override
    public void update(PolicyUpdate update) {
      throw new IllegalStateException("evaluations know one version");
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  private static PolicyEvaluation greedy() {
    return new PolicyEvaluation(
        EvaluationLine.TEST,
        tasks.test().directory(),
        tasks.test().chosen(),
        RolloutSettings.DEFAULT,
        new PlannedSampling(0, 1, 0, 32),
        0,
        null);
  }

  /** Policies whose engine fails when a session is opened, as often as is set. */
  private static PolicyFactory refusing() {
    return known -> {
      Policy policy = faultless().create(known);
      return new Policy() {
        @Override
        public PolicySession open(EpisodeContext context) {
          if (REFUSALS.getAndDecrement() > 0) {
            throw new PolicyException(PolicyException.Cause.ENGINE, "the engine is gone");
          }
          return policy.open(context);
        }

        @Override
        public void update(PolicyUpdate update) {
          policy.update(update);
        }

        @Override
        public void close() {
          policy.close();
        }
      };
    };
  }

  private static List<Double> temperatures(RunDirectory run, String evaluation) throws IOException {
    return temperatures(run.episodes(evaluation));
  }

  private static List<Double> temperatures(Path episodes) throws IOException {
    List<Double> temperatures = new ArrayList<>();
    try (DataFileReader<TrajectoryEvent> events =
        new DataFileReader<>(episodes.toFile(), new SpecificDatumReader<>(TrajectoryEvent.class))) {
      for (TrajectoryEvent event : events) {
        EpisodeStarted started = event.getEpisodeStarted();
        if (started != null) {
          temperatures.add(started.getSampling().getTemperature());
        }
      }
    }
    return temperatures;
  }

  private static RunDirectory run(String name, String... overrides) throws IOException {
    RunDirectory run = RunDirectory.create(folder, name);
    Path file = Files.writeString(folder.resolve("settings.yaml"), "");
    Files.writeString(run.settings(), TrainSettings.read(file, List.of(overrides)).text());
    return run;
  }

  private RunEvaluations evaluations(RunDirectory run, String... overrides) throws IOException {
    Path file = Files.writeString(folder.resolve("settings.yaml"), "");
    return new RunEvaluations(
        run,
        TrainSettings.read(file, List.of(overrides)).settings(),
        tasks,
        new TestingPolicies(),
        RolloutSettings.DEFAULT,
        Clock.systemUTC());
  }

  private static EvaluationLine measured(String split, long version) {
    return new EvaluationLine(
        split, version, 0, 1, Map.of("base", new Successes(1, 1, 1)), Map.of("base_1", true));
  }

  private static PolicyUpdate update(long version) {
    return update(version, Path.of("/weights"));
  }

  private static PolicyUpdate update(long version, Path weights) {
    return PolicyUpdate.newBuilder()
        .setPolicyName("nano")
        .setRunId("run-1")
        .setVersion(version)
        .setWeightsUri(weights.toUri().toString())
        .setWeightsDigest("ab".repeat(32))
        .setFormat(WeightsFormat.PEFT_ADAPTER)
        .setPublishedAt(Instant.EPOCH)
        .build();
  }

  /** Policies that know the answers, and what was asked of them. */
  private final class TestingPolicies implements RunPolicies {
    @Override
    public PolicyFactory live() {
      throw new IllegalStateException("no evaluation plays with the policy of the rollouts");
    }

    @Override
    public PolicyFactory start() {
      asked.add("start");
      return policies;
    }

    @Override
    public PolicyFactory at(PolicyUpdate update) {
      asked.add("version " + update.getVersion());
      return policies;
    }
  }

  private static PolicyFactory faultless() {
    return known ->
        new ScriptedPolicy(ScriptedPolicySettings.FAULTLESS, known::named, Clock.systemUTC());
  }
}
