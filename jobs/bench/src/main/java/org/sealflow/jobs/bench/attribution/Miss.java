package org.sealflow.jobs.bench.attribution;

import java.util.List;
import java.util.stream.Collectors;
import org.sealflow.schemas.CallEdit;

/**
 * An episode whose root-cause turn or call was not found.
 *
 * @param task the task's id
 * @param planted what was planted where
 * @param found what was found instead
 */
public record Miss(String task, String planted, String found) {
  static Miss of(FaultPlanter.Planted planted, Finding finding) {
    String faults =
        planted.faults().stream()
            .map(
                fault ->
                    "%s in turn %d at %d: %s for %s"
                        .formatted(
                            fault.kind().label(),
                            fault.turn(),
                            fault.place(),
                            fault.found(),
                            fault.wanted()))
            .collect(Collectors.joining("; "));
    return new Miss(
        planted.episode().task().program().task().id(),
        faults,
        (finding.rightTurn() ? "right turn, " : "another turn, ")
            + finding.repair().getOutcome()
            + " "
            + edits(finding.repair().getEdits()));
  }

  private static String edits(List<CallEdit> edits) {
    return edits.stream()
        .map(
            edit ->
                "%s in turn %d at %s: %s for %s"
                    .formatted(
                        edit.getKind(),
                        edit.getTurn(),
                        edit.getStep(),
                        edit.getWantedText(),
                        edit.getCallText()))
        .collect(Collectors.joining("; "));
  }
}
