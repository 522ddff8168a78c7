package org.sealflow.bfcl.check;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.python.call.CallOutcome;

/**
 * The calls and effects of the ground truth in a turn.
 *
 * @param outcomes per call what became of it
 * @param texts per call its result text
 * @param instances its instances as they are after the turn
 */
record GroundTruthTurn(List<CallOutcome> outcomes, List<String> texts, List<Simulator> instances) {
  static GroundTruthTurn of(List<CallOutcome> outcomes, List<Simulator> instances) {
    List<String> texts = new ArrayList<>(outcomes.size());
    for (CallOutcome outcome : outcomes) {
      texts.add(outcome.text());
    }
    return new GroundTruthTurn(outcomes, texts, instances);
  }
}
