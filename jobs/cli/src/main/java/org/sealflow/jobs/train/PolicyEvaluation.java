package org.sealflow.jobs.train;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.JudgeSettings;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.EvaluationJob;
import org.sealflow.jobs.ReplayJob;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.Successes;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.verify.VerifySettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures versions of a policy on fixed tasks: each task once, without any patch, in a bounded job
 * of its own. Tasks whose episodes are lost to the infrastructure are played again: a rate over
 * those that were not would be one over the quicker tasks.
 *
 * @param split what is measured, as an {@link EvaluationLine} names it
 * @param tasks where the tasks are
 * @param chosen those that are played
 * @param rules how they are played
 * @param sampling how the policy is sampled; greedily at temperature 0
 * @param seed what order and sampling start from; each version samples by draws of its own
 * @param judge the model that judges natural-language assertions; null leaves them open
 */
record PolicyEvaluation(
    String split,
    TaskFolder tasks,
    List<PlannedTask> chosen,
    RolloutSettings rules,
    PlannedSampling sampling,
    long seed,
    @Nullable JudgeSettings judge) {

  private static final Logger LOG = LoggerFactory.getLogger(PolicyEvaluation.class);

  /** How often the tasks that are still missing are played. */
  private static final int ROUNDS = 3;

  /** The outcomes so far. */
  private record Tally(
      Map<String, Successes> categories, Map<String, Boolean> successes, Set<String> lost) {
    Tally() {
      this(new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
    }

    void add(EpisodeDiagnosis episode) {
      // What went to its end and says nothing of the policy would end so once more.
      boolean cutOff = episode.getRootCauseReason() != null;
      if (episode.getVerdict() == Verdict.INFRASTRUCTURE_FAILED && cutOff) {
        lost.add(episode.getTaskId());
        return;
      }
      lost.remove(episode.getTaskId());
      Successes one = BatchCount.successes(episode);
      categories.merge(episode.getCategory(), one, Successes::plus);
      if (one.counted() > 0) {
        successes.put(episode.getTaskId(), one.strict() > 0);
      }
    }
  }

  /**
   * Measures a version.
   *
   * @param policies makes the policy at that version
   * @param episodes where the episodes are recorded; those played again in files beside it
   * @param started is told of each job that plays
   * @throws UserError if the evaluation fails, or goes on losing episodes
   */
  EvaluationLine measure(
      long version,
      PolicyFactory policies,
      Path episodes,
      Clock clock,
      Consumer<JobClient> started) {
    long startedAt = clock.millis();
    Tally tally = new Tally();
    play(version, chosen, policies, episodes, tally, started);
    for (int round = 2; round <= ROUNDS && !tally.lost().isEmpty(); round++) {
      LOG.warn(
          "version {} on {}: {} of {} episodes were lost to the infrastructure; they are played"
              + " again",
          version,
          split,
          tally.lost().size(),
          chosen.size());
      List<PlannedTask> missing =
          chosen.stream().filter(task -> tally.lost().contains(task.taskId())).toList();
      String name = episodes.getFileName().toString();
      Path again = episodes.resolveSibling(name.replaceFirst("(\\.[^.]*)?$", "." + round + "$1"));
      play(version, missing, policies, again, tally, started);
    }
    if (!tally.lost().isEmpty()) {
      throw new UserError(
          "the evaluation of version %d on %s lost %d of %d episodes %d times over; see why with `sealflow replay %s`, and run the command again when the machine is less busy"
              .formatted(version, split, tally.lost().size(), chosen.size(), ROUNDS, episodes));
    }
    double seconds = (clock.millis() - startedAt) / 1000.0;
    return new EvaluationLine(
        split, version, startedAt, seconds, tally.categories(), tally.successes());
  }

  // Closing the iterators may throw InterruptedException, which ends the run as it should.
  @SuppressWarnings("try")
  private void play(
      long version,
      List<PlannedTask> played,
      PolicyFactory policies,
      Path episodes,
      Tally tally,
      Consumer<JobClient> started) {
    Configuration configuration = ReplayJob.configuration(1);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
    EvaluationJob.Streams streams =
        EvaluationJob.define(
            environment,
            tasks.records(),
            plan(version, played),
            rules,
            policies,
            VerifySettings.DEFAULT
                .withDeadline(rules.deadlines().episode().plus(Duration.ofHours(1)))
                .withJudge(judge));
    try (CloseableIterator<Diagnosis> diagnoses = streams.diagnoses().collectAsync();
        CloseableIterator<TrajectoryEvent> events = streams.trajectories().collectAsync()) {
      JobClient job = environment.executeAsync(EvaluationJob.NAME);
      started.accept(job);
      // At the same time: a job whose one output is not taken stands still.
      CompletableFuture<Void> recorded = CompletableFuture.runAsync(() -> record(events, episodes));
      while (diagnoses.hasNext()) {
        EpisodeDiagnosis episode = diagnoses.next().getEpisodeDiagnosis();
        if (episode != null) {
          tally.add(episode);
        }
      }
      recorded.get();
      job.getJobExecutionResult().get();
    } catch (Exception failed) {
      throw new UserError(
          "the evaluation of version " + version + " failed: " + Causes.innermost(failed), failed);
    }
  }

  /** Batch numbers count the versions, so that ids of episodes tell evaluations apart. */
  RolloutPlan plan(long version, List<PlannedTask> played) {
    RolloutPlan usual = RolloutPlan.evaluation(split + "-v" + version, played, seed);
    return new RolloutPlan(
        usual.runId(),
        usual.mode(),
        usual.tasks(),
        usual.shape(),
        usual.arms(),
        usual.admission(),
        sampling,
        usual.seed());
  }

  private static void record(Iterator<TrajectoryEvent> events, Path file) {
    Path unfinished = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.createDirectories(file.getParent());
      write(events, unfinished);
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      throw new UncheckedIOException("episodes cannot be written to " + file, failed);
    }
  }

  private static void write(Iterator<TrajectoryEvent> events, Path file) throws IOException {
    try (DataFileWriter<TrajectoryEvent> writer =
        new DataFileWriter<>(new SpecificDatumWriter<>(TrajectoryEvent.class))) {
      writer.setCodec(CodecFactory.deflateCodec(1));
      writer.create(TrajectoryEvent.getClassSchema(), file.toFile());
      while (events.hasNext()) {
        writer.append(events.next());
      }
    }
  }
}
