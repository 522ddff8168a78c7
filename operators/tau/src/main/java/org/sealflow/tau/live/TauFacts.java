package org.sealflow.tau.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.DriftCell;
import org.sealflow.environment.Rerun;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedEpisode.CheckAnswer;
import org.sealflow.environment.VerifiedEpisode.Soundness;
import org.sealflow.environment.VerifiedEpisode.TaskProgress;
import org.sealflow.environment.VerifiedEpisode.TurnResults;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.tau.diagnose.Responsible;
import org.sealflow.tau.diagnose.TauDiagnosis;
import org.sealflow.tau.diagnose.TauFailure;
import org.sealflow.tau.diagnose.WantedCalls;
import org.sealflow.tau.judge.Check;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.task.Criteria;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Recorded;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/** The facts of an ended episode as the stream takes them. */
final class TauFacts {
  private final TauLiveTask task;
  private final EpisodeTold told;
  private final ReplayedEpisode replayed;
  private final Judgement judgement;
  private final @Nullable TauDiagnosis diagnosis;
  private final Map<Integer, TurnFailures> failures = new HashMap<>();
  private final List<VerifiedTurn> turns = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();
  private final List<String> unmet;
  private final int rootCause;

  TauFacts(
      TauLiveTask task,
      EpisodeTold told,
      ReplayedEpisode replayed,
      @Nullable TauDiagnosis diagnosis) {
    this.task = task;
    this.told = told;
    this.replayed = replayed;
    this.diagnosis = diagnosis;
    if (replayed.judgement() == null) {
      throw new IllegalArgumentException("the episode was not judged");
    }
    this.judgement = replayed.judgement();
    for (Step step : told.steps()) {
      calls.addAll(step.calls());
    }
    this.unmet = unmet();
    sortFailures();
    this.rootCause = rootCause();
    writeTurns();
  }

  private int turnCount() {
    return told.turns().size();
  }

  private void sortFailures() {
    if (diagnosis == null || turnCount() == 0) {
      return;
    }
    for (TauFailure failure : diagnosis.failures()) {
      of(failure).add(failure, false);
    }
    for (TauFailure consequence : diagnosis.consequences()) {
      of(consequence).add(consequence, true);
    }
    boolean alone = diagnosis.failures().isEmpty() && unmet.size() == 1;
    for (String assertion : unmet) {
      TauFailure failure = unmet(assertion, alone);
      of(failure).add(failure, false);
    }
  }

  /** The natural-language assertions that a judge found not met. */
  private List<String> unmet() {
    List<Boolean> decided = judgement.checks().language();
    Criteria criteria = task.task().task().criteria();
    if (decided == null || criteria == null || criteria.naturalLanguageAssertions() == null) {
      return List.of();
    }
    List<String> assertions = criteria.naturalLanguageAssertions();
    return IntStream.range(0, assertions.size())
        .filter(index -> !decided.get(index))
        .mapToObj(assertions::get)
        .toList();
  }

  /** A judge decides over the whole conversation, so whose doing it is stays open. */
  private TauFailure unmet(String assertion, boolean alone) {
    return new TauFailure(
        TurnFailure.WRONG_RESPONSE,
        EvidenceKind.MISSING_RESULT,
        new TauFailure.Place(turnCount() - 1, null, null),
        null,
        List.of(),
        assertion,
        null,
        alone ? FailureOrigin.OWN : FailureOrigin.UNDETERMINED,
        Responsible.UNDETERMINED,
        "the judge of natural language finds this not met");
  }

  private TurnFailures of(TauFailure failure) {
    return failures.computeIfAbsent(turn(failure), turn -> new TurnFailures(told.places()));
  }

  /** A user's call is of the turn that it answers; what comes after the last turn is of that. */
  private int turn(TauFailure failure) {
    Integer call = failure.place().call();
    EpisodeTold.Place place = call == null ? null : told.places().get(call);
    int turn = place != null && place.isOfPolicy() ? place.turn() : failure.place().turn();
    return Math.min(turn, turnCount() - 1);
  }

  /** The turn of the agent's first failure, else of the first that may be the agent's; or -1. */
  private int rootCause() {
    if (diagnosis == null || turnCount() == 0) {
      return -1;
    }
    for (Responsible party : List.of(Responsible.AGENT, Responsible.UNDETERMINED)) {
      for (TauFailure failure : diagnosis.failures()) {
        if (failure.by() == party) {
          return turn(failure);
        }
      }
    }
    return unmet.isEmpty() ? -1 : turnCount() - 1;
  }

  private void writeTurns() {
    if (turnCount() == 0) {
      return;
    }
    List<List<VerifiedCall>> made = made();
    List<List<DriftCell>> drift = drift();
    List<List<Call>> wanted = WantedCalls.byTurn(replayed, task.task(), turnCount());
    for (int turn = 0; turn < turnCount(); turn++) {
      TurnFailures failed = failures.get(turn);
      turns.add(
          new VerifiedTurn(
              turn,
              failed == null ? silentTag(made.get(turn)) : failed.tag(made.get(turn).isEmpty()),
              true,
              new VerifiedTurn.TurnCalls(
                  made.get(turn),
                  told.turns().get(turn).undecodable(),
                  truth(wanted.get(turn)),
                  drift.get(turn)),
              new VerifiedTurn.TurnDeviation(
                  failed != null && !failed.isConsequence(),
                  turn == rootCause,
                  List.of(),
                  List.of(),
                  Rerun.NOT_NEEDED,
                  failed == null ? null : failed.proved())));
    }
  }

  private static Tag silentTag(List<VerifiedCall> made) {
    return made.isEmpty() ? Tag.CORRECT_ABSTENTION : Tag.PASS;
  }

  private <T> List<List<T>> byTurn() {
    List<List<T>> lists = new ArrayList<>();
    told.turns().forEach(turn -> lists.add(new ArrayList<>()));
    return lists;
  }

  private List<List<VerifiedCall>> made() {
    List<List<VerifiedCall>> made = byTurn();
    for (int i = 0; i < calls.size(); i++) {
      EpisodeTold.Place place = told.places().get(i);
      if (place.isOfPolicy()) {
        Call call = calls.get(i);
        ToolAnswer result = replayed.results().get(i);
        made.get(place.turn())
            .add(
                new VerifiedCall(
                    place.step(),
                    place.index(),
                    place.text(),
                    call.name(),
                    PolicyWorld.arguments(call),
                    PolicyWorld.status(call, result),
                    result.content(),
                    outsideEnumeration(call)));
      }
    }
    for (int turn = 0; turn < turnCount(); turn++) {
      made.get(turn).addAll(told.turns().get(turn).refused());
    }
    return made;
  }

  private List<String> outsideEnumeration(Call call) {
    List<String> outside = new ArrayList<>();
    call.arguments()
        .forEach(
            (name, value) -> {
              List<String> allowed = task.catalog().allowedValues(call.name(), name);
              if (!allowed.isEmpty() && !(value instanceof String text && allowed.contains(text))) {
                outside.add(name);
              }
            });
    return outside;
  }

  private List<List<DriftCell>> drift() {
    List<List<DriftCell>> drift = byTurn();
    int at = 0;
    for (Step step : told.steps()) {
      for (int i = 0; i < step.calls().size(); i++, at++) {
        EpisodeTold.Place place = told.places().get(at);
        ToolAnswer found = replayed.results().get(at);
        if (place.isOfPolicy()
            && !step.results().isEmpty()
            && !Recorded.same(step.results().get(i), found)) {
          String recorded = step.results().get(i).content();
          drift
              .get(place.turn())
              .add(new DriftCell(place.step(), place.index(), recorded, found.content()));
        }
      }
    }
    return drift;
  }

  private static List<VerifiedCall> truth(List<Call> wanted) {
    List<VerifiedCall> truth = new ArrayList<>();
    for (Call call : wanted) {
      truth.add(
          new VerifiedCall(
              0,
              truth.size(),
              CallText.of(call),
              call.name(),
              PolicyWorld.arguments(call),
              CallStatus.SUCCEEDED,
              "",
              List.of()));
    }
    return truth;
  }

  ReplayedEpisode replayed() {
    return replayed;
  }

  List<VerifiedTurn> turns() {
    return turns;
  }

  VerifiedEpisode episode() {
    List<TurnJudgement> judged = judgements();
    long right = turns.stream().filter(turn -> turn.tag().isSuccess()).count();
    return new VerifiedEpisode(
        new CheckAnswer(
            judgement.reward() == null ? null : (Boolean) judgement.passed(), errorType()),
        CheckAnswer.NONE,
        new TaskProgress(
            progress(),
            turns.isEmpty() ? 0 : (double) right / turns.size(),
            !replayed.recorded().conversation().ended()),
        new TurnResults(
            turns.stream().map(VerifiedTurn::tag).toList(), judged, turnCount(), rootCause),
        new Soundness(replayed.lenient(), false, environmentFault()));
  }

  private List<TurnJudgement> judgements() {
    List<TurnJudgement> judged = new ArrayList<>();
    for (int turn = 0; turn < turns.size(); turn++) {
      TurnFailures failed = failures.get(turn);
      boolean refused = !told.turns().get(turn).refused().isEmpty();
      TurnJudgement right = refused ? TurnJudgement.WRONG : TurnJudgement.RIGHT;
      judged.add(failed == null ? right : failed.judgement(right));
    }
    return judged;
  }

  private @Nullable String errorType() {
    if (judgement.failure() != null) {
      return "exception:" + judgement.failure().type();
    }
    if (judgement.passed()) {
      return null;
    }
    if (judgement.breakdown() == null) {
      return "premature:" + replayed.recorded().conversation().termination();
    }
    if (judgement.reward() == null) {
      return "unjudged:nl_assertion";
    }
    return judgement.breakdown().entrySet().stream()
        .filter(part -> part.getValue() == 0)
        .map(part -> part.getKey().name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(",", "reward:", ""));
  }

  /** The share of the reference solution's actions that were called; of none, the reward. */
  private double progress() {
    List<Check.OfAction> actions = judgement.checks().actions();
    if (actions == null) {
      return judgement.passed() ? 1 : 0;
    }
    return (double) actions.stream().filter(Check.OfAction::met).count() / actions.size();
  }

  private @Nullable String environmentFault() {
    if (judgement.reward() == null && judgement.failure() == null) {
      return "its natural-language assertions need a judge";
    }
    if (diagnosis == null || diagnosis.end() != null || diagnosis.failures().isEmpty()) {
      return null;
    }
    boolean byUser =
        diagnosis.proven()
            && diagnosis.failures().stream().allMatch(one -> one.by() == Responsible.USER);
    String note = diagnosis.failures().get(0).note();
    return byUser ? "the simulated user failed it" + (note == null ? "" : ": " + note) : null;
  }

  /** The repair of a failed episode; null if it did not fail. */
  @Nullable Repair repair() {
    if (diagnosis == null || unmet.isEmpty()) {
      return diagnosis == null ? null : new TauRepair(task, told).of(diagnosis);
    }
    // Other calls execute otherwise; whether a judge would be content nobody can say.
    return new Repair(RepairOutcome.NONE_FOUND, List.of(), diagnosis.executions());
  }
}
