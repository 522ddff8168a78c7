package org.sealflow.nano.demonstration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchUplift;
import org.sealflow.schemas.PatchVersion;
import org.sealflow.schemas.digest.Sha256;

/**
 * Draws the patches that a demonstration shows, so that the policy can read what is added later.
 */
final class DemonstratedPatches {
  private static final List<PatchLayer> LAYERS = List.of(PatchLayer.values());
  private static final int MOST_CUED_TOOLS = 3;
  private static final int MOST_GUIDELINES = 3;

  private final Task task;
  private final List<ToolDoc> tools;
  private final RandomGenerator random;
  private final List<EnvironmentPatch> patches = new ArrayList<>();

  private DemonstratedPatches(Task task, List<ToolDoc> tools, RandomGenerator random) {
    this.task = task;
    this.tools = tools;
    this.random = random;
  }

  /** No patches, or in their share one to three layers of them. */
  public static Presentation of(
      Task task, List<ToolDoc> tools, DemonstrationOptions options, RandomGenerator random) {
    if (random.nextDouble() >= options.patchedShare()) {
      return Presentation.plain();
    }
    DemonstratedPatches shown = new DemonstratedPatches(task, tools, random);
    PatchLayer certain = LAYERS.get(random.nextInt(LAYERS.size()));
    for (PatchLayer layer : LAYERS) {
      if (random.nextBoolean() || layer == certain) {
        shown.add(layer);
      }
    }
    return PatchSet.of(task.category(), shown.patches);
  }

  private void add(PatchLayer layer) {
    switch (layer) {
      case SCHEMA_CUE -> addCues();
      case RECOVERY_FEEDBACK -> addRecovery();
      case CAPABILITY_HINT -> addGuidelines();
    }
  }

  /** Half of the tools with cues are called, so that cues are no sign of what to call. */
  private void addCues() {
    Set<String> called = ShownTools.called(task);
    List<ToolDoc> needed = tools.stream().filter(tool -> called.contains(tool.name())).toList();
    Set<ToolDoc> cued = new LinkedHashSet<>();
    int count = random.nextInt(1, MOST_CUED_TOOLS + 1);
    for (int i = 0; i < count; i++) {
      List<ToolDoc> from = random.nextBoolean() && !needed.isEmpty() ? needed : tools;
      cued.add(from.get(random.nextInt(from.size())));
    }
    for (ToolDoc tool : cued) {
      List<ArgumentCue> cues = PatchTexts.cues(tool, random.nextBoolean());
      add(PatchLayer.SCHEMA_CUE, tool.name(), new PatchContent(cues, List.of(), null));
    }
  }

  private void addRecovery() {
    add(
        PatchLayer.RECOVERY_FEEDBACK,
        null,
        new PatchContent(List.of(), PatchTexts.recoveryHints(), null));
  }

  private void addGuidelines() {
    List<String> left = new ArrayList<>(PatchTexts.GUIDELINES);
    int count = random.nextInt(1, MOST_GUIDELINES + 1);
    for (int i = 0; i < count; i++) {
      String line = left.remove(random.nextInt(left.size()));
      add(PatchLayer.CAPABILITY_HINT, null, new PatchContent(List.of(), List.of(), line));
    }
  }

  private void add(PatchLayer layer, @Nullable String tool, PatchContent content) {
    String category = task.category();
    String name = Capabilities.name(tool == null ? Capabilities.ALL : tool, "#" + patches.size());
    patches.add(
        EnvironmentPatch.newBuilder()
            .setRunId("demonstration")
            .setCategory(category)
            .setTool(tool)
            .setLayer(layer)
            .setCapability(new Capability(CapabilityKind.TOOL_FAILURE, category, name))
            .setState(PatchState.ACTIVE)
            .setVersion(new PatchVersion(0, (long) patches.size()))
            .setContent(content)
            .setContentDigest(Sha256.hex(content.toString()))
            .setEvidence(new PatchEvidence(0L, 0.0, 0.0, 0L, 0L, List.of()))
            .setUplift(new PatchUplift(0L, 0L, 0L, 0L, null, null, null))
            .setReason("shown in a demonstration")
            .setPinned(false)
            .setActivatedAt(Instant.EPOCH)
            .setUpdatedAt(Instant.EPOCH)
            .build());
  }
}
