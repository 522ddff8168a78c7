package org.sealflow.capability;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;

/** Writes the diagnosis of one turn of {@code multi_turn_base_0}. */
final class TestingTurn {
  private final int turn;
  private final List<Evidence> evidence = new ArrayList<>();
  private Tag tag = Tag.PASS;
  private boolean reached = true;
  private @Nullable TurnFailure failure;
  private @Nullable FailureOrigin origin;
  private List<String> policyTools = List.of();
  private List<String> groundTruthTools = List.of();

  TestingTurn(int turn) {
    this.turn = turn;
  }

  TestingTurn tag(Tag found) {
    tag = found;
    return this;
  }

  TestingTurn unreached() {
    reached = false;
    return this;
  }

  TestingTurn fails(TurnFailure how, FailureOrigin where) {
    failure = how;
    origin = where;
    return this;
  }

  TestingTurn policyUses(String... tools) {
    policyTools = List.of(tools);
    return this;
  }

  TestingTurn groundTruthUses(String... tools) {
    groundTruthTools = List.of(tools);
    return this;
  }

  TestingTurn shows(EvidenceKind kind, @Nullable String tool) {
    return shows(kind, tool, null);
  }

  TestingTurn shows(EvidenceKind kind, @Nullable String tool, @Nullable String argument) {
    evidence.add(Evidence.newBuilder().setKind(kind).setTool(tool).setArgument(argument).build());
    return this;
  }

  TurnDiagnosis diagnosis() {
    return TurnDiagnosis.newBuilder()
        .setTaskId("multi_turn_base_0")
        .setCategory("multi_turn_base")
        .setTurn(turn)
        .setEndedAt(reached ? Instant.ofEpochSecond(1_700_000_000L + turn) : null)
        .setReached(reached)
        .setTag(tag)
        .setFailure(failure)
        .setOrigin(origin)
        .setEvidence(evidence)
        .setRootCause(failure != null)
        .setDeviating(failure != null)
        .setPolicyTools(policyTools)
        .setGroundTruthTools(groundTruthTools)
        .setCalls(0)
        .setErrors(0)
        .build();
  }

  TurnObservation observation() {
    return TurnObservations.of(diagnosis());
  }
}
