package org.sealflow.serve.session;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.StepLimitScope;

/**
 * Records each episode as a trajectory of one run. An episode that is compared with none is a group
 * of its own. Thread-safe.
 */
public final class RecordedEpisodes implements EpisodeListeners {
  private final String runId;
  private final String series;
  private final TrajectorySink sink;
  private final Clock clock;
  private final @Nullable TrainingBatches batches;
  private final AtomicLong count = new AtomicLong();

  /** Records episodes that belong to no batch. */
  public RecordedEpisodes(String runId, String series, TrajectorySink sink, Clock clock) {
    this(runId, series, sink, clock, null);
  }

  /**
   * Records episodes.
   *
   * @param runId unlike that of any other run
   * @param series begins the names of episodes, unlike any that the run had before
   * @param batches the batches of training episodes; null if they belong to none
   */
  public RecordedEpisodes(
      String runId,
      String series,
      TrajectorySink sink,
      Clock clock,
      @Nullable TrainingBatches batches) {
    this.runId = runId;
    this.series = series;
    this.sink = sink;
    this.clock = clock;
    this.batches = batches;
  }

  @Override
  public EpisodeListener begun(BegunEpisode begun) {
    String episodeId = series + "/e" + count.getAndIncrement();
    EpisodeRecording episode =
        new EpisodeRecording(new EpisodeAttempt(runId, episodeId, 0), sink, clock);
    Long batch = batches == null ? null : batches.of(begun);
    episode.begin(header(episodeId, begun, batch));
    return episode;
  }

  private static EpisodeStarted header(String episodeId, BegunEpisode begun, @Nullable Long batch) {
    EpisodeStart start = begun.start();
    Placement placement = begun.placement();
    InterfacePatches patches = placement.patches();
    Placement.Sample sample =
        placement.sample() == null ? new Placement.Sample(episodeId, 0, 1) : placement.sample();
    StepLimit limit = start.rules().stepLimit();
    return EpisodeStarted.newBuilder()
        .setTaskId(begun.task().id())
        .setTaskDigest(begun.digest())
        .setGroupId(sample.groupId())
        .setSampleIndex(sample.index())
        .setGroupSize(sample.size())
        .setMode(placement.mode())
        .setBatchNumber(batch)
        .setArm(placement.arm())
        .setPatchSetDigest(patches.digest())
        .setAsOfDate(begun.asOf().toString())
        .setToolEnforcement(start.rules().toolEnforcement())
        .setStepLimit(limit == null ? null : limit.steps())
        .setStepLimitScope(scope(limit))
        .setSampling(Sampling.newBuilder().build())
        .setPromptTemplateDigest(start.style().templateDigest())
        .setModelName(begun.modelName())
        .setShownPatches(patches.keys())
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
