package org.sealflow.jobs.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchUplift;
import org.sealflow.schemas.PatchVersion;
import org.sealflow.schemas.RecoveryHint;
import org.sealflow.statistics.Interval;

/** Patches of a made-up run. */
public final class TestingPatches {
  private static final String DIGEST = "ab".repeat(32);

  private final String runId;
  private final int versions;
  private final long batchMillis;
  private final List<EnvironmentPatch> lines = new ArrayList<>();
  private long counter;

  private TestingPatches(String runId, int versions, long batchMillis) {
    this.runId = runId;
    this.versions = versions;
    this.batchMillis = batchMillis;
  }

  /** Changes of patches over so many versions, in the order of their times. */
  public static List<EnvironmentPatch> lines(String runId, int versions, long batchMillis) {
    TestingPatches patches = new TestingPatches(runId, versions, batchMillis);
    patches.shown("multi_turn_base", "mkdir", PatchLayer.SCHEMA_CUE, 0.05, 0.5, 30);
    patches.shown("multi_turn_base", "book_flight", PatchLayer.SCHEMA_CUE, 0.02, 0.7, 12);
    patches.shown("multi_turn_miss_func", null, PatchLayer.CAPABILITY_HINT, 0.08, 2, 21);
    patches.shown("multi_turn_miss_param", null, PatchLayer.CAPABILITY_HINT, 0.1, 0.3, -6);
    patches.shown("multi_turn_miss_param", null, PatchLayer.CAPABILITY_HINT, 0.6, 2, 9);
    patches.shown(
        "*", "place_order_with_a_rather_long_name", PatchLayer.RECOVERY_FEEDBACK, 0.2, 2, 3);
    patches.shown("multi_turn_long_context", "grep", PatchLayer.SCHEMA_CUE, 0.95, 2, 0);
    patches.lines.sort(Comparator.comparing(EnvironmentPatch::getUpdatedAt));
    return patches.lines;
  }

  /** From and to are shares of the run; beyond 1 the patch stays. Points are its uplift. */
  private void shown(
      String category,
      @Nullable String tool,
      PatchLayer layer,
      double from,
      double to,
      int points) {
    Instant activated = at(from);
    PatchUplift none = new PatchUplift(0L, 0L, 0L, 0L, null, null, null);
    lines.add(patch(category, tool, layer, PatchState.ACTIVE, activated, activated, none));
    PatchUplift measured = points == 0 ? none : uplift(points);
    if (to <= 1) {
      lines.add(patch(category, tool, layer, PatchState.RETIRED, activated, at(to), measured));
    } else if (points != 0) {
      lines.add(patch(category, tool, layer, PatchState.ACTIVE, activated, at(0.99), measured));
    }
  }

  private Instant at(double share) {
    return TestingRun.START.plusMillis(Math.round(share * versions * batchMillis));
  }

  private static PatchUplift uplift(int points) {
    Interval interval = Interval.newcombe(200 + 4L * points, 400, 30, 60);
    return new PatchUplift(
        400L, 200 + 4L * points, 60L, 30L, points / 100.0, interval.low(), interval.high());
  }

  private EnvironmentPatch patch(
      String category,
      @Nullable String tool,
      PatchLayer layer,
      PatchState state,
      Instant activated,
      Instant updated,
      PatchUplift uplift) {
    String capability = tool == null ? "MISSING_CALL" : tool + "::" + failure(layer);
    return EnvironmentPatch.newBuilder()
        .setRunId(runId)
        .setCategory(category)
        .setTool(tool)
        .setLayer(layer)
        .setCapability(
            new Capability(
                tool == null ? CapabilityKind.CATEGORY : CapabilityKind.TOOL_FAILURE,
                category,
                capability))
        .setState(state)
        .setVersion(new PatchVersion(0, ++counter))
        .setContent(content(layer))
        .setContentDigest(DIGEST)
        .setEvidence(new PatchEvidence(9L, 0.25, 0.4, 3L, 7L, List.of()))
        .setUplift(uplift)
        .setReason(
            state == PatchState.ACTIVE ? "9 of 36 failing turns" : "mean reward reached 0.71")
        .setPinned(false)
        .setActivatedAt(activated)
        .setUpdatedAt(updated)
        .build();
  }

  private static String failure(PatchLayer layer) {
    return layer == PatchLayer.RECOVERY_FEEDBACK ? "RECOVERY_FAILURE" : "ARGUMENT_MISMATCH";
  }

  private static PatchContent content(PatchLayer layer) {
    return switch (layer) {
      case SCHEMA_CUE ->
          new PatchContent(
              List.of(new ArgumentCue("order_type", true, List.of("Buy", "Sell"), "string", null)),
              List.of(),
              null);
      case RECOVERY_FEEDBACK ->
          new PatchContent(
              List.of(), List.of(new RecoveryHint("NOT_FOUND", "List what there is first.")), null);
      case CAPABILITY_HINT ->
          new PatchContent(List.of(), List.of(), "Call every tool that the request asks for.");
    };
  }
}
