package org.sealflow.rollout;

import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.rollout.branch.BranchEnd;
import org.sealflow.rollout.branch.Prefix;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.StepLimitScope;
import org.sealflow.schemas.TrajectoryEvent;

/** Makes of a request all of an episode's beginning that depends on what its task says. */
final class EpisodePreparation {
  private static final int MOST_BYTES_OF_A_CHARACTER = 3;

  private final RolloutSettings settings;
  private final EpisodeTasks tasks;
  private final Clock clock;
  private final EpisodeHeaders headers;
  private final Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);

  EpisodePreparation(RolloutSettings settings, EpisodeTasks tasks, Clock clock) {
    this.settings = settings;
    this.tasks = tasks;
    this.clock = clock;
    this.headers = new EpisodeHeaders(settings, clock);
  }

  /** The log of the attempt that a request asks for. */
  AttemptLog log(EpisodeRequest request) {
    return new AttemptLog(
        new EpisodeAttempt(request.runId(), request.episodeId(), request.attempt()), clock);
  }

  /** The header of an attempt that is shown nothing. */
  EpisodeStarted header(EpisodeRequest request) {
    return headers.of(request, ShownPatches.NONE);
  }

  /**
   * Prepares an episode.
   *
   * @param before an attempt to go on from; null to begin anew
   * @throws UnplayableTaskException if the task's records are broken
   * @throws IllegalStateException if the policy would see another beginning than in that attempt
   */
  PreparedEpisode prepare(EpisodeRequest request, @Nullable UnfinishedEpisode before)
      throws UnplayableTaskException {
    PlayableTask task = tasks.get(request);
    ShownPatches shown = ShownPatches.of(request.patches());
    EpisodeStarted now = headers.of(request, shown);
    if (task.isDialogue() && settings.rules().stepLimitScope() == StepLimitScope.TURN) {
      // A limit per turn does not hold in dialogues, which have their own.
      now.setStepLimit(null);
      now.setStepLimitScope(null);
    }
    EpisodeStarted header = before == null ? now : before.headerOfNext(now);
    Conversation conversation =
        task.converse(settings.rules().ofConversation(), shown.presentation(), header);
    AttemptLog log = log(request);
    TrajectoryEvent started = log.started(header);
    Episode episode =
        new Episode(
            log,
            conversation,
            request.mode(),
            lastTurn(request),
            measuresReliance(request, shown),
            this::measured);
    return new PreparedEpisode(
        header,
        started,
        episode,
        task.context(request, shown.presentation()),
        task.userContext(request, settings.users()));
  }

  /** Branches start where the policy fails: they do not show what succeeds. */
  private boolean measuresReliance(EpisodeRequest request, ShownPatches shown) {
    return settings.measuresReliance()
        && request.mode() == Mode.TRAIN
        && shown.digest() != null
        && request.prefix() == null;
  }

  private static int lastTurn(EpisodeRequest request) {
    Prefix prefix = request.prefix();
    return prefix != null && prefix.end() == BranchEnd.TURN
        ? prefix.branch().getTurn()
        : Episode.NO_TURN;
  }

  /** The bytes of an event as a message, its key included. */
  private int measured(TrajectoryEvent event) {
    return codec.encode(event).length + event.getEpisodeId().length() * MOST_BYTES_OF_A_CHARACTER;
  }
}
