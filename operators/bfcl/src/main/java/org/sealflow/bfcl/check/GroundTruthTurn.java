package org.sealflow.bfcl.check;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.bfcl.simulator.SimulatorInstances;
import org.sealflow.python.call.CallOutcome;

/**
 * The calls and effects of the ground truth in a turn.
 *
 * @param outcomes per call what became of it
 * @param texts per call its result text
 * @param side its instances as they are after the turn
 */
record GroundTruthTurn(List<CallOutcome> outcomes, List<String> texts, SimulatorInstances side) {
  static GroundTruthTurn of(List<CallOutcome> outcomes, SimulatorInstances side) {
    List<String> texts = new ArrayList<>(outcomes.size());
    for (CallOutcome outcome : outcomes) {
      texts.add(outcome.text());
    }
    return new GroundTruthTurn(outcomes, texts, side);
  }

  List<Simulator> instances() {
    return side.instances();
  }
}
