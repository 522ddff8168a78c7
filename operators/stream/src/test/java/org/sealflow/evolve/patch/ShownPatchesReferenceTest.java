package org.sealflow.evolve.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.LeakGuard;
import org.sealflow.environment.ToolDoc;
import org.sealflow.evolve.UpliftCounts;
import org.sealflow.python.Reference;
import org.sealflow.python.call.error.ErrorResult;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchVersion;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TurnFailure;

/** All patches there can be, shown on the benchmark's tools and recorded errors. */
class ShownPatchesReferenceTest {
  private static List<TaskRecord> records;
  private static List<ToolDoc> tools;
  private static PatchSet everything;

  @BeforeAll
  static void makeAllPatches() {
    records = ReferenceTasks.records();
    tools = ReferenceTasks.tools(records);
    List<EnvironmentPatch> patches = new ArrayList<>();
    for (TurnFailure failure : TurnFailure.values()) {
      for (PatchLayer layer : FailureLayers.ofTool(failure)) {
        for (ToolDoc tool : tools) {
          add(PatchScope.ofFailure("boxes", tool.name(), layer, failure.name()), tool, patches);
        }
        add(PatchScope.ofFailure("boxes", "other", layer, failure.name()), null, patches);
      }
      if (FailureLayers.isHinted(failure)) {
        add(
            PatchScope.ofFailure("boxes", "*", PatchLayer.CAPABILITY_HINT, failure.name()),
            null,
            patches);
      }
    }
    everything = PatchSet.of("boxes", patches);
  }

  private static void add(PatchScope scope, ToolDoc tool, List<EnvironmentPatch> patches) {
    PatchContents.of(scope, tool)
        .ifPresent(
            content ->
                patches.add(
                    EnvironmentPatch.newBuilder()
                        .setRunId("run")
                        .setCategory(scope.category())
                        .setTool(scope.tool())
                        .setLayer(scope.layer())
                        .setCapability(scope.capability())
                        .setState(PatchState.ACTIVE)
                        .setVersion(new PatchVersion(0, 1L))
                        .setContent(content)
                        .setContentDigest(PatchContents.digest(content))
                        .setEvidence(new PatchEvidence(8L, 0.5, 0.0, 0L, 0L, List.of()))
                        .setUplift(UpliftCounts.NONE.toRecord())
                        .setReason("a test")
                        .setPinned(false)
                        .setActivatedAt(Instant.EPOCH)
                        .setUpdatedAt(Instant.EPOCH)
                        .build()));
  }

  @Test
  void everyToolIsShownWithBoundedDescriptionsThatGiveNothingAway() {
    LeakGuard guard = guard();
    int changed = 0;
    int listed = 0;
    for (ToolDoc tool : tools) {
      ToolDoc shown = everything.present(tool);
      changed += shown.document() == tool.document() ? 0 : 1;
      for (String parameter : tool.parameters().keySet()) {
        String before = String.valueOf(tool.parameters().get(parameter).get("description"));
        String after = String.valueOf(shown.parameters().get(parameter).get("description"));
        assertThat(after.length() - before.length()).as(after).isBetween(1, 420);
        assertThat(after).startsWith(before.stripTrailing());
        assertThat(guard.leakIn(List.of(after))).as(after).isEmpty();
        listed += after.contains(" Allowed values: ") ? 1 : 0;
      }
      assertThat(everything.present(tool).document().toString())
          .isEqualTo(shown.document().toString());
    }
    assertThat(changed).isGreaterThan(100);
    assertThat(listed).isEqualTo(12);
  }

  @Test
  void theSystemPromptGivesNothingAway() {
    assertThat(everything.guidelines()).hasSize(2);
    assertThat(guard().leakIn(everything.guidelines())).isEmpty();
    assertThat(everything.guidelines()).allMatch(text -> text.length() < 500);
  }

  @Test
  void everyRecordedErrorOfAToolIsAnsweredInAShortLine() {
    Set<String> tooLong = new LinkedHashSet<>();
    int[] answered = {0};
    for (JsonNode row : Reference.micro("call_fresh_instance")) {
      String call = row.get("call").asText();
      String result = row.get("r").asText();
      int bracket = call.indexOf('(');
      String tool = bracket < 0 ? call : call.substring(0, bracket);
      boolean known = tools.stream().anyMatch(each -> each.name().equals(tool));
      ErrorResult.of(call, result)
          .ifPresent(
              error -> {
                String hint = everything.hintAfter(tool, call, result).orElse("");
                if (known) {
                  assertThat(hint).as(result).isNotEmpty().doesNotContain("{tool}", "{argument}");
                  answered[0]++;
                }
                if (hint.length() > 400) {
                  tooLong.add(hint);
                }
              });
    }
    assertThat(answered[0]).isGreaterThan(250);
    assertThat(tooLong).isEmpty();
  }

  private static LeakGuard guard() {
    LeakGuard guard = new LeakGuard();
    for (TaskRecord record : records) {
      if (record.getTask() != null) {
        record.getTask().getTurns().forEach(turn -> guard.addGroundTruth(turn.getGroundTruth()));
      }
    }
    for (ToolDoc tool : tools) {
      guard.addDocumentation(tool.document().toString());
    }
    return guard;
  }
}
