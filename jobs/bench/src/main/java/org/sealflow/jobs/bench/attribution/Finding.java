package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.diagnose.TurnDiagnoser;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.Repair;

/**
 * The diagnosis of an episode beside the faults that were planted in it.
 *
 * @param cascades whether a turn after the last planted one fails too
 */
record Finding(
    boolean rightTurn,
    boolean rightCall,
    boolean callInEvidence,
    boolean rightFailure,
    boolean cascades,
    Repair repair) {

  /**
   * Diagnoses an episode with faults.
   *
   * @param ownDeviation the turn in which the episode deviates without them; -1 if it does not
   */
  static Finding of(FaultPlanter.Planted planted, int ownDeviation, RepairFinder finder) {
    List<PlantedFault> faults = planted.faults();
    PlantedFault first = faults.get(0);
    int last = faults.get(faults.size() - 1).turn();
    List<VerifiedTurn> turns = new ArrayList<>();
    int rootCause = verify(planted.episode(), turns);
    TurnDiagnoser.Judgement judgement = TurnDiagnoser.judge(turns.get(first.turn()));
    Repair repair = finder.search(planted.episode().played());
    int begun = ownDeviation < 0 ? first.turn() : Math.min(ownDeviation, first.turn());
    return new Finding(
        rootCause == begun,
        isAbout(faults, repair.getEdits(), new StandIns(planted.before())),
        judgement.evidence().stream().anyMatch(first::isMetBy),
        judgement.failure() != null && first.kind().failures().contains(judgement.failure()),
        turns.stream().anyMatch(turn -> turn.turn() > last && !turn.tag().isSuccess()),
        repair);
  }

  /** Fills in the turns and gives the root cause, -1 for none. */
  static int verify(PassingEpisode episode, List<VerifiedTurn> turns) {
    EpisodeVerifier verifier =
        episode.task().verifier(RulesInForce.OFFICIAL, episode.modelName(), episode.asOf(), false);
    for (List<String> calls : episode.turns()) {
      VerifiedTurn turn =
          verifier.endTurn(calls.stream().map(call -> PolicyStep.of(List.of(call))).toList());
      if (turn != null) {
        turns.add(turn);
      }
    }
    turns.addAll(verifier.endEpisode());
    return verifier.episode().turns().firstDeviating();
  }

  private static boolean isAbout(
      List<PlantedFault> faults, List<CallEdit> edits, StandIns standIns) {
    return !edits.isEmpty()
        && edits.stream()
            .allMatch(edit -> faults.stream().anyMatch(fault -> fault.isMetBy(edit, standIns)))
        && faults.stream()
            .allMatch(fault -> edits.stream().anyMatch(edit -> fault.isMetBy(edit, standIns)));
  }
}
