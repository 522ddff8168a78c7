package org.sealflow.verify;

import static java.util.Objects.requireNonNull;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.StatementJudge;
import org.sealflow.environment.UserAction;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UserStep;
import org.sealflow.schemas.Verdict;
import org.sealflow.tasks.UnverifiableEpisodeException;

/**
 * Feeds the events of one attempt, in order, to an {@link EpisodeVerifier}. Transient: the events
 * are the state, and feeding them again makes the same run.
 */
public final class EpisodeRun {
  private final ReadyTask task;
  private final EpisodeStarted header;
  private final EpisodeVerifier verifier;
  private final List<PolicyStep> open = new ArrayList<>();
  private final List<Integer> openSteps = new ArrayList<>();
  private final List<EndedTurn> turns = new ArrayList<>();
  private @Nullable Long oldestPolicy;
  private @Nullable Long newestPolicy;
  private int calls;

  /**
   * A run that has seen no event yet.
   *
   * @param keepStates whether a reference row will be asked for
   * @throws UnverifiableEpisodeException if the task cannot be loaded; every other method throws it
   *     where a call needs what is not given, such as a date
   */
  public EpisodeRun(ReadyTask task, EpisodeStarted header, boolean keepStates) {
    this(task, header, keepStates, null);
  }

  /**
   * As above.
   *
   * @param judge decides statements in natural language; null leaves them open
   */
  EpisodeRun(
      ReadyTask task, EpisodeStarted header, boolean keepStates, @Nullable StatementJudge judge) {
    this.task = task;
    this.header = header;
    this.verifier = begin(task, header, keepStates, judge);
  }

  private static EpisodeVerifier begin(
      ReadyTask task, EpisodeStarted header, boolean keepStates, @Nullable StatementJudge judge) {
    try {
      return task.verifier(
          new RulesInForce(header.getToolEnforcement(), judge),
          header.getModelName(),
          asOf(header),
          keepStates);
    } catch (RuntimeException | StackOverflowError notLoadable) {
      throw new UnverifiableEpisodeException(notLoadable);
    }
  }

  private static @Nullable LocalDate asOf(EpisodeStarted header) {
    String date = header.getAsOfDate();
    return date == null ? null : LocalDate.parse(date);
  }

  /** The first event's payload. */
  public EpisodeStarted header() {
    return header;
  }

  /** How many calls the policy has made so far. */
  int calls() {
    return calls;
  }

  /** The category of the task, as the task says it: an id need not hold it. */
  public String category() {
    return task.category();
  }

  /**
   * Takes the next event.
   *
   * @return the turn the event ends, or null
   */
  public @Nullable EndedTurn accept(TrajectoryEvent event) {
    try {
      return taken(event);
    } catch (UnverifiableEpisodeException said) {
      throw said;
    } catch (RuntimeException | StackOverflowError unusable) {
      throw new UnverifiableEpisodeException(unusable);
    }
  }

  private @Nullable EndedTurn taken(TrajectoryEvent event) {
    return switch (event.getKind()) {
      case EPISODE_STARTED -> null;
      case EPISODE_ENDED -> {
        EpisodeEnded end = requireNonNull(event.getEpisodeEnded());
        verifier.ends(end.getReason(), end.getMessage());
        if (end.getRecord() != null) {
          verifier.recorded(end.getRecord());
        }
        yield null;
      }
      case USER_STEP -> {
        verifier.userActs(told(), action(requireNonNull(event.getUserStep())));
        yield null;
      }
      case ASSISTANT_STEP -> {
        take(requireNonNull(event.getAssistantStep()));
        yield null;
      }
      case TOOL_RESULTS -> {
        attach(requireNonNull(event.getToolResults()));
        yield null;
      }
      case TURN_ENDED -> ended(endTurn(), event.getEventTime().toEpochMilli());
    };
  }

  private void take(AssistantStep step) {
    Long version = step.getPolicyVersion();
    if (version != null) {
      oldestPolicy = oldestPolicy == null ? version : Math.min(oldestPolicy, version);
      newestPolicy = newestPolicy == null ? version : Math.max(newestPolicy, version);
    }
    calls += step.getToolCalls().size();
    String undecodable = step.getUndecodable() ? String.valueOf(step.getText()) : null;
    open.add(
        new PolicyStep(
            step.getToolCalls(), step.getRejectedCalls(), undecodable, List.of(), step.getText()));
    openSteps.add(step.getStep());
  }

  private void attach(ToolResults results) {
    int index = openSteps.lastIndexOf(results.getStep());
    if (index < 0) {
      return;
    }
    PolicyStep step = open.get(index);
    List<String> recorded = raw(results.getResults());
    if (recorded.size() == step.calls().size()) {
      open.set(index, step.with(recorded));
    }
  }

  private static List<String> raw(List<ToolResult> results) {
    List<String> recorded = new ArrayList<>();
    for (ToolResult result : results) {
      if (result.getRaw() != null) {
        recorded.add(result.getRaw());
      }
    }
    return recorded;
  }

  private static UserAction action(UserStep step) {
    List<String> recorded = raw(step.getResults());
    boolean all = recorded.size() == step.getToolCalls().size();
    return new UserAction(step.getText(), step.getToolCalls(), all ? recorded : List.of());
  }

  /** The open steps, which are told with this. */
  private List<PolicyStep> told() {
    List<PolicyStep> steps = List.copyOf(open);
    open.clear();
    openSteps.clear();
    return steps;
  }

  private @Nullable EndedTurn ended(@Nullable VerifiedTurn facts, long time) {
    if (facts == null) {
      return null;
    }
    EndedTurn turn = EndedTurn.of(facts, time);
    turns.add(turn);
    return turn;
  }

  private @Nullable VerifiedTurn endTurn() {
    try {
      return verifier.endTurn(told());
    } catch (RuntimeException | StackOverflowError notExecutable) {
      throw new UnverifiableEpisodeException(notExecutable);
    }
  }

  /**
   * Closes a turn that was cut short and pads those never reached.
   *
   * @param endedAt when the attempt ended, milliseconds since the epoch
   * @return these turns
   */
  public List<EndedTurn> finish(long endedAt) {
    int before = turns.size();
    if (!open.isEmpty()) {
      ended(endTurn(), endedAt);
    }
    try {
      verifier.endEpisode().forEach(facts -> ended(facts, endedAt));
    } catch (RuntimeException | StackOverflowError notExecutable) {
      throw new UnverifiableEpisodeException(notExecutable);
    }
    return List.copyOf(turns.subList(before, turns.size()));
  }

  /** The facts of the ended attempt; after {@link #finish}. */
  public EndedEpisode ended(EndReason reason, @Nullable String message, long endedAt) {
    VerifiedEpisode facts;
    try {
      facts = reason == EndReason.INFERENCE_ERROR ? verifier.inferenceError() : verifier.episode();
    } catch (RuntimeException | StackOverflowError notSummable) {
      throw new UnverifiableEpisodeException(notSummable);
    }
    return new EndedEpisode(
        facts,
        reason,
        message,
        endedAt,
        oldestPolicy,
        newestPolicy,
        calls,
        null,
        List.copyOf(turns),
        List.of());
  }

  /**
   * The ended attempt with its repair, where the policy failed. A branch that ended with its first
   * own turn has none: its later turns were never played.
   */
  public EndedEpisode repaired(EndedEpisode ended, RepairSearch search) {
    if (EpisodeVerdict.of(ended) != Verdict.POLICY_FAILED
        || ended.reason() == EndReason.BRANCH_ENDED) {
      return ended;
    }
    Repair known = verifier.repair();
    if (known != null) {
      return ended.with(known);
    }
    RecordedSource source = header.getSource();
    try {
      PlayedCalls played =
          new PlayedCalls(task, header.getModelName(), asOf(header), verifier.executedTurns());
      return ended.with(search.search(played, source == null ? null : source.getOrdinal()));
    } catch (RuntimeException | StackOverflowError notSearchable) {
      throw new UnverifiableEpisodeException(notSearchable);
    }
  }

  /** The attempt in the shape of the recorded reference; after {@link #finish}. */
  public String referenceRow(String id, EndReason reason, @Nullable String message) {
    try {
      String said = message == null ? "" : message;
      return verifier.referenceRow(id, reason == EndReason.INFERENCE_ERROR ? said : null);
    } catch (RuntimeException | StackOverflowError notWritable) {
      throw new UnverifiableEpisodeException(notWritable);
    }
  }
}
