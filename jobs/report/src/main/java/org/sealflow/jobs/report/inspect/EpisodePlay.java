package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.Diagnoser;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.environment.World;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.verify.EndedEpisode;
import org.sealflow.verify.EndedTurn;
import org.sealflow.verify.EpisodeRun;
import org.sealflow.verify.RepairSearch;
import org.sealflow.verify.Verified;

/**
 * Verifies and diagnoses the events of one episode in a world of its own, and looks at that world
 * after each turn. Run once.
 */
public final class EpisodePlay {
  private final ReadyTask task;
  private final TrajectoryEvent first;
  private final EpisodeStarted header;
  private final List<TurnDiagnosis> turns = new ArrayList<>();
  private final List<ObjectNode> worlds = new ArrayList<>();
  private final World policy;
  private final World truth;

  /**
   * An episode as it was executed.
   *
   * @param turns its turns in order, unreached ones included
   * @param worlds of each turn {@code change}, what the policy's calls changed, and {@code apart},
   *     where the ground truth's world (before) and the policy's (after) differ then
   */
  public record Played(
      List<TurnDiagnosis> turns, EpisodeDiagnosis episode, List<ObjectNode> worlds) {}

  private EpisodePlay(ReadyTask task, TrajectoryEvent first, EpisodeStarted header) {
    this.task = task;
    this.first = first;
    this.header = header;
    String date = header.getAsOfDate();
    LocalDate asOf = date == null ? null : LocalDate.parse(date);
    policy = task.world(header.getModelName(), asOf);
    truth = task.world(header.getModelName(), asOf);
  }

  /**
   * Plays an episode.
   *
   * @param events from its start to its end
   * @param repairs the search for a repair; null for none
   * @throws RuntimeException if it cannot be verified, such as without a date it needs
   */
  static Played of(ReadyTask task, List<TrajectoryEvent> events, @Nullable RepairSearch repairs) {
    TrajectoryEvent first = events.get(0);
    EpisodeStarted header = first.getEpisodeStarted();
    if (header == null) {
      throw new IllegalArgumentException("the episode lacks its beginning");
    }
    return new EpisodePlay(task, first, header).play(events, repairs);
  }

  private Played play(List<TrajectoryEvent> events, @Nullable RepairSearch repairs) {
    EpisodeRun run = new EpisodeRun(task, header, false);
    EndReason reason = EndReason.COMPLETED;
    String message = null;
    for (TrajectoryEvent event : events) {
      take(run.accept(event));
      EpisodeEnded ended =
          event.getKind() == EventKind.EPISODE_ENDED ? event.getEpisodeEnded() : null;
      if (ended != null) {
        reason = ended.getReason();
        message = ended.getMessage();
      }
    }
    long endedAt = events.get(events.size() - 1).getEventTime().toEpochMilli();
    if (reason != EndReason.INFERENCE_ERROR) {
      run.finish(endedAt).forEach(this::take);
    }
    EndedEpisode ended = run.ended(reason, message, endedAt);
    EpisodeDiagnosis episode =
        diagnose(null, repairs == null ? ended : run.repaired(ended, repairs))
            .getEpisodeDiagnosis();
    if (episode == null) {
      throw new IllegalStateException("an ended episode has a diagnosis");
    }
    return new Played(turns, episode, worlds);
  }

  private void take(@Nullable EndedTurn ended) {
    if (ended == null) {
      return;
    }
    TurnDiagnosis turn = diagnose(ended, null).getTurnDiagnosis();
    if (turn != null) {
      turns.add(turn);
      worlds.add(world(ended.facts()));
    }
  }

  private Diagnosis diagnose(@Nullable EndedTurn turn, @Nullable EndedEpisode episode) {
    return Diagnoser.diagnose(
        new Verified(
            first.getEpisodeId(),
            first.getAttempt(),
            first.getRunId(),
            header,
            task.category(),
            turn == null ? null : turn.facts(),
            turn == null ? null : turn.endedAt(),
            episode));
  }

  private ObjectNode world(VerifiedTurn turn) {
    Map<String, String> before = policy.state();
    execute(turn.calls().made(), policy);
    execute(turn.calls().truth(), truth);
    Map<String, String> after = policy.state();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("change", WorldChanges.between(before, after));
    node.set("apart", WorldChanges.between(truth.state(), after));
    return node;
  }

  private static void execute(List<VerifiedCall> calls, World world) {
    for (VerifiedCall call : calls) {
      if (call.status() != CallStatus.REJECTED) {
        world.execute(call.text());
      }
    }
  }
}
