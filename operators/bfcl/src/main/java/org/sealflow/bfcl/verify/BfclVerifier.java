package org.sealflow.bfcl.verify;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.check.CanonicalState;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.IrrelevanceCheck;
import org.sealflow.bfcl.check.OfficialVerdict;
import org.sealflow.bfcl.check.SealScore;
import org.sealflow.bfcl.check.StateCheck;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.bfcl.check.Verdict;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.environment.DrawnIdentifiers;
import org.sealflow.environment.DriftCell;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.JudgedTurn;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.Rerun;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.StateDifference;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedEpisode.CheckAnswer;
import org.sealflow.environment.VerifiedEpisode.Soundness;
import org.sealflow.environment.VerifiedEpisode.TaskProgress;
import org.sealflow.environment.VerifiedEpisode.TurnResults;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.python.Py;
import org.sealflow.python.PyException;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.schemas.TurnJudgement;

/**
 * Verifies one episode turn by turn by executing it. Not thread-safe; one per episode, dropped at
 * its end. Everything it holds can be had again by feeding it the same steps.
 */
public final class BfclVerifier implements EpisodeVerifier {
  private final BfclTask task;
  private final ToolRules rules;
  private final boolean taskDefective;
  private final EpisodePass pass;
  private final String modelName;
  private final VerifiedCalls calls;
  private final List<List<List<String>>> decodedTurns = new ArrayList<>();
  private final @Nullable List<@Nullable Map<String, String>> states;
  private final List<TurnJudgement> judgements = new ArrayList<>();
  private int firstDeviatingTurn = -1;
  private boolean drifted;

  /**
   * Starts an episode.
   *
   * @param modelName the name the policy's simulator instances carry
   * @param asOf today, where known
   * @param keepStates whether {@link #referenceRow} will be asked for, which needs the state after
   *     every turn
   * @throws PyException if the task's scenario cannot be loaded
   */
  public BfclVerifier(
      BfclTask task,
      RulesInForce inForce,
      String modelName,
      @Nullable LocalDate asOf,
      boolean keepStates) {
    this.task = task;
    this.rules = new ToolRules(task.program(), inForce);
    this.modelName = modelName;
    this.taskDefective = task.defective(inForce);
    this.pass = new EpisodePass(task.program(), modelName, asOf);
    this.calls = new VerifiedCalls(task.tools(), task.program().methods());
    this.states = keepStates ? new ArrayList<>() : null;
  }

  /** How many turns the policy has ended. */
  public int turnsGiven() {
    return decodedTurns.size();
  }

  @Override
  public List<List<List<String>>> executedTurns() {
    return List.copyOf(decodedTurns);
  }

  /** The pass beneath, for what is written of it beside the facts. */
  public EpisodePass pass() {
    return pass;
  }

  @Override
  public @Nullable VerifiedTurn endTurn(List<PolicyStep> steps) {
    int turn = decodedTurns.size();
    List<PolicyStep> executed = new ArrayList<>();
    List<VerifiedCall> rejected = new ArrayList<>();
    for (PolicyStep step : steps) {
      sort(turn, step, executed, rejected);
    }
    List<List<String>> decoded = calls(executed);
    decodedTurns.add(decoded);
    if (turn >= pass.turnCount()) {
      return null;
    }
    return facts(execute(decoded), true, steps, executed, rejected);
  }

  // Loops here and below: this runs for every turn of every episode, where streams are felt.
  private static List<List<String>> calls(List<PolicyStep> steps) {
    List<List<String>> calls = new ArrayList<>(steps.size());
    for (PolicyStep step : steps) {
      calls.add(step.calls());
    }
    return calls;
  }

  private TurnPass execute(List<List<String>> steps) {
    List<@Nullable Map<String, String>> kept = states;
    return kept == null
        ? pass.turn(steps)
        : pass.turn(steps, instances -> kept.add(steps.isEmpty() ? null : hashes(instances)));
  }

  private static Map<String, String> hashes(List<Simulator> instances) {
    Map<String, String> hashes = new LinkedHashMap<>();
    for (Simulator instance : instances) {
      hashes.put(instance.type().name(), CanonicalState.sha256(instance));
    }
    return hashes;
  }

  @Override
  public String referenceRow(String id, @Nullable String inferenceError) {
    if (inferenceError != null) {
      return ReferenceRow.ofInferenceError(id, task.id(), inferenceError);
    }
    if (states == null) {
      throw new IllegalStateException("the states of this verification were not kept");
    }
    return ReferenceRow.of(id, pass, decodedTurns, states);
  }

  private void sort(
      int turn, PolicyStep step, List<PolicyStep> executed, List<VerifiedCall> rejected) {
    for (int i = 0; i < step.rejected().size(); i++) {
      rejected.add(
          VerifiedCalls.rejected(
              executed.size(), i, step.rejected().get(i), "rejected by the environment"));
    }
    if (!step.executes()) {
      return;
    }
    String reason = rules.rejection(turn, step.calls());
    if (reason == null) {
      executed.add(step);
      return;
    }
    for (int i = 0; i < step.calls().size(); i++) {
      rejected.add(VerifiedCalls.rejected(executed.size(), i, step.calls().get(i), reason));
    }
  }

  @Override
  public List<VerifiedTurn> endEpisode() {
    List<VerifiedTurn> padded = new ArrayList<>();
    while (pass.turns().size() < pass.turnCount()) {
      padded.add(facts(execute(List.of()), false, List.of(), List.of(), List.of()));
    }
    return padded;
  }

  @Override
  public VerifiedEpisode inferenceError() {
    return VerifiedEpisode.ofInferenceError(
        String.valueOf(OfficialVerdict.inferenceError("").errorType()),
        Verdict.NOT_RUN.errorType());
  }

  @Override
  public VerifiedEpisode episode() {
    SealScore score = pass.score(turnsGiven());
    Verdict official = pass.official(turnsGiven());
    Verdict irrelevance = IrrelevanceCheck.of(decodedTurns, task.program().task().groundTruth());
    return new VerifiedEpisode(
        new CheckAnswer(official.valid(), official.errorType()),
        new CheckAnswer(irrelevance.valid(), irrelevance.errorType()),
        new TaskProgress(
            score.progress(), score.progressWithIrrelevance(), score.terminatedEarly()),
        new TurnResults(
            score.tags(),
            List.copyOf(judgements),
            Math.min(turnsGiven(), pass.turnCount()),
            firstDeviatingTurn),
        new Soundness(drifted, taskDefective, null));
  }

  private VerifiedTurn facts(
      TurnPass result,
      boolean reached,
      List<PolicyStep> steps,
      List<PolicyStep> executed,
      List<VerifiedCall> rejected) {
    List<VerifiedCall> made = made(result, executed, rejected);
    boolean failed = !result.tag().isSuccess();
    boolean deviating = reached && (failed || !pass.statesAgree());
    boolean firstDeviating = deviating && firstDeviatingTurn < 0;
    if (firstDeviating) {
      firstDeviatingTurn = result.index();
    }
    List<DriftCell> drift = Drift.of(result, executed, task.program().methods());
    drifted |= !drift.isEmpty();
    Rerun rerun = reached && failed ? rerun(result, made) : Rerun.NOT_NEEDED;
    judgements.add(reached ? JudgedTurn.of(result.tag(), made, rerun) : TurnJudgement.UNJUDGED);
    return new VerifiedTurn(
        result.index(),
        result.tag(),
        reached,
        new VerifiedTurn.TurnCalls(made, PolicyStep.undecodableTexts(steps), truth(result), drift),
        new VerifiedTurn.TurnDeviation(
            deviating,
            firstDeviating,
            result.tag() == Tag.STATE_MISMATCH ? differences() : List.of(),
            result.missing(),
            rerun,
            null));
  }

  private List<VerifiedCall> made(
      TurnPass result, List<PolicyStep> executed, List<VerifiedCall> rejected) {
    boolean failed = !result.tag().isSuccess();
    List<VerifiedCall> made = new ArrayList<>();
    int open = 0;
    for (int step = 0; step < executed.size(); step++) {
      while (open < rejected.size() && rejected.get(open).step() == step) {
        made.add(rejected.get(open++));
      }
      for (int i = 0; i < executed.get(step).calls().size(); i++) {
        made.add(
            calls.of(
                step,
                i,
                executed.get(step).calls().get(i),
                result.policy().get(step).get(i),
                failed));
      }
    }
    made.addAll(rejected.subList(open, rejected.size()));
    return made;
  }

  private List<VerifiedCall> truth(TurnPass result) {
    List<VerifiedCall> expected = new ArrayList<>();
    List<String> texts = pass.task().groundTruth().get(result.index());
    boolean failed = !result.tag().isSuccess();
    for (int i = 0; i < texts.size(); i++) {
      CallOutcome outcome = result.truth().get(i);
      expected.add(calls.of(0, i, texts.get(i), outcome, failed));
    }
    return expected;
  }

  private List<StateDifference> differences() {
    List<StateDifference> differences = new ArrayList<>();
    for (StateCheck.Difference difference :
        StateCheck.differences(pass.policyInstances(), pass.truthInstances())) {
      differences.add(
          StateDifferences.describe(
              difference.className(),
              difference.attribute(),
              difference.policy(),
              difference.truth()));
    }
    return differences;
  }

  private Rerun rerun(TurnPass result, List<VerifiedCall> made) {
    if (result.index() == 0 || result.truth().isEmpty()) {
      return Rerun.NOT_NEEDED;
    }
    if (result.policy().isEmpty()) {
      // Without a call such a turn fails from any state (tasks-and-checker.md 5.3, row e).
      return Rerun.FAILS;
    }
    List<TurnPass> earlier = pass.turns().subList(0, result.index());
    if (DrawnIdentifiers.anyNamed(
        made, () -> policyTexts(earlier), () -> truthTexts(earlier), this::startingStates)) {
      return Rerun.NAMES_DRAWN_IDENTIFIERS;
    }
    if (result.index() == firstDeviatingTurn) {
      // It began in the ground truth's state, so this has been seen.
      return Rerun.FAILS;
    }
    boolean passes = pass.rerunLastTurn().tag() == Tag.PASS;
    return passes ? Rerun.PASSES : Rerun.FAILS;
  }

  private static List<String> policyTexts(List<TurnPass> turns) {
    List<String> texts = new ArrayList<>();
    for (TurnPass turn : turns) {
      turn.policy().forEach(step -> step.forEach(outcome -> texts.add(outcome.text())));
    }
    return texts;
  }

  private static List<String> truthTexts(List<TurnPass> turns) {
    List<String> texts = new ArrayList<>();
    for (TurnPass turn : turns) {
      turn.truth().forEach(outcome -> texts.add(outcome.text()));
    }
    return texts;
  }

  private List<String> startingStates() {
    EpisodePass fresh = new EpisodePass(task.program(), modelName, null);
    return fresh.policyInstances().stream().map(CanonicalState::text).toList();
  }

  @Override
  public String toString() {
    return "verification of " + Py.repr(pass.task().id());
  }
}
