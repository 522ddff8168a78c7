package org.sealflow.environment.world;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.CallResult;
import org.sealflow.environment.DrawnIdentifiers;
import org.sealflow.environment.DriftCell;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.JudgedTurn;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.Rerun;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedEpisode.CheckAnswer;
import org.sealflow.environment.VerifiedEpisode.Soundness;
import org.sealflow.environment.VerifiedEpisode.TaskProgress;
import org.sealflow.environment.VerifiedEpisode.TurnResults;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.TurnJudgement;

/** Verifies an episode by executing it beside the ground truth. Not thread-safe. */
final class WorldVerifier implements EpisodeVerifier {
  private final WorldTask task;
  private final RulesInForce rules;
  private final String modelName;
  private final @Nullable LocalDate asOf;
  private final WorldPass pass;
  private final List<List<List<String>>> executed = new ArrayList<>();
  private final List<Tag> tags = new ArrayList<>();
  private final List<TurnJudgement> judgements = new ArrayList<>();
  private int firstDeviatingTurn = -1;
  private boolean drifted;

  WorldVerifier(WorldTask task, RulesInForce rules, String modelName, @Nullable LocalDate asOf) {
    this.task = task;
    this.rules = rules;
    this.modelName = modelName;
    this.asOf = asOf;
    this.pass = new WorldPass(task, modelName, asOf);
  }

  @Override
  public @Nullable VerifiedTurn endTurn(List<PolicyStep> steps) {
    int turn = executed.size();
    List<PolicyStep> run = new ArrayList<>();
    List<VerifiedCall> rejected = new ArrayList<>();
    for (PolicyStep step : steps) {
      sort(turn, step, run, rejected);
    }
    executed.add(run.stream().map(PolicyStep::calls).toList());
    return turn < task.groundTruth().size() ? facts(true, steps, run, rejected) : null;
  }

  private void sort(int turn, PolicyStep step, List<PolicyStep> run, List<VerifiedCall> rejected) {
    for (int i = 0; i < step.rejected().size(); i++) {
      String text = step.rejected().get(i);
      rejected.add(CallFacts.rejected(run.size(), i, text, "rejected by the environment"));
    }
    if (!step.executes()) {
      return;
    }
    String reason = rejection(turn, step.calls());
    if (reason == null) {
      run.add(step);
      return;
    }
    for (int i = 0; i < step.calls().size(); i++) {
      rejected.add(CallFacts.rejected(run.size(), i, step.calls().get(i), reason));
    }
  }

  private @Nullable String rejection(int turn, List<String> calls) {
    for (String call : calls) {
      String tool = CallFacts.tool(call);
      if (rules.toolEnforcement() && tool != null && !task.isAvailable(tool, turn)) {
        return "Tool '" + tool + "' is not available in the current tool list.";
      }
    }
    return null;
  }

  private VerifiedTurn facts(
      boolean reached, List<PolicyStep> steps, List<PolicyStep> run, List<VerifiedCall> rejected) {
    int turn = pass.turns();
    List<List<String>> calls = run.stream().map(PolicyStep::calls).toList();
    WorldPass.Outcome outcome = pass.turn(calls);
    List<VerifiedCall> made = CallFacts.of(calls, outcome.made(), task.tools());
    boolean failed = !outcome.tag().isSuccess();
    boolean deviating = reached && (failed || !pass.statesAgree());
    boolean firstDeviating = deviating && firstDeviatingTurn < 0;
    if (firstDeviating) {
      firstDeviatingTurn = turn;
    }
    List<DriftCell> drift = drift(run, outcome.made());
    drifted |= !drift.isEmpty();
    Rerun rerun = reached && failed ? rerun(turn, calls, outcome, made) : Rerun.NOT_NEEDED;
    made.addAll(rejected);
    tags.add(outcome.tag());
    judgements.add(reached ? JudgedTurn.of(outcome.tag(), made, rerun) : TurnJudgement.UNJUDGED);
    List<VerifiedCall> truth =
        CallFacts.of(List.of(task.groundTruth().get(turn)), List.of(outcome.truth()), task.tools());
    return new VerifiedTurn(
        turn,
        outcome.tag(),
        reached,
        new VerifiedTurn.TurnCalls(made, PolicyStep.undecodableTexts(steps), truth, drift),
        new VerifiedTurn.TurnDeviation(
            deviating,
            firstDeviating,
            outcome.tag() == Tag.STATE_MISMATCH ? pass.differences() : List.of(),
            outcome.missing(),
            rerun,
            null));
  }

  private static List<DriftCell> drift(List<PolicyStep> run, List<List<CallResult>> made) {
    List<DriftCell> cells = new ArrayList<>();
    for (int step = 0; step < run.size(); step++) {
      List<String> recorded = run.get(step).recorded();
      for (int i = 0; i < Math.min(recorded.size(), made.get(step).size()); i++) {
        String text = made.get(step).get(i).text();
        if (!recorded.get(i).equals(text)) {
          cells.add(new DriftCell(step, i, recorded.get(i), text));
        }
      }
    }
    return cells;
  }

  private Rerun rerun(
      int turn, List<List<String>> calls, WorldPass.Outcome outcome, List<VerifiedCall> made) {
    if (turn == 0 || outcome.truth().isEmpty()) {
      return Rerun.NOT_NEEDED;
    }
    if (calls.isEmpty()) {
      return Rerun.FAILS;
    }
    if (DrawnIdentifiers.anyNamed(
        made, pass::seenBefore, pass::truthSeenBefore, this::startingStates)) {
      return Rerun.NAMES_DRAWN_IDENTIFIERS;
    }
    return pass.again(calls, outcome).tag() == Tag.PASS ? Rerun.PASSES : Rerun.FAILS;
  }

  private List<String> startingStates() {
    return List.copyOf(task.world(modelName, asOf).state().values());
  }

  @Override
  public List<VerifiedTurn> endEpisode() {
    List<VerifiedTurn> padded = new ArrayList<>();
    while (pass.turns() < task.groundTruth().size()) {
      padded.add(facts(false, List.of(), List.of(), List.of()));
    }
    return padded;
  }

  @Override
  public VerifiedEpisode episode() {
    int turns = task.groundTruth().size();
    String error = executed.size() == turns ? firstFailure() : "turns_missing_or_surplus";
    long passed = tags.stream().filter(Tag.PASS::equals).count();
    long right = tags.stream().filter(Tag::isSuccess).count();
    long scorable = task.groundTruth().stream().filter(calls -> !calls.isEmpty()).count();
    return new VerifiedEpisode(
        new CheckAnswer(error == null, error),
        CheckAnswer.NONE,
        new TaskProgress(
            scorable == 0 ? 0 : (double) passed / scorable,
            turns == 0 ? 0 : (double) right / turns,
            executed.size() < turns),
        new TurnResults(
            List.copyOf(tags),
            List.copyOf(judgements),
            Math.min(executed.size(), turns),
            firstDeviatingTurn),
        new Soundness(drifted, isDefective(), null));
  }

  /** Whether the rules forbid what the ground truth does. */
  private boolean isDefective() {
    for (int turn = 0; turn < task.groundTruth().size(); turn++) {
      if (rejection(turn, task.groundTruth().get(turn)) != null) {
        return true;
      }
    }
    return false;
  }

  private @Nullable String firstFailure() {
    for (Tag tag : tags) {
      if (!tag.isSuccess()) {
        return tag.label();
      }
    }
    return null;
  }

  @Override
  public VerifiedEpisode inferenceError() {
    return VerifiedEpisode.ofInferenceError("inference_error", null);
  }

  @Override
  public List<List<List<String>>> executedTurns() {
    return List.copyOf(executed);
  }

  @Override
  public String referenceRow(String id, @Nullable String inferenceError) {
    throw new IllegalStateException(
        "task " + task.id() + " is of an environment that no reference was recorded of");
  }
}
