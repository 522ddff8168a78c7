package org.sealflow.evolve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.evolve.settings.EvidenceSource;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.PatchLayer;

/** Which patches the evidence of one key calls for at the moment. */
final class CandidateSelection {
  private final String category;
  private final EvolveSettings settings;
  private final CategoryEvidence evidence;

  CandidateSelection(String category, EvolveSettings settings, CategoryEvidence evidence) {
    this.category = category;
    this.settings = settings;
    this.evidence = evidence;
  }

  /**
   * The patches of the layers in use that pass the thresholds, the strongest first, equal ones in
   * order of their cells.
   */
  List<PatchCandidate> choose() {
    List<PatchCandidate> chosen = new ArrayList<>();
    int leastCount = settings.activation().minimumCount();
    for (PatchCandidate each : FailureCandidates.of(category, evidence, leastCount)) {
      if (isCalledFor(each)) {
        chosen.add(each);
      }
    }
    if (isByTag() && settings.layers().contains(PatchLayer.CAPABILITY_HINT)) {
      chosen.addAll(SealRule.choose(category, SealRule.tags(evidence), settings.activation()));
    }
    chosen.sort(Comparator.comparingDouble(PatchCandidate::score).reversed());
    return chosen;
  }

  /** SEAL's tags are chosen per category; for all of them there is no choice of its own. */
  private boolean isByTag() {
    return settings.evidence() == EvidenceSource.TAGS && !category.equals(Capabilities.ALL);
  }

  private boolean isCalledFor(PatchCandidate candidate) {
    PatchScope scope = candidate.scope();
    boolean replaced =
        settings.evidence() == EvidenceSource.TAGS && scope.layer() == PatchLayer.CAPABILITY_HINT;
    return settings.layers().contains(scope.layer())
        && !replaced
        && candidate.passes(settings.activation())
        && isAtHome(scope);
  }

  /** A patch shown in all categories has to answer a failure of all. */
  private boolean isAtHome(PatchScope scope) {
    EvolveSettings.Activation activation = settings.activation();
    return !category.equals(Capabilities.ALL)
        || evidence.isSpread(
            scope.name(), activation.minimumPrevalence(), activation.spreadShare());
  }

  /** The evidence for one patch, whether it is called for or not. */
  PatchCandidate of(PatchScope scope) {
    return scope.kind() == CapabilityKind.CATEGORY_TAG
        ? SealRule.of(scope, SealRule.tags(evidence))
        : FailureCandidates.of(scope, evidence);
  }
}
