package org.sealflow.rollout.scripted;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.rollout.plan.NamedDraws;

/**
 * Writes the script of each turn of an episode: the ground truth's calls in one answer, as the
 * faults leave them. Whether a fault strikes is drawn by its place in the settings, the turn and
 * the call, whatever is shown; whether it is cured, only what is shown decides.
 */
final class TurnComposer {
  private final ReadyTask truth;
  private final List<Fault> faults;
  private final NamedDraws draws;
  private boolean stopped;

  /**
   * The scripts of an episode.
   *
   * @param draws those of the episode
   */
  TurnComposer(ReadyTask truth, List<Fault> faults, NamedDraws draws) {
    this.truth = truth;
    this.faults = faults;
    this.draws = draws;
  }

  /** Whether a fault of the answer itself strikes in a turn. */
  boolean strikes(FaultKind kind, int turn, ShownText shown, double strength) {
    for (int i = 0; i < faults.size(); i++) {
      if (faults.get(i).kind() == kind && strikes(i, turn, shown, strength)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a fault of the whole turn strikes and nothing shown cures it. */
  private boolean strikes(int index, int turn, ShownText shown, double strength) {
    Fault fault = faults.get(index);
    return fault.concerns(truth.category(), turn)
        && drawn(index, turn, 0) < fault.rate() * strength
        && !isCured(fault, shown);
  }

  private double drawn(int fault, int turn, int call) {
    return draws.at(fault).at(turn).at(call).unit();
  }

  /** A hint comes behind the error only, and an argument's cure stands beside it. */
  private static boolean isCured(Fault fault, ShownText shown) {
    String cure = fault.cure();
    return cure != null
        && fault.kind() != FaultKind.NO_RECOVERY
        && !fault.kind().concernsArgument()
        && shown.promptHolds(cure);
  }

  /**
   * The script of the next turn.
   *
   * @param strength what is left of the faults' rates, 0 to 1
   */
  TurnScript compose(int turn, ShownText shown, double strength) {
    List<ScriptedCall> calls = truth(turn);
    stopped |= strikes(FaultKind.EARLY_STOP, turn, shown, strength);
    if (stopped || strikes(FaultKind.EMPTY_TURN, turn, shown, strength)) {
      return TurnScript.of("");
    }
    if (calls.isEmpty()) {
      List<ScriptedCall> spurious =
          added(
              FaultKind.SPURIOUS_CALL,
              turn,
              shown,
              strength,
              fault -> SampleCalls.spurious(shown, fault.tool()));
      return TurnScript.of(written(spurious, -1));
    }
    List<ScriptedCall> made = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      made.addAll(made(calls.get(i), turn, i, shown, strength));
    }
    made.addAll(
        added(
            FaultKind.EXTRA_EFFECT,
            turn,
            shown,
            strength,
            fault -> SampleCalls.effect(shown, fault.tool())));
    TurnScript script = script(made, turn, shown, strength);
    return begunInVain(script, calls, turn, shown, strength);
  }

  private List<ScriptedCall> truth(int turn) {
    return turn < truth.groundTruth().size()
        ? truth.groundTruth().get(turn).stream().map(this::truthful).toList()
        : List.of();
  }

  private ScriptedCall truthful(String call) {
    return ScriptedCall.of(call, truth.answer(List.of(call)));
  }

  /** The calls that faults of a kind add to a turn. */
  private List<ScriptedCall> added(
      FaultKind kind,
      int turn,
      ShownText shown,
      double strength,
      Function<Fault, @Nullable ScriptedCall> call) {
    List<ScriptedCall> added = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      ScriptedCall made =
          fault.kind() == kind && strikes(i, turn, shown, strength) ? call.apply(fault) : null;
      if (made != null) {
        added.add(made);
      }
    }
    return added;
  }

  /** The calls made in place of a call of the ground truth: itself, another one, or none. */
  private List<ScriptedCall> made(
      ScriptedCall truthful, int turn, int index, ShownText shown, double strength) {
    ArgumentFaults arguments = new ArgumentFaults(shown);
    ScriptedCall call = truthful;
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      if (!strikesCall(i, truthful, turn, index, shown, strength)) {
        continue;
      }
      if (fault.kind() == FaultKind.SKIP_CALL) {
        return List.of();
      }
      call =
          fault.kind() == FaultKind.UNKNOWN_TOOL
              ? call.ofTool(call.tool() + "_now")
              : arguments.apply(fault, call);
    }
    return List.of(call);
  }

  private boolean strikesCall(
      int index, ScriptedCall call, int turn, int callIndex, ShownText shown, double strength) {
    Fault fault = faults.get(index);
    return fault.concerns(truth.category(), turn)
        && fault.concernsTool(call.tool())
        && drawn(index, turn, callIndex) < fault.rate() * strength
        && !isCured(fault, shown);
  }

  private TurnScript script(List<ScriptedCall> calls, int turn, ShownText shown, double strength) {
    int broken = -1;
    for (int i = 0; i < faults.size(); i++) {
      for (int call = 0; call < calls.size(); call++) {
        if (faults.get(i).kind() == FaultKind.MALFORMED_CALL
            && strikesCall(i, calls.get(call), turn, call, shown, strength)) {
          broken = call;
        }
      }
    }
    String answer = written(calls, broken);
    return !answer.isEmpty() && strikes(FaultKind.ENDLESS, turn, shown, strength)
        ? TurnScript.endless(answer)
        : TurnScript.of(answer);
  }

  private static String written(List<ScriptedCall> calls, int broken) {
    List<String> blocks = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      blocks.add(i == broken ? calls.get(i).brokenBlock() : calls.get(i).block());
    }
    return String.join("\n", blocks);
  }

  private TurnScript begunInVain(
      TurnScript script, List<ScriptedCall> truthful, int turn, ShownText shown, double strength) {
    Set<String> useful = new HashSet<>();
    truthful.forEach(call -> useful.add(call.tool()));
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      if (fault.kind() == FaultKind.NO_RECOVERY && strikes(i, turn, shown, strength)) {
        ScriptedCall call = SampleCalls.inVain(shown, fault.tool(), useful);
        if (call != null) {
          return script.after(call.block(), fault);
        }
      }
    }
    return script;
  }
}
