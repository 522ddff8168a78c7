package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.diagnose.TurnDiagnoser;
import org.sealflow.environment.VerifiedTurn;

/**
 * A passing episode and what diagnosis says of it before anything is planted. The official check
 * passes an episode that calls tools where none is wanted, or that leaves another private state,
 * such as another working directory: it deviates all the same, and its deviation may be the first.
 *
 * @param ownDeviation the first turn that deviates, -1 for none
 * @param isFalseAlarm whether diagnosis blames it though no turn deviates
 */
record UnplantedEpisode(
    PassingEpisode episode, boolean isRecorded, int ownDeviation, boolean isFalseAlarm) {
  static UnplantedEpisode of(PassingEpisode episode, boolean isRecorded) {
    List<VerifiedTurn> turns = new ArrayList<>();
    int rootCause = Finding.verify(episode, turns);
    int deviation = firstDeviation(turns);
    boolean blamed =
        rootCause >= 0
            || turns.stream().anyMatch(turn -> TurnDiagnoser.judge(turn).failure() != null);
    return new UnplantedEpisode(episode, isRecorded, deviation, blamed && deviation < 0);
  }

  private static int firstDeviation(List<VerifiedTurn> turns) {
    return turns.stream()
        .filter(VerifiedTurn::deviates)
        .mapToInt(VerifiedTurn::turn)
        .findFirst()
        .orElse(-1);
  }

  boolean deviates() {
    return ownDeviation >= 0;
  }
}
