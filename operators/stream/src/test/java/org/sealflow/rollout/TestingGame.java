package org.sealflow.rollout;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.diagnose.Diagnoser;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.verify.EndedTurn;
import org.sealflow.verify.EpisodeRun;
import org.sealflow.verify.Verified;

/** Plays single episodes at the sample tasks without Flink. */
public final class TestingGame {
  /** The current time. */
  public static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-15T08:00:00Z"), ZoneOffset.UTC);

  /** The settings games are played by. */
  public static final RolloutSettings SETTINGS = RolloutSettings.DEFAULT.asOf(SampleTasks.AS_OF);

  static final TaskDirectory TASKS = SampleTasks.read();

  private static final Map<String, TaskRecord> RECORDS = records();

  private TestingGame() {}

  private static Map<String, TaskRecord> records() {
    Map<String, TaskRecord> records = new HashMap<>();
    TASKS.records().forEach(record -> records.put(TaskRecords.key(record), record));
    return Map.copyOf(records);
  }

  /** The sample task of a name; null if there is none. */
  public static ReadyTask task(String id) {
    return TASKS.contains(id) ? TASKS.ready(id) : null;
  }

  /** A request for an episode at a sample task, {@code base_0} say. */
  public static EpisodeRequest request(String episodeId, String task) {
    return request(episodeId, task, 0, -1);
  }

  /** The same of another batch, which may begin with a version or a newer one. */
  public static EpisodeRequest request(
      String episodeId, String task, long batch, long oldestVersion) {
    String taskId = "multi_turn_" + task;
    return new EpisodeRequest(
        "run",
        episodeId,
        0,
        taskId,
        TASKS.digest(taskId),
        "run/b" + batch + "/g0",
        0,
        1,
        batch,
        Mode.TRAIN,
        Arm.PATCHED,
        1,
        1,
        0,
        64,
        5,
        CLOCK.millis(),
        oldestVersion,
        List.of(),
        null);
  }

  /**
   * An episode as played.
   *
   * @param events all events, in order
   * @param heard the messages the policy was sent
   */
  public record Played(List<TrajectoryEvent> events, List<ChatMessage> heard) {
    /** Why it ended. */
    public EpisodeEnded end() {
      return requireNonNull(events.get(events.size() - 1).getEpisodeEnded());
    }

    /** The texts the policy said. */
    public List<String> said() {
      return events.stream()
          .filter(event -> event.getAssistantStep() != null)
          .map(event -> event.getAssistantStep().getText())
          .toList();
    }

    /** The calls executed in a turn. */
    public List<String> calls(int turn) {
      return events.stream()
          .map(TrajectoryEvent::getAssistantStep)
          .filter(step -> step != null && step.getTurn() == turn)
          .flatMap(step -> step.getToolCalls().stream())
          .toList();
    }

    /** The diagnosis of every turn that was reached. */
    public List<TurnDiagnosis> turns() {
      return diagnoses().stream()
          .map(diagnosis -> diagnosis.getTurnDiagnosis())
          .filter(turn -> turn != null && turn.getReached())
          .toList();
    }

    /** The diagnosis of the episode. */
    public EpisodeDiagnosis episode() {
      List<org.sealflow.schemas.Diagnosis> all = diagnoses();
      return requireNonNull(all.get(all.size() - 1).getEpisodeDiagnosis());
    }

    private List<org.sealflow.schemas.Diagnosis> diagnoses() {
      EpisodeStarted header = requireNonNull(events.get(0).getEpisodeStarted());
      EpisodeRun run = new EpisodeRun(TASKS.ready(header.getTaskId()), header, false);
      List<org.sealflow.schemas.Diagnosis> diagnoses = new ArrayList<>();
      for (TrajectoryEvent event : events) {
        EndedTurn turn = run.accept(event);
        if (turn != null) {
          diagnoses.add(diagnosis(run, turn.facts()));
        }
      }
      run.finish(CLOCK.millis()).forEach(turn -> diagnoses.add(diagnosis(run, turn.facts())));
      EpisodeEnded end = end();
      Verified ended =
          new Verified(
              "episode",
              0,
              "run",
              header,
              run.category(),
              null,
              null,
              run.ended(end.getReason(), end.getMessage(), CLOCK.millis()));
      diagnoses.add(Diagnoser.diagnose(ended));
      return diagnoses;
    }

    private static org.sealflow.schemas.Diagnosis diagnosis(EpisodeRun run, VerifiedTurn turn) {
      return Diagnoser.diagnose(
          new Verified(
              "episode", 0, "run", run.header(), run.category(), turn, CLOCK.millis(), null));
    }
  }

  /** Plays to the end. */
  public static Played play(Policy policy, EpisodeRequest request, Presentation presentation) {
    return play(policy, request, presentation, SETTINGS);
  }

  /** Plays to the end by other settings. */
  public static Played play(
      Policy policy, EpisodeRequest request, Presentation presentation, RolloutSettings settings) {
    EpisodeStarted header = new EpisodeHeaders(settings, CLOCK).of(request, ShownPatches.NONE);
    AttemptLog log =
        new AttemptLog(new EpisodeAttempt("run", request.episodeId(), request.attempt()), CLOCK);
    List<TrajectoryEvent> events = new ArrayList<>(List.of(log.started(header)));
    List<ChatMessage> heard = new ArrayList<>();
    Episode episode =
        new Episode(
            log,
            conversation(request, presentation, settings, header),
            request.mode(),
            Episode.NO_TURN,
            settings.measuresReliance(),
            event -> 0);
    try (PolicySession session = policy.open(playable(request).context(request, presentation))) {
      while (episode.ended() == null) {
        heard.addAll(episode.unanswered());
        events.addAll(next(episode, session));
      }
    }
    return new Played(events, heard);
  }

  private static List<TrajectoryEvent> next(Episode episode, PolicySession session) {
    Instant deadline = CLOCK.instant().plusSeconds(60);
    try {
      return episode.take(session.answer(episode.unanswered(), deadline).join());
    } catch (CompletionException failed) {
      PolicyException refused = (PolicyException) failed.getCause();
      EndReason reason =
          refused.reason() == PolicyException.Cause.DEADLINE
              ? EndReason.DEADLINE
              : EndReason.ENGINE_FAILURE;
      return List.of(episode.end(reason, refused.getMessage()));
    }
  }

  static Conversation conversation(
      EpisodeRequest request,
      Presentation presentation,
      RolloutSettings settings,
      EpisodeStarted header) {
    try {
      return playable(request).converse(settings.rules().ofConversation(), presentation, header);
    } catch (UnplayableTaskException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private static PlayableTask playable(EpisodeRequest request) {
    try {
      return new EpisodeTasks(RECORDS::get, SETTINGS.rules().style()).get(request);
    } catch (UnplayableTaskException broken) {
      throw new IllegalStateException(broken);
    }
  }
}
