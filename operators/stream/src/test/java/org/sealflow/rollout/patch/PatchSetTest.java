package org.sealflow.rollout.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.ToolDoc;
import org.sealflow.evolve.patch.ReferenceTasks;
import org.sealflow.evolve.patch.TestingTools;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.RecoveryHint;

class PatchSetTest {
  private static final ToolDoc OPEN_BOX = ReferenceTasks.tool(TestingTools.OPEN_BOX);
  private static final ArgumentCue LID =
      new ArgumentCue("lid", true, List.of("red", "green"), null, null);
  private static final EnvironmentPatch CUE =
      TestingPatches.cue("boxes", "open_box", "ARGUMENT_MISMATCH", LID);
  private static final EnvironmentPatch RECOVERY =
      TestingPatches.recovery(
          "boxes",
          "open_box",
          new RecoveryHint("MISSING_ARGUMENT", "{tool} needs {argument}."),
          new RecoveryHint("MALFORMED_CALL", "Write it well."));
  private static final EnvironmentPatch HINT =
      TestingPatches.hint("boxes", "MISSING_CALL", "Call it.", 0.4);

  private static PatchSet set(EnvironmentPatch... patches) {
    return PatchSet.of("boxes", List.of(patches));
  }

  @Test
  void theEmptySetAddsNothing() {
    PatchSet empty = set(TestingPatches.retired(CUE), TestingPatches.hint("bags", "X", "Y", 1));

    assertThat(empty.isEmpty()).isTrue();
    assertThat(empty.keys()).isEmpty();
    assertThat(empty.present(OPEN_BOX)).isSameAs(OPEN_BOX);
    assertThat(empty.guidelines()).isEmpty();
    assertThat(empty.hintAfter("open_box", "open_box()", "{\"error\": \"x not found\"}")).isEmpty();
    assertThat(empty.hintAfterParseError("broken", List.of("open_box"))).isEmpty();
  }

  @Test
  void cuesChangeDescriptionsOnACopyAndNothingElse() {
    String before = PyJson.dumps(OPEN_BOX.document());
    ToolDoc shown = set(CUE).present(OPEN_BOX);

    assertThat(shown).isNotSameAs(OPEN_BOX);
    assertThat(shown.parameters().get("lid").get("description"))
        .isEqualTo(
            "The lid. [Enum]: [\"red\", \"green\", \"blue\"] [required] Allowed values: red,"
                + " green");
    assertThat(PyJson.dumps(OPEN_BOX.document())).isEqualTo(before);
    PyDict undone = (PyDict) Py.deepCopy(shown.document());
    ToolDoc.of(undone)
        .parameters()
        .get("lid")
        .put("description", String.valueOf(OPEN_BOX.parameters().get("lid").get("description")));
    assertThat(PyJson.dumps(undone)).isEqualTo(before);
  }

  @Test
  void cuesOfArgumentsATaskDoesNotKnowAreLeftOut() {
    EnvironmentPatch other =
        TestingPatches.cue(
            "boxes", "open_box", "X", new ArgumentCue("key", true, List.of(), null, null));

    assertThat(set(other).present(OPEN_BOX)).isSameAs(OPEN_BOX);
    assertThat(set(CUE).present(ReferenceTasks.tool(TestingTools.CLOSE_BOX)).name())
        .isEqualTo("close_box");
  }

  @Test
  void patchesOfOneArgumentAreJoined() {
    EnvironmentPatch typed =
        TestingPatches.cue(
            "*",
            "open_box",
            "INVALID_CALL",
            new ArgumentCue("lid", true, List.of(), "string", "cm"));

    assertThat(set(typed, CUE).present(OPEN_BOX).parameters().get("lid").get("description"))
        .asString()
        .endsWith(" [required] [type: string] [in cm] Allowed values: red, green");
  }

  @Test
  void guidelinesAreAListAfterTheLineAboutCues() {
    assertThat(set(HINT).guidelines()).containsExactly("Guidelines:\n- Call it.");
    assertThat(set(HINT, CUE).guidelines()).hasSize(2).last().isEqualTo("Guidelines:\n- Call it.");
    assertThat(set(CUE).guidelines()).hasSize(1).first().asString().contains("[required]");
  }

  @Test
  void onlyTheThreeStrongestHintsAreShown() {
    PatchSet set =
        set(
            TestingPatches.hint("boxes", "A", "a", 0.1),
            TestingPatches.hint("boxes", "B", "b", 0.4),
            TestingPatches.hint("*", "C", "c", 0.2),
            TestingPatches.hint("boxes", "D", "d", 0.3));

    assertThat(set.guidelines()).containsExactly("Guidelines:\n- b\n- d\n- c");
    assertThat(set.keys()).hasSize(3).noneMatch(key -> key.contains("::A"));
  }

  @Test
  void whatCategoryAndAllSayAlikeIsSaidOnce() {
    EnvironmentPatch everywhere = TestingPatches.hint("*", "MISSING_CALL", "Call it.", 0.9);
    PatchSet both = set(everywhere, HINT);

    assertThat(both.guidelines()).containsExactly("Guidelines:\n- Call it.");
    assertThat(both.keys()).containsExactly(PatchRecords.key(everywhere), PatchRecords.key(HINT));
  }

  @Test
  void anErrorIsAnsweredByTheHintOfItsFamily() {
    String result =
        "Error during execution: BoxAPI.open_box() missing 1 required positional argument: 'lid'";

    assertThat(set(RECOVERY).hintAfter("open_box", "open_box()", result))
        .contains("open_box needs lid.");
    assertThat(set(RECOVERY).hintAfter("close_box", "close_box()", result)).isEmpty();
    assertThat(set(RECOVERY).hintAfter("open_box", "open_box()", "{\"error\": \"x not found\"}"))
        .isEmpty();
    assertThat(set(RECOVERY).hintAfter("open_box", "open_box()", "{\"open\": true}")).isEmpty();
  }

  @Test
  void aHintOfTheToolOutranksOneOfAnyAndTheCategorysOneOfAll() {
    RecoveryHint any = new RecoveryHint("NOT_FOUND", "any");
    RecoveryHint own = new RecoveryHint("NOT_FOUND", "own");
    RecoveryHint all = new RecoveryHint("NOT_FOUND", "all");
    EnvironmentPatch ofAny = TestingPatches.recovery("boxes", null, any);
    EnvironmentPatch ofTool = TestingPatches.recovery("boxes", "open_box", own);
    EnvironmentPatch ofAll = TestingPatches.recovery("*", "open_box", all);
    String result = "{\"error\": \"Box not found\"}";

    assertThat(set(ofAny).hintAfter("open_box", "open_box()", result)).contains("any");
    assertThat(set(ofAny, ofAll).hintAfter("open_box", "open_box()", result)).contains("all");
    assertThat(set(ofAny, ofAll, ofTool).hintAfter("open_box", "open_box()", result))
        .contains("own");
  }

  @Test
  void aMalformedAnswerIsAnswered() {
    assertThat(set(RECOVERY).hintAfterParseError("broken", List.of("open_box")))
        .contains("Write it well.\nTools: open_box");
  }

  @Test
  void theDigestIsOfWhatIsShownInWhateverOrder() {
    List<EnvironmentPatch> patches = new ArrayList<>(List.of(CUE, RECOVERY, HINT));
    PatchSet set = PatchSet.of("boxes", patches);
    Collections.shuffle(patches, new Random(1));
    Collections.reverse(patches);

    assertThat(PatchSet.of("boxes", patches).digest()).isEqualTo(set.digest()).hasSize(64);
    assertThat(PatchSet.of("boxes", patches).keys()).isEqualTo(set.keys()).isSorted();
    assertThat(set(CUE, RECOVERY).digest()).isNotEqualTo(set.digest());
    assertThat(set(CUE, RECOVERY, HINT, TestingPatches.hint("*", "MISSING_CALL", "Call it.", 1)))
        .extracting(PatchSet::digest)
        .isEqualTo(set.digest());
  }

  @Test
  void theSameContentForAnotherToolIsAnotherSet() {
    EnvironmentPatch other = TestingPatches.cue("boxes", "close_box", "ARGUMENT_MISMATCH", LID);

    assertThat(set(CUE).digest()).isNotEqualTo(set(other).digest());
  }
}
