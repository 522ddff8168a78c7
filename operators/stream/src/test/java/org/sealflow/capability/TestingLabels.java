package org.sealflow.capability;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/** Diagnosed episodes whose labels can be told apart, and what to look at in them. */
final class TestingLabels {
  static final int GROUP_SIZE = 2;

  private TestingLabels() {}

  /** A manifest of groups of two. */
  static BatchManifest plan(Mode mode, long batch, String... groups) {
    List<PlannedGroup> planned = new ArrayList<>();
    for (String group : groups) {
      planned.add(BatchesTest.group(group, GROUP_SIZE));
    }
    return BatchManifest.newBuilder()
        .setRunId("run")
        .setBatchNumber(batch)
        .setMode(mode)
        .setPolicyVersion(0)
        .setPlannedAt(Instant.EPOCH)
        .setGroupsNeeded(groups.length)
        .setGroups(planned)
        .build();
  }

  static BatchManifest plan(long batch, String... groups) {
    return plan(Mode.TRAIN, batch, groups);
  }

  /**
   * Two failed turns around one that passes, the first of them the root cause, and a turn never
   * reached.
   */
  static DiagnosedEpisode failed(String id, String group, long batch) {
    return diagnosed(
        TestingEpisode.failed(id)
            .batch(batch)
            .group(group, GROUP_SIZE)
            .turn(mismatched(0, id))
            .tags(Tag.PASS)
            .turn(withoutEffect(2, id))
            .turn(new TestingTurn(3).tag(Tag.EMPTY_TURN_MODEL_RESPONSE).unreached()));
  }

  /** A turn that calls {@code cd} with an argument that names the episode. */
  static TestingTurn mismatched(int turn, String id) {
    return new TestingTurn(turn)
        .tag(Tag.RESPONSE_MISMATCH)
        .fails(TurnFailure.ARGUMENT_MISMATCH, FailureOrigin.OWN)
        .policyUses("cd")
        .groundTruthUses("cd", "mv")
        .shows(EvidenceKind.OTHER_VALUE, "cd", id);
  }

  /** A turn that only follows; its evidence names no tool. */
  static TestingTurn withoutEffect(int turn, String id) {
    return new TestingTurn(turn)
        .tag(Tag.STATE_MISMATCH)
        .fails(TurnFailure.WRONG_EFFECT, FailureOrigin.CASCADED)
        .policyUses("ls")
        .groundTruthUses("touch", "echo")
        .shows(EvidenceKind.STATE_DIFFERENCE, null)
        .shows(EvidenceKind.MISSING_CALL, "touch", id);
  }

  /** The episode with its first failed turn as the root cause. */
  static DiagnosedEpisode diagnosed(TestingEpisode written) {
    DiagnosedEpisode episode = written.diagnosed();
    Diagnosis end = episode.end();
    boolean found = false;
    for (Diagnosis diagnosis : episode.turns()) {
      TurnDiagnosis turn = turn(diagnosis);
      turn.setRootCause(!found && turn.getFailure() != null);
      if (turn.getRootCause() && end(end).getVerdict() == Verdict.POLICY_FAILED) {
        end(end).setRootCauseTurn(turn.getTurn());
      }
      found |= turn.getRootCause();
    }
    return episode;
  }

  static TurnDiagnosis turn(Diagnosis diagnosis) {
    return requireNonNull(diagnosis.getTurnDiagnosis());
  }

  static EpisodeDiagnosis end(Diagnosis diagnosis) {
    return requireNonNull(diagnosis.getEpisodeDiagnosis());
  }

  /** All diagnoses of episodes as they were made. */
  static List<Diagnosis> diagnoses(Collection<DiagnosedEpisode> episodes) {
    return episodes.stream().flatMap(episode -> episode.diagnoses().stream()).toList();
  }

  /** The labels by episode and turn, {@code id/turn}. */
  static Map<String, TurnLabel> labels(Collection<Diagnosis> diagnoses) {
    Map<String, TurnLabel> labels = new TreeMap<>();
    for (Diagnosis diagnosis : diagnoses) {
      TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
      if (turn != null && TurnLabel.isOn(turn)) {
        labels.put(diagnosis.getEpisodeId() + "/" + turn.getTurn(), TurnLabel.of(turn));
      }
    }
    return labels;
  }
}
