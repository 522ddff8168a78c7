package org.sealflow.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sealflow.evolve.EvidenceCell.Observations;
import org.sealflow.evolve.patch.FailureLayers;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.TurnFailure;

/** The patches that the failures of a category call for. */
final class FailureCandidates {
  private FailureCandidates() {}

  /**
   * The patches that failures of a category call for, in order of their cells.
   *
   * @param leastCount failures seen less often in the window call for none
   */
  static List<PatchCandidate> of(String category, CategoryEvidence evidence, int leastCount) {
    List<PatchCandidate> candidates = new ArrayList<>();
    for (String cell : evidence.names(CapabilityKind.TOOL_FAILURE, leastCount)) {
      Optional<TurnFailure> failure = FailureLayers.named(Capabilities.right(cell));
      if (failure.isPresent()) {
        for (PatchScope scope : scopes(category, Capabilities.left(cell), failure.get())) {
          candidates.add(of(scope, evidence));
        }
      }
    }
    return candidates;
  }

  private static List<PatchScope> scopes(String category, String tool, TurnFailure failure) {
    List<PatchScope> scopes = new ArrayList<>();
    boolean anyTool = tool.equals(Capabilities.ALL);
    if (anyTool && FailureLayers.isHinted(failure)) {
      scopes.add(PatchScope.ofFailure(category, tool, PatchLayer.CAPABILITY_HINT, failure.name()));
    }
    for (PatchLayer layer : PatchLayer.values()) {
      if (!anyTool && FailureLayers.ofTool(failure).contains(layer)) {
        scopes.add(PatchScope.ofFailure(category, tool, layer, failure.name()));
      }
    }
    return scopes;
  }

  /** The evidence for one patch that answers a failure. */
  static PatchCandidate of(PatchScope scope, CategoryEvidence evidence) {
    return new PatchCandidate(
        scope,
        evidence.window(CapabilityKind.TOOL_FAILURE, scope.name()).count(),
        evidence.prevalence(scope.name()),
        helped(scope, evidence).rewardMean());
  }

  /** The window of the capability a patch is to help: its tool, or for hints the category. */
  static Observations helped(PatchScope scope, CategoryEvidence evidence) {
    return scope.concernsAll()
        ? evidence.windowOfCategory()
        : evidence.window(CapabilityKind.TOOL, scope.blamedTool());
  }
}
