package org.sealflow.capability;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.schemas.Diagnoses;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;

/**
 * The label that diagnosis gives to a failed turn: how it failed, where that began and what is to
 * blame. Which calls were made, and that the turn failed, are facts and no part of it.
 *
 * @param tag SEAL's tag
 * @param failure the gravest failure; null if none could be named
 * @param origin whether the turn fails by itself; null exactly where {@code failure} is
 * @param rootCause whether the failure of the episode begins here
 * @param evidence what the failure was seen in. It names the tools that are blamed even where
 *     diagnosis leaves that to the ground truth of the turn, so that the label blames the same
 *     tools on any turn
 */
record TurnLabel(
    Tag tag,
    @Nullable TurnFailure failure,
    @Nullable FailureOrigin origin,
    boolean rootCause,
    List<Evidence> evidence) {

  /** Whether a turn bears a label: it was reached, and the policy failed in it. */
  static boolean isOn(TurnDiagnosis turn) {
    Tag tag = turn.getTag();
    boolean success = tag == Tag.PASS || tag == Tag.CORRECT_ABSTENTION;
    return turn.getReached() && turn.getDeviating() && !success && !TagWeights.isExcluded(tag);
  }

  /** The label of a turn that bears one. */
  static TurnLabel of(TurnDiagnosis turn) {
    return new TurnLabel(
        turn.getTag(),
        turn.getFailure(),
        turn.getOrigin(),
        turn.getRootCause(),
        blamesTheGroundTruth(turn) ? spelledOut(turn) : turn.getEvidence());
  }

  /** Whether there is a failure whose evidence names no tool. */
  private static boolean blamesTheGroundTruth(TurnDiagnosis turn) {
    if (turn.getFailure() == null || turn.getEvidence().isEmpty()) {
      return false;
    }
    TurnDiagnosis alone = TurnDiagnosis.newBuilder(turn).setGroundTruthTools(List.of()).build();
    return TurnObservations.of(alone).blamedTools().isEmpty();
  }

  /** The first piece speaks for the failure, and does so once for each tool of the ground truth. */
  private static List<Evidence> spelledOut(TurnDiagnosis turn) {
    List<String> tools = turn.getGroundTruthTools();
    if (tools.isEmpty()) {
      return turn.getEvidence();
    }
    Evidence first = turn.getEvidence().get(0);
    List<Evidence> evidence = new ArrayList<>();
    for (String tool : tools) {
      evidence.add(Evidence.newBuilder(first).setTool(tool).build());
    }
    evidence.addAll(turn.getEvidence().subList(1, turn.getEvidence().size()));
    return evidence;
  }

  /** The diagnosis of a turn that bears a label, with this one instead. */
  Diagnosis on(Diagnosis diagnosis) {
    TurnDiagnosis turn = requireNonNull(diagnosis.getTurnDiagnosis());
    return Diagnoses.turn(
        new EpisodeAttempt(diagnosis.getRunId(), diagnosis.getEpisodeId(), diagnosis.getAttempt()),
        TurnDiagnosis.newBuilder(turn)
            .setTag(tag)
            .setFailure(failure)
            .setOrigin(origin)
            .setRootCause(rootCause)
            .setEvidence(evidence)
            .build());
  }
}
