package org.sealflow.jobs.cli.serve;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.cli.job.RolloutTopics;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TopicUse;
import org.sealflow.jobs.live.EmbeddedRun;
import org.sealflow.jobs.live.JobCheckpoints;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.schemas.Topic;
import org.sealflow.serve.session.EpisodeListeners;
import org.sealflow.serve.session.PatchedGroups;
import org.sealflow.serve.session.Placements;
import org.sealflow.serve.session.RecordedEpisodes;

/** The run behind a server: its episodes are recorded, diagnosed and shown patches. */
final class ServedRun implements AutoCloseable {
  private final Deque<Runnable> ends = new ArrayDeque<>();
  private Placements placements = Placements.strict();
  private EpisodeListeners listeners = EpisodeListeners.none();
  private @Nullable EmbeddedRun diagnosing;

  private ServedRun() {}

  /** Nothing is recorded, and no patch shown. */
  static ServedRun none() {
    return new ServedRun();
  }

  /**
   * How a run is recorded.
   *
   * @param id the run
   * @param groups how its episodes are grouped
   * @param job settings of the co-evolution job
   * @param data where embedded parts keep their data
   */
  record Plan(
      String id,
      PatchedGroups.Settings groups,
      RecordOptions options,
      JobSettings job,
      Path data) {}

  /**
   * Records a run at a broker, which is closed with it.
   *
   * @param complaints where it is said that something is not recorded or heard of any more
   */
  static ServedRun at(Connection broker, List<TaskFolder> tasks, Plan plan, PrintWriter complaints)
      throws Exception {
    ServedRun run = new ServedRun();
    run.ends.push(broker::close);
    try {
      RolloutTopics.prepare(broker, tasks, topics(plan.options()));
      run.begin(broker, plan, complaints);
      return run;
    } catch (Exception failed) {
      run.close();
      throw failed;
    }
  }

  private static TopicUse topics(RecordOptions options) {
    TopicUse topics = TopicUse.writing(Topic.TASKS, Topic.TRAJECTORIES);
    if (options.showPatches()) {
      topics = topics.and(TopicUse.reading(Topic.ENVIRONMENT_PATCHES));
    }
    return options.diagnose() ? topics.and(CoEvolutionJob.TOPICS) : topics;
  }

  private void begin(Connection broker, Plan plan, PrintWriter complaints) throws Exception {
    Clock clock = Clock.systemUTC();
    // Tells the episodes of a run that is served again from those before.
    String series = plan.id() + "/" + Long.toString(clock.millis(), Character.MAX_RADIX);
    if (plan.options().diagnose()) {
      diagnose(broker, plan, complaints);
    }
    if (plan.options().showPatches()) {
      LivePatches patches = LivePatches.of(broker, plan.id(), complaints);
      ends.push(patches::close);
      placements =
          new PatchedGroups(
              series, plan.groups(), patches::in, () -> ThreadLocalRandom.current().nextDouble());
    }
    TrajectoryPublisher publisher =
        new TrajectoryPublisher(Publisher.open(broker), complaints).started();
    ends.push(publisher::close);
    listeners = new RecordedEpisodes(plan.id(), series, publisher, clock);
  }

  private void diagnose(Connection broker, Plan plan, PrintWriter complaints) throws Exception {
    EmbeddedRun started =
        EmbeddedRun.start(
            CoEvolutionJob.name(plan.job()),
            CoEvolutionJob.configuration(plan.job()),
            JobCheckpoints.of(plan.data(), broker, "diagnose"),
            false,
            environment -> CoEvolutionJob.attach(environment, plan.job()),
            complaints);
    ends.push(started::stopOnSignal);
    diagnosing = started;
  }

  /** Tells the purpose of episodes and the patches that they are shown. */
  Placements placements() {
    return placements;
  }

  /** Who hears of episodes. */
  EpisodeListeners listeners() {
    return listeners;
  }

  /**
   * Demands that the co-evolution job runs, if there is one.
   *
   * @param patience how long to look
   * @throws org.sealflow.jobs.settings.UserError if it has failed
   */
  void requireRunning(Duration patience) throws InterruptedException {
    EmbeddedRun job = diagnosing;
    if (job != null) {
      boolean unused = job.endsWithin(patience);
    }
  }

  /** Sends what is recorded, then ends the rest. */
  @Override
  public void close() {
    ends.forEach(Runnable::run);
    ends.clear();
  }
}
