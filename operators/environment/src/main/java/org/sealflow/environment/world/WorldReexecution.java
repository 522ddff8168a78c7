package org.sealflow.environment.world;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Reexecution;
import org.sealflow.environment.Tag;

/** Executes the turns of an episode once more. Not thread-safe. */
final class WorldReexecution implements Reexecution {
  private final WorldTask task;
  private final String modelName;
  private final @Nullable LocalDate asOf;
  private WorldPass pass;
  private boolean lastFails;
  private boolean anyFails;

  WorldReexecution(WorldTask task, String modelName, @Nullable LocalDate asOf) {
    this.task = task;
    this.modelName = modelName;
    this.asOf = asOf;
    this.pass = new WorldPass(task, modelName, asOf);
  }

  @Override
  public void begin() {
    pass = new WorldPass(task, modelName, asOf);
    lastFails = false;
    anyFails = false;
  }

  @Override
  public Turn told(List<List<String>> steps) {
    List<List<String>> truth = List.of(task.groundTruth().get(pass.turns()));
    WorldPass.Outcome outcome = taken(pass.turn(steps));
    return new Turn(
        CallFacts.of(steps, outcome.made(), task.tools()),
        CallFacts.of(truth, List.of(outcome.truth()), task.tools()));
  }

  @Override
  public boolean turn(List<String> calls) {
    WorldPass.Outcome unused = taken(pass.turn(calls.stream().map(List::of).toList()));
    return true;
  }

  private WorldPass.Outcome taken(WorldPass.Outcome outcome) {
    Tag tag = outcome.tag();
    lastFails = !tag.isSuccess();
    anyFails |= lastFails;
    return outcome;
  }

  @Override
  public boolean lastTurnFails() {
    return lastFails;
  }

  @Override
  public boolean statesAgree() {
    return pass.statesAgree();
  }

  @Override
  public boolean passes() {
    return !anyFails && pass.turns() == task.groundTruth().size();
  }
}
