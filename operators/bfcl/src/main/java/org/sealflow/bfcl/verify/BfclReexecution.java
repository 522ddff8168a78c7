package org.sealflow.bfcl.verify;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.bfcl.simulator.AsOfDateMissingException;
import org.sealflow.environment.Reexecution;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.PreparedCall;

/** Executes the turns of a BFCL episode once more. Not thread-safe. */
public final class BfclReexecution implements Reexecution {
  private final BfclTask task;
  private final String modelName;
  private final @Nullable LocalDate asOf;
  private final Map<String, PreparedCall> prepared = new HashMap<>();
  private @Nullable EpisodePass begun;

  BfclReexecution(BfclTask task, String modelName, @Nullable LocalDate asOf) {
    this.task = task;
    this.modelName = modelName;
    this.asOf = asOf;
  }

  @Override
  public void begin() {
    begun = new EpisodePass(task.program(), modelName, asOf);
  }

  private EpisodePass pass() {
    EpisodePass pass = begun;
    if (pass == null) {
      throw new IllegalStateException("begin() comes before the first turn");
    }
    return pass;
  }

  @Override
  public Turn told(List<List<String>> steps) {
    VerifiedCalls calls = new VerifiedCalls(task.tools(), task.program().methods());
    TurnPass result = pass().turn(steps);
    return new Turn(made(calls, steps, result), truth(calls, result));
  }

  private static List<VerifiedCall> made(
      VerifiedCalls calls, List<List<String>> steps, TurnPass result) {
    List<VerifiedCall> made = new ArrayList<>();
    for (int step = 0; step < steps.size(); step++) {
      for (int i = 0; i < steps.get(step).size(); i++) {
        CallOutcome outcome = result.policy().get(step).get(i);
        made.add(calls.of(step, i, steps.get(step).get(i), outcome, true));
      }
    }
    return made;
  }

  private List<VerifiedCall> truth(VerifiedCalls calls, TurnPass result) {
    List<VerifiedCall> expected = new ArrayList<>();
    List<String> texts = task.groundTruth().get(result.index());
    for (int i = 0; i < texts.size(); i++) {
      expected.add(calls.of(0, i, texts.get(i), result.truth().get(i), true));
    }
    return expected;
  }

  /** Not where a call comes to need today's date and none is known. */
  @Override
  public boolean turn(List<String> calls) {
    List<List<PreparedCall>> steps = new ArrayList<>(calls.size());
    for (String text : calls) {
      steps.add(List.of(prepared.computeIfAbsent(text, task.program()::prepared)));
    }
    try {
      TurnPass unused = pass().turnOfPrepared(steps);
      return true;
    } catch (AsOfDateMissingException unknownDate) {
      return false;
    }
  }

  @Override
  public boolean lastTurnFails() {
    return pass().lastTurnFails();
  }

  @Override
  public boolean statesAgree() {
    return pass().statesAgree();
  }

  @Override
  public boolean passes() {
    EpisodePass pass = pass();
    return pass.official(pass.turns().size()).isValid();
  }
}
