package org.sealflow.serve.session;

import java.time.Clock;
import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.StepLimitScope;

/**
 * Records each episode as a trajectory of one run: evaluations without patches, each a group of its
 * own. Thread-safe.
 */
public final class RecordedEpisodes implements EpisodeListeners {
  private final String runId;
  private final TrajectorySink sink;
  private final Clock clock;
  private final AtomicLong count = new AtomicLong();

  /**
   * Records episodes.
   *
   * @param runId unlike that of any other run
   */
  public RecordedEpisodes(String runId, TrajectorySink sink, Clock clock) {
    this.runId = runId;
    this.sink = sink;
    this.clock = clock;
  }

  @Override
  public EpisodeListener begun(
      String environment,
      ReadyTask task,
      String digest,
      EpisodeStart start,
      String modelName,
      LocalDate asOf) {
    String episodeId = runId + "/e" + count.getAndIncrement();
    RecordedEpisode episode =
        new RecordedEpisode(new EpisodeAttempt(runId, episodeId, 0), sink, clock);
    episode.begin(header(episodeId, task, digest, start, modelName, asOf));
    return episode;
  }

  private static EpisodeStarted header(
      String episodeId,
      ReadyTask task,
      String digest,
      EpisodeStart start,
      String modelName,
      LocalDate asOf) {
    StepLimit limit = start.rules().stepLimit();
    return EpisodeStarted.newBuilder()
        .setTaskId(task.id())
        .setTaskDigest(digest)
        .setGroupId(episodeId)
        .setSampleIndex(0)
        .setGroupSize(1)
        .setMode(Mode.EVAL)
        .setArm(Arm.HOLDOUT)
        .setAsOfDate(asOf.toString())
        .setToolEnforcement(start.rules().toolEnforcement())
        .setStepLimit(limit == null ? null : limit.steps())
        .setStepLimitScope(scope(limit))
        .setSampling(Sampling.newBuilder().build())
        .setPromptTemplateDigest(start.style().templateDigest())
        .setModelName(modelName)
        .build();
  }

  private static @Nullable StepLimitScope scope(@Nullable StepLimit limit) {
    if (limit == null) {
      return null;
    }
    return switch (limit.scope()) {
      case TURN -> StepLimitScope.TURN;
      case EPISODE -> StepLimitScope.EPISODE;
    };
  }
}
