package org.sealflow.evolve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.evolve.EvidenceCell.Observations;
import org.sealflow.evolve.patch.Guidelines;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.schemas.CapabilityKind;

/** SEAL's choice of guidelines from its cells of tags (environment-protocol.md 7.3). */
final class SealRule {
  private static final Set<String> EXCLUDED =
      Set.of("checker_error", "gt_error", "pass", "correct_abstention", "unknown");

  private SealRule() {}

  /**
   * The chosen tags, the strongest first. With the counts of all tags that are failures as the
   * whole, a tag is a candidate from its least count and share on where its own mean reward is
   * below the threshold; candidates are ordered by share × (1 − mean reward), equal ones as given.
   *
   * @param tags observations by tag as SEAL spells it
   * @param activation the thresholds, and how many to choose
   */
  static List<PatchCandidate> choose(
      String category, Map<String, Observations> tags, EvolveSettings.Activation activation) {
    List<PatchCandidate> candidates = new ArrayList<>();
    for (String tag : tags.keySet()) {
      PatchCandidate candidate = of(PatchScope.ofTag(category, tag), tags);
      if (Guidelines.ofTag(tag).isPresent() && candidate.passes(activation)) {
        candidates.add(candidate);
      }
    }
    candidates.sort(Comparator.comparingDouble(PatchCandidate::score).reversed());
    int chosen = Math.min(activation.maximumHints(), candidates.size());
    return List.copyOf(candidates.subList(0, chosen));
  }

  /** The evidence for the hint of one tag. */
  static PatchCandidate of(PatchScope scope, Map<String, Observations> tags) {
    Observations observed = tags.getOrDefault(scope.name(), Observations.NONE);
    long total = 0;
    for (Map.Entry<String, Observations> tag : tags.entrySet()) {
      total += EXCLUDED.contains(tag.getKey()) ? 0 : tag.getValue().count();
    }
    double prevalence = total == 0 ? 0 : Math.min(1, (double) observed.count() / total);
    return new PatchCandidate(scope, observed.count(), prevalence, observed.rewardMean());
  }

  /** The observations of a category's tags: in the window, or of all time if that is empty. */
  static Map<String, Observations> tags(CategoryEvidence evidence) {
    Map<String, Observations> window = new LinkedHashMap<>();
    Map<String, Observations> total = new LinkedHashMap<>();
    for (String tag : evidence.names(CapabilityKind.CATEGORY_TAG, 0)) {
      window.put(tag, evidence.window(CapabilityKind.CATEGORY_TAG, tag));
      total.put(tag, evidence.total(CapabilityKind.CATEGORY_TAG, tag));
    }
    boolean seen = window.values().stream().anyMatch(observed -> observed.count() > 0);
    return seen ? window : total;
  }
}
