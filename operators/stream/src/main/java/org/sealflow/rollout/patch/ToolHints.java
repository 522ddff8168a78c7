package org.sealflow.rollout.patch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.RecoveryHint;

/**
 * The recovery hints in force, by tool. Of several for one family the first given counts; what is
 * said of a tool outranks what is said of any.
 */
final class ToolHints {
  private static final String ANY_TOOL = "";

  private final Map<String, List<RecoveryHint>> byTool = new HashMap<>();
  private final List<RecoveryHint> all = new ArrayList<>();

  /**
   * The hints of patches.
   *
   * @param patches of the layer RECOVERY_FEEDBACK, the ones that count first before others
   */
  ToolHints(List<EnvironmentPatch> patches) {
    for (EnvironmentPatch patch : patches) {
      String tool = patch.getTool() == null ? ANY_TOOL : patch.getTool();
      List<RecoveryHint> hints = patch.getContent().getRecoveryHints();
      byTool.computeIfAbsent(tool, name -> new ArrayList<>()).addAll(hints);
      all.addAll(hints);
    }
  }

  /** The hint after an error of a tool. */
  Optional<RecoveryHint> hint(String tool, String family) {
    return first(byTool.getOrDefault(tool, List.of()), family)
        .or(() -> first(byTool.getOrDefault(ANY_TOOL, List.of()), family));
  }

  /** The hint after an error of no tool. */
  Optional<RecoveryHint> hint(String family) {
    return first(all, family);
  }

  private static Optional<RecoveryHint> first(List<RecoveryHint> hints, String family) {
    return hints.stream().filter(hint -> hint.getErrorFamily().equals(family)).findFirst();
  }
}
