package org.sealflow.bfcl.check;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.simulator.SharedWorld;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.bfcl.simulator.SimulatorInstances;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.Tag;
import org.sealflow.python.PyException;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.PreparedCall;

/**
 * One verification of one trajectory: executes the policy's steps and the ground truth's calls turn
 * by turn in a world of its own and judges each turn. The official verdict stops at the first turn
 * that fails, SEAL's scorer goes on; on a fresh world the one is a prefix of the other, so a single
 * pass gives both (tasks-and-checker.md 4.3, 5.3). Not thread-safe.
 */
public final class EpisodePass {
  private final TaskProgram program;
  private final String modelName;
  private final @Nullable LocalDate asOf;
  private final GroundTruthTrace trace;

  /** Null as long as the policy makes the ground truth's calls: what they lead to is known. */
  private @Nullable Sides sides;

  private final List<String> seen = new ArrayList<>();
  private final List<TurnPass> turns = new ArrayList<>();
  private final List<List<PreparedCall>> lastSteps = new ArrayList<>();

  /** The instances of both sides, in one world. */
  private record Sides(SimulatorInstances policy, GroundTruthSide truth) {}

  /**
   * Starts a verification.
   *
   * @param modelName the name the policy's instances carry
   * @param asOf today, where known
   * @throws PyException if a scenario cannot be loaded
   */
  public EpisodePass(TaskProgram program, String modelName, @Nullable LocalDate asOf) {
    this.program = program;
    this.modelName = modelName;
    this.asOf = asOf;
    this.trace = program.trace(modelName, asOf);
  }

  /** Turns of the ground truth. */
  public int turnCount() {
    return program.groundTruth().size();
  }

  /** The turns judged so far. */
  public List<TurnPass> turns() {
    return turns;
  }

  /** All results the policy has seen so far. */
  public List<String> seen() {
    return seen;
  }

  /** The policy's instances as they are now. */
  public List<Simulator> policyInstances() {
    return sides().policy.instances();
  }

  /**
   * The ground truth's instances as they are now, shared with other verifications: only to read.
   */
  public List<Simulator> truthInstances() {
    return sides == null ? trace.instancesBefore(turns.size()) : sides.truth.instances();
  }

  /** Executes and judges the next turn; the steps hold at least one call each. */
  public TurnPass turn(List<List<String>> steps) {
    requireNextTurn();
    prepare(steps);
    return next();
  }

  /**
   * Executes and judges the next turn.
   *
   * @param steps the policy's decoded steps, none without a call
   * @param afterPolicy is shown the policy's instances between its last step and the ground truth
   * @throws IllegalStateException after the ground truth's last turn
   */
  public TurnPass turn(List<List<String>> steps, Consumer<List<Simulator>> afterPolicy) {
    requireNextTurn();
    prepare(steps);
    return executeAndJudge(afterPolicy);
  }

  /**
   * Executes and judges the next turn, of calls that are executed more than once.
   *
   * @param steps as for {@link #turn(List)}, prepared with the methods of this task
   * @throws IllegalStateException after the ground truth's last turn
   */
  public TurnPass turnOfPrepared(List<List<PreparedCall>> steps) {
    requireNextTurn();
    lastSteps.clear();
    lastSteps.addAll(steps);
    return next();
  }

  private void requireNextTurn() {
    if (turns.size() >= turnCount()) {
      throw new IllegalStateException("the ground truth has only " + turnCount() + " turns");
    }
  }

  private TurnPass next() {
    TurnPass known = sides == null ? known(turns.size()) : null;
    if (known == null) {
      return executeAndJudge(instances -> {});
    }
    addTexts(known.policy(), seen);
    turns.add(known);
    return known;
  }

  /**
   * What the last steps lead to from the ground truth's state before a turn, if they are its calls
   * and need not be executed; else null.
   */
  private @Nullable TurnPass known(int index) {
    boolean same = program.isGroundTruth(index, lastSteps) && !program.namesMatter(modelName);
    GroundTruthTurn truth = same ? trace.repeated(index) : null;
    if (truth == null) {
      return null;
    }
    List<List<CallOutcome>> outcomes = inSteps(truth.outcomes());
    Tag tag = outcomes.isEmpty() ? Tag.CORRECT_ABSTENTION : Tag.PASS;
    return new TurnPass(index, outcomes, truth.outcomes(), tag, List.of(), null);
  }

  private List<List<CallOutcome>> inSteps(List<CallOutcome> outcomes) {
    List<List<CallOutcome>> divided = new ArrayList<>(lastSteps.size());
    int from = 0;
    for (List<PreparedCall> step : lastSteps) {
      divided.add(outcomes.subList(from, from + step.size()));
      from += step.size();
    }
    return divided;
  }

  private TurnPass executeAndJudge(Consumer<List<Simulator>> afterPolicy) {
    Sides live = sides();
    List<List<CallOutcome>> outcomes = executed(live.policy);
    addTexts(outcomes, seen);
    List<Simulator> policyInstances = live.policy.instances();
    afterPolicy.accept(policyInstances);
    int index = turns.size();
    TurnPass pass = judge(index, outcomes, live.truth.turn(index), seen, policyInstances);
    turns.add(pass);
    return pass;
  }

  private Sides sides() {
    Sides live = sides;
    if (live == null) {
      live = sidesBefore(turns.size());
      sides = live;
    }
    return live;
  }

  /** Both sides in the ground truth's state before a turn, in a world of their own. */
  private Sides sidesBefore(int index) {
    SimulatorInstances copied = program.policySideBefore(index, modelName, trace);
    SimulatorInstances policy =
        copied != null
            ? copied
            : program.policySide(modelName, new SharedWorld(program.longContext(), asOf));
    GroundTruthSide truth = new GroundTruthSide(program.groundTruth(), policy, trace);
    for (int turn = 0; copied == null && turn < index; turn++) {
      program.groundTruth().get(turn).forEach(policy::execute);
      truth.turn(turn);
    }
    return new Sides(policy, truth);
  }

  /** Whether the last turn fails officially: so does the whole then, whatever comes after. */
  public boolean lastTurnFails() {
    return OfficialVerdict.failure(turns.get(turns.size() - 1)) != null;
  }

  /**
   * Whether both sides ended the last turn in the same state, private state included. States that
   * cannot be compared do not agree.
   */
  public boolean statesAgree() {
    if (sides == null) {
      return true;
    }
    List<Simulator> found = policyInstances();
    List<Simulator> expected = truthInstances();
    try {
      // A turn passes only where the public attributes were found equal.
      return turns.get(turns.size() - 1).tag() == Tag.PASS
          ? StateCheck.equalInPrivate(found, expected)
          : StateCheck.equalWithPrivate(found, expected);
    } catch (PyException notComparable) {
      return false;
    }
  }

  /** Kept until the next turn, as a failing turn may be executed again. */
  private void prepare(List<List<String>> steps) {
    lastSteps.clear();
    for (List<String> step : steps) {
      List<PreparedCall> calls = new ArrayList<>(step.size());
      for (String call : step) {
        calls.add(program.prepared(call));
      }
      lastSteps.add(calls);
    }
  }

  private List<List<CallOutcome>> executed(SimulatorInstances side) {
    List<List<CallOutcome>> outcomes = new ArrayList<>(lastSteps.size());
    for (List<PreparedCall> step : lastSteps) {
      List<CallOutcome> results = new ArrayList<>(step.size());
      for (PreparedCall call : step) {
        results.add(side.execute(call));
      }
      outcomes.add(results);
    }
    return outcomes;
  }

  private static void addTexts(List<List<CallOutcome>> outcomes, List<String> texts) {
    for (List<CallOutcome> step : outcomes) {
      for (CallOutcome outcome : step) {
        texts.add(outcome.text());
      }
    }
  }

  private static TurnPass judge(
      int index,
      List<List<CallOutcome>> outcomes,
      GroundTruthTurn truth,
      List<String> seen,
      List<Simulator> policyInstances) {
    boolean noStep = outcomes.isEmpty();
    List<CallOutcome> expected = truth.outcomes();
    if (expected.isEmpty()) {
      Tag tag = noStep ? Tag.CORRECT_ABSTENTION : Tag.SPURIOUS_TOOL_CALL;
      return new TurnPass(index, outcomes, expected, tag, List.of(), null);
    }
    if (noStep) {
      return new TurnPass(
          index, outcomes, expected, Tag.EMPTY_TURN_MODEL_RESPONSE, List.of(), null);
    }
    try {
      if (!StateCheck.equal(policyInstances, truth.instances())) {
        return new TurnPass(index, outcomes, expected, Tag.STATE_MISMATCH, List.of(), null);
      }
    } catch (PyException raised) {
      TurnPass.CheckerException exception =
          new TurnPass.CheckerException("state", raised.kind().pythonName(), raised.text());
      return new TurnPass(index, outcomes, expected, Tag.CHECKER_ERROR, List.of(), exception);
    }
    List<String> missing = ResponseCheck.missing(truth.texts(), seen);
    Tag tag = missing.isEmpty() ? Tag.PASS : Tag.RESPONSE_MISMATCH;
    return new TurnPass(index, outcomes, expected, tag, missing, null);
  }

  /** Judges the ground-truth turns that were never reached, as turns without a step. */
  public void padUnreachedTurns() {
    while (turns.size() < turnCount()) {
      turn(List.of());
    }
  }

  /**
   * Executes the steps of the last turn again, from the ground truth's state at its start, in a
   * world of its own: the policy's results of earlier turns count as seen.
   */
  public TurnPass rerunLastTurn() {
    int index = turns.size() - 1;
    TurnPass known = known(index);
    if (known != null) {
      return known;
    }
    Sides fresh = sidesBefore(index);
    List<String> pool = new ArrayList<>();
    for (TurnPass earlier : turns.subList(0, index)) {
      addTexts(earlier.policy(), pool);
    }
    List<List<CallOutcome>> outcomes = executed(fresh.policy);
    addTexts(outcomes, pool);
    return judge(index, outcomes, fresh.truth.turn(index), pool, fresh.policy.instances());
  }

  /**
   * SEAL's score of the judged turns.
   *
   * @param turnsGiven how many turns the policy's result has
   */
  public SealScore score(int turnsGiven) {
    return SealScore.of(turns, turnCount(), turnsGiven);
  }

  /**
   * The benchmark's verdict.
   *
   * @param turnsGiven how many turns the policy's result has
   */
  public Verdict official(int turnsGiven) {
    return OfficialVerdict.of(turns, turnCount(), turnsGiven);
  }

  /** The task being verified. */
  public Task task() {
    return program.task();
  }
}
