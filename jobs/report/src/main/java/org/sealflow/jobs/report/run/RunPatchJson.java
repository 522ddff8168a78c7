package org.sealflow.jobs.report.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.PatchUplift;
import org.sealflow.schemas.RecoveryHint;

/** Patches over a run, as {@link RunJson} has them. */
final class RunPatchJson {
  private RunPatchJson() {}

  static ArrayNode node(List<RunPatch> patches) {
    ArrayNode nodes = RunJson.NODES.arrayNode();
    patches.forEach(patch -> nodes.add(node(patch)));
    return nodes;
  }

  private static ObjectNode node(RunPatch patch) {
    EnvironmentPatch newest = patch.newest();
    ObjectNode node = RunJson.NODES.objectNode();
    node.put("key", patch.key());
    node.put("category", newest.getCategory());
    node.put("tool", newest.getTool());
    node.put("layer", newest.getLayer().name());
    node.put("capability", newest.getCapability().getName());
    node.put("state", newest.getState().name());
    node.put("pinned", newest.getPinned());
    node.put("reason", newest.getReason());
    ArrayNode spans = node.putArray("spans");
    for (RunPatch.Span span : patch.spans()) {
      spans.addObject().put("from", span.from()).put("to", span.to());
    }
    node.set("uplift", uplift(patch.measured()));
    node.set("reliance", reliance(newest.getReliance()));
    node.set("evidence", evidence(newest.getEvidence()));
    ArrayNode content = node.putArray("content");
    content(newest.getContent()).forEach(content::add);
    return node;
  }

  private static ObjectNode uplift(PatchUplift uplift) {
    return RunJson.NODES
        .objectNode()
        .put("patchedCount", uplift.getPatchedCount())
        .put("patchedSuccesses", uplift.getPatchedSuccesses())
        .put("holdoutCount", uplift.getHoldoutCount())
        .put("holdoutSuccesses", uplift.getHoldoutSuccesses())
        .put("difference", uplift.getUplift())
        .put("low", uplift.getUpliftLow())
        .put("high", uplift.getUpliftHigh());
  }

  /** Null if it was not measured. */
  private static @Nullable ObjectNode reliance(@Nullable PatchReliance sums) {
    if (sums == null || sums.getEpisodes() == 0) {
      return null;
    }
    ObjectNode node = RunJson.NODES.objectNode().put("episodes", sums.getEpisodes());
    RunJson.put(node, "nats", sums.getLogRatio() / sums.getEpisodes());
    return node;
  }

  private static ObjectNode evidence(PatchEvidence evidence) {
    ObjectNode node = RunJson.NODES.objectNode();
    node.put("count", evidence.getCount());
    RunJson.put(node, "prevalence", evidence.getPrevalence());
    RunJson.put(node, "rewardMean", evidence.getRewardMean());
    node.put("fromVersion", evidence.getFromVersion());
    node.put("toVersion", evidence.getToVersion());
    return node;
  }

  /** The text of the patch, one string per line. */
  private static List<String> content(PatchContent content) {
    List<String> lines = new ArrayList<>();
    content.getArgumentCues().forEach(cue -> lines.add(cue(cue)));
    for (RecoveryHint hint : content.getRecoveryHints()) {
      lines.add("after " + hint.getErrorFamily() + ": " + hint.getText());
    }
    if (content.getGuideline() != null) {
      lines.add(content.getGuideline());
    }
    return lines;
  }

  private static String cue(ArgumentCue cue) {
    List<String> facts = new ArrayList<>();
    if (cue.getRequired()) {
      facts.add("required");
    }
    if (cue.getValueType() != null) {
      facts.add("type " + cue.getValueType());
    }
    if (cue.getUnit() != null) {
      facts.add("unit " + cue.getUnit());
    }
    if (!cue.getAllowedValues().isEmpty()) {
      facts.add("one of " + String.join(", ", cue.getAllowedValues()));
    }
    return cue.getArgument() + ": " + String.join(", ", facts);
  }
}
