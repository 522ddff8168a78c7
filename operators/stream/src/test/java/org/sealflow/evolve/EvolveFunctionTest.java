package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.evolve.EvolveHarness.TICK;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sealflow.evolve.patch.PatchContents;
import org.sealflow.evolve.patch.TestingTools;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchUplift;
import org.sealflow.schemas.PatchVersion;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TurnFailure;

/** Patches come, stay and go as the evidence does. */
class EvolveFunctionTest {
  private static final String CUE =
      "boxes/open_box/SCHEMA_CUE/TOOL_FAILURE/open_box::ARGUMENT_MISMATCH";
  private static final String HINT = "boxes/*/CAPABILITY_HINT/TOOL_FAILURE/*::MISSING_CALL";

  /** Ten turns of thirty fail over the arguments of open_box, at a mean reward of 0.2. */
  private static TestingProfiles[] mismatches(long version) {
    return mismatches("boxes", version);
  }

  private static TestingProfiles[] mismatches(String category, long version) {
    return new TestingProfiles[] {
      TestingProfiles.failure(category, "*", TurnFailure.ARGUMENT_MISMATCH).at(version, 30, 0.2),
      TestingProfiles.tool(category, "open_box").at(version, 40, 0.25),
      TestingProfiles.failure(category, "open_box", TurnFailure.ARGUMENT_MISMATCH)
          .at(version, 10, 0.1)
    };
  }

  private static EvolveInput[] inputs(TestingProfiles... profiles) {
    return Stream.of(profiles).map(TestingProfiles::input).toArray(EvolveInput[]::new);
  }

  private static TestingProfiles[] missingCalls(long version) {
    return new TestingProfiles[] {
      TestingProfiles.category("boxes").at(version, 40, 0.25),
      TestingProfiles.failure("boxes", "*", TurnFailure.MISSING_CALL).at(version, 12, 0.1)
    };
  }

  @Test
  void aFailureActivatesItsPatchWithItsEvidence() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness
          .send(
              new TestingObservation("e1", "boxes")
                  .version(3)
                  .fails("open_box", TurnFailure.ARGUMENT_MISMATCH, FailureOrigin.OWN))
          .send(
              new TestingObservation("e2", "boxes")
                  .version(3)
                  .fails("open_box", TurnFailure.ARGUMENT_MISMATCH, FailureOrigin.CASCADED))
          .send(mismatches(3));

      List<EnvironmentPatch> patches = harness.newPatches();
      assertThat(patches).hasSize(1);
      EnvironmentPatch patch = patches.get(0);
      assertThat(harness.topic()).containsOnlyKeys(CUE);
      assertThat(patch.getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(patch.getVersion()).isEqualTo(new PatchVersion(0, 1L));
      assertThat(patch.getEvidence())
          .isEqualTo(new PatchEvidence(10L, 1.0 / 3, 0.25, 0L, 3L, List.of("e1")));
      assertThat(patch.getReason())
          .isEqualTo("10 turns, 33 % of the failing ones, at a mean reward of 0.25");
      assertThat(patch.getRunId()).isEqualTo(TestingProfiles.RUN);
      assertThat(patch.getUplift()).isEqualTo(new PatchUplift(0L, 0L, 0L, 0L, null, null, null));
      assertThat(patch.getActivatedAt().toEpochMilli())
          .isEqualTo(EvolveHarness.START + 3 * TICK.toMillis());
      assertThat(patch.getPinned()).isFalse();
      assertThat(patch.getContentDigest())
          .isEqualTo(PatchContents.digest(patch.getContent()))
          .hasSize(64);
    }
  }

  @Test
  void patchesAreChosenOnATickAndNotOnEachRecord() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.sendAtOnce(inputs(mismatches(0))).sendAtOnce(inputs(missingCalls(0)));
      assertThat(harness.records()).isEmpty();

      harness.pass(TICK);
      assertThat(harness.topic()).containsOnlyKeys(CUE, HINT);
    }
  }

  @Test
  void whatComesAfterAPauseIsEvaluatedAtOnce() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      EvolveInput[] inputs = inputs(mismatches(0));
      harness.sendAtOnce(inputs[0], inputs[1]).pass(TICK).pass(TICK);
      assertThat(harness.records()).isEmpty();

      harness.sendAtOnce(inputs[2]);
      assertThat(harness.topic()).containsOnlyKeys(CUE);
    }
  }

  @Test
  void theEndOfTheInputIsATick() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.sendAtOnce(inputs(mismatches(0))).end();

      assertThat(harness.topic()).containsOnlyKeys(CUE);
    }
  }

  @Test
  void whatTheEndOfTheInputWouldDoIsForgottenWhenATickHasDoneIt() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.sendAtOnce(inputs(mismatches(0)));
      assertThat(harness.timersOfTheEnd()).isEqualTo(1);

      harness.pass(TICK);
      assertThat(harness.timersOfTheEnd()).isZero();
    }
  }

  @Test
  void anActivePatchIsNotIssuedAgainByMoreOfTheSame() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(mismatches(0)).send(mismatches(0)).send(mismatches(1)).pass(TICK);

      assertThat(harness.records()).hasSize(1);
    }
  }

  @Test
  void aMasteredPatchIsRetiredOnTheTopicBeforeItIsForgotten() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(mismatches(0)).readBackAll();
      assertThat(harness.state()).containsEntry("patches", 1L);

      harness.send(TestingProfiles.tool("boxes", "open_box").at(0, 40, 0.25).at(1, 160, 0.9));

      EnvironmentPatch retired = harness.topic().get(CUE);
      assertThat(retired.getState()).isEqualTo(PatchState.RETIRED);
      assertThat(retired.getReason()).isEqualTo("mastered: the mean reward is 0.77");
      assertThat(retired.getEvidence().getRewardMean()).isEqualTo(0.77);
      assertThat(retired.getVersion()).isEqualTo(new PatchVersion(0, 2L));
      assertThat(harness.state()).doesNotContainKey("patches").containsEntry("awaited", 1L);

      harness.readBackAll();
      assertThat(harness.state()).isEmpty();
      assertThat(harness.newRecords()).isEmpty();
    }
  }

  @Test
  void aCategoryMayHoldSlashes() throws Exception {
    String cue = "acme/" + CUE;
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(mismatches("acme/boxes", 0)).readBackAll().pass(TICK);
      assertThat(harness.topic().get(cue).getState()).isEqualTo(PatchState.ACTIVE);

      harness.send(TestingProfiles.tool("acme/boxes", "open_box").at(0, 40, 0.25).at(1, 160, 0.9));
      assertThat(harness.topic().get(cue).getState()).isEqualTo(PatchState.RETIRED);

      harness.readBackAll();
      assertThat(harness.state()).isEmpty();
      assertThat(harness.failures()).isEmpty();
    }
  }

  @Test
  void oneLuckyEpisodeMastersNothing() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness
          .send(mismatches(0))
          .send(TestingProfiles.tool("boxes", "open_box").at(0, 40, 0.25).at(9, 1, 1));

      assertThat(harness.topic().get(CUE).getState()).isEqualTo(PatchState.ACTIVE);
    }
  }

  @Test
  void aFadedPatchIsRetiredAfterTwoVersions() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(mismatches(0));
      harness.send(TestingProfiles.failure("boxes", "*", TurnFailure.WRONG_EFFECT).at(0, 300, 0.2));
      harness.send(TestingProfiles.category("boxes").at(1, 1, 0.9));
      assertThat(harness.topic().get(CUE).getState()).isEqualTo(PatchState.ACTIVE);

      harness.send(TestingProfiles.category("boxes").at(2, 1, 0.9));
      assertThat(harness.topic().get(CUE).getState()).isEqualTo(PatchState.RETIRED);
      assertThat(harness.topic().get(CUE).getReason()).startsWith("faded: below 5 %");
    }
  }

  @Test
  void twoPatchesOfOneScopeCoexist() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(
          TestingProfiles.failure("boxes", "*", TurnFailure.INVALID_CALL).at(0, 20, 0),
          TestingProfiles.tool("boxes", "open_box").at(0, 20, 0),
          TestingProfiles.failure("boxes", "open_box", TurnFailure.INVALID_CALL).at(0, 20, 0));

      assertThat(harness.topic())
          .containsOnlyKeys(
              "boxes/open_box/SCHEMA_CUE/TOOL_FAILURE/open_box::INVALID_CALL",
              "boxes/open_box/RECOVERY_FEEDBACK/TOOL_FAILURE/open_box::INVALID_CALL");

      harness.send(mismatches(0));
      assertThat(harness.topic()).hasSize(3).containsKey(CUE);
      assertThat(harness.topic().values())
          .extracting(EnvironmentPatch::getState)
          .containsOnly(PatchState.ACTIVE);
    }
  }

  private static List<String> activeHints(EvolveHarness harness) {
    return harness.topic().values().stream()
        .filter(patch -> patch.getState() == PatchState.ACTIVE)
        .map(patch -> patch.getCapability().getName())
        .toList();
  }

  @Test
  void aFourthHintWaitsUntilOneOfThreeIsRetired() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(
          TestingProfiles.category("boxes").at(0, 20, 0),
          TestingProfiles.failure("boxes", "*", TurnFailure.MISSING_CALL).at(0, 20, 0),
          TestingProfiles.failure("boxes", "*", TurnFailure.WRONG_EFFECT).at(0, 20, 0),
          TestingProfiles.failure("boxes", "*", TurnFailure.WRONG_RESPONSE).at(0, 20, 0));
      harness.send(TestingProfiles.failure("boxes", "*", TurnFailure.SPURIOUS_CALL).at(0, 90, 0));
      assertThat(activeHints(harness))
          .containsExactly("*::MISSING_CALL", "*::WRONG_EFFECT", "*::WRONG_RESPONSE");

      harness.send(
          TestingProfiles.failure("boxes", "*", TurnFailure.MISSING_CALL).at(0, 2, 0),
          TestingProfiles.category("boxes").at(0, 20, 0).at(1, 1, 0),
          TestingProfiles.category("boxes").at(0, 20, 0).at(1, 1, 0).at(2, 1, 0));
      assertThat(activeHints(harness))
          .containsExactly("*::WRONG_EFFECT", "*::WRONG_RESPONSE", "*::SPURIOUS_CALL");
    }
  }

  @Test
  void toolsWithCuesAreLimited() throws Exception {
    EvolveSettings settings =
        EvolveSettings.DEFAULT.with(new EvolveSettings.Activation(8, 0.1, 0.6, 3, 1, 0.5));
    try (EvolveHarness harness = EvolveHarness.withTools(settings)) {
      harness.send(mismatches(0));
      harness.send(
          TestingProfiles.failure("boxes", "close_box", TurnFailure.ARGUMENT_MISMATCH).at(0, 30, 0),
          TestingProfiles.failure("boxes", "*", TurnFailure.INVALID_CALL).at(0, 20, 0.2),
          TestingProfiles.failure("boxes", "open_box", TurnFailure.INVALID_CALL).at(0, 20, 0.2));

      assertThat(harness.topic())
          .containsOnlyKeys(
              CUE,
              "boxes/open_box/SCHEMA_CUE/TOOL_FAILURE/open_box::INVALID_CALL",
              "boxes/open_box/RECOVERY_FEEDBACK/TOOL_FAILURE/open_box::INVALID_CALL");
    }
  }

  @Test
  void contentWaitsForTheToolDocumentation() throws Exception {
    try (EvolveHarness harness = EvolveHarness.open(EvolveSettings.DEFAULT)) {
      harness.send(mismatches(0)).pass(TICK);
      assertThat(harness.records()).isEmpty();

      harness.broadcast(TestingTools.documentation()).pass(TICK);
      assertThat(harness.topic()).containsOnlyKeys(CUE);
    }
  }

  @Test
  void aPatchThatWouldShowGroundTruthIsRefused() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness
          .broadcast(TestingTools.task("boxes_1", "open_box(lid='red', note='every part')"))
          .send(missingCalls(0))
          .send(mismatches(0))
          .pass(TICK);

      assertThat(harness.topic()).containsOnlyKeys(CUE);
    }
  }

  @Test
  void aPatchIsRetiredWhenATaskComesWhoseGroundTruthItShows() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(missingCalls(0));
      assertThat(harness.topic().get(HINT).getState()).isEqualTo(PatchState.ACTIVE);

      harness
          .broadcast(TestingTools.task("boxes_1", "open_box(note='every part')"))
          .pass(TICK)
          .send(missingCalls(0));
      assertThat(harness.topic().get(HINT).getState()).isEqualTo(PatchState.RETIRED);
      assertThat(harness.records()).hasSize(2);
    }
  }

  @Test
  void theGroundTruthOfARemovedTaskIsNoSecretAnyMore() throws Exception {
    TaskRecord task = TestingTools.task("boxes_1", "open_box(lid='red', note='every part')");
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.broadcast(task).send(missingCalls(0)).pass(TICK);
      assertThat(harness.topic()).isEmpty();

      harness.remove(task).send(missingCalls(0)).pass(TICK);
      assertThat(harness.topic()).containsOnlyKeys(HINT);
    }
  }

  @Test
  void removedToolDocumentationDocumentsNothing() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.remove(TestingTools.documentation()).send(mismatches(0)).pass(TICK);
      assertThat(harness.records()).isEmpty();
    }
  }

  @Test
  void theUpliftIsIssuedWithEveryNewVersion() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(mismatches(0));
      harness.newRecords();
      harness
          .send(new TestingObservation("a", "boxes").uses("open_box").shown(CUE).success(true))
          .send(new TestingObservation("b", "boxes").uses("open_box").success(false))
          .send(new TestingObservation("c", "boxes").uses("open_box").shown("other").success(true))
          .send(new TestingObservation("d", "boxes").uses("close_box").success(true))
          .send(new TestingObservation("e", "boxes").misses("open_box").success(true))
          .send(new TestingObservation("f", "boxes").uses("open_box").success(true).uncounted());
      assertThat(harness.newRecords()).isEmpty();

      harness.send(TestingProfiles.category("boxes").at(1, 1, 0));
      List<EnvironmentPatch> patches = harness.newPatches();
      assertThat(patches).hasSize(1);
      PatchUplift uplift = patches.get(0).getUplift();
      assertThat(uplift.getPatchedCount()).isEqualTo(1);
      assertThat(uplift.getPatchedSuccesses()).isEqualTo(1);
      assertThat(uplift.getHoldoutCount()).isEqualTo(1);
      assertThat(uplift.getHoldoutSuccesses()).isZero();
      assertThat(uplift.getUplift()).isEqualTo(1.0);
      assertThat(uplift.getUpliftLow()).isLessThan(0);

      harness.send(TestingProfiles.category("boxes").at(2, 1, 0));
      assertThat(harness.newRecords()).isEmpty();
    }
  }

  @Test
  void aHintIsHeldAgainstAllEpisodesOfItsCategory() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness
          .send(missingCalls(0))
          .send(new TestingObservation("a", "boxes").uses("close_box").shown(HINT).success(true))
          .send(new TestingObservation("b", "boxes").success(true))
          .send(new TestingObservation("c", "crates").success(true))
          .send(TestingProfiles.category("boxes").at(1, 1, 0));

      PatchUplift uplift = harness.topic().get(HINT).getUplift();
      assertThat(uplift.getPatchedCount()).isEqualTo(1);
      assertThat(uplift.getHoldoutCount()).isEqualTo(1);
    }
  }

  private static final TestingProfiles[] MISSING_EVERYWHERE = {
    TestingProfiles.category("*").at(0, 40, 0.1),
    TestingProfiles.failure("*", "*", TurnFailure.MISSING_CALL).at(0, 20, 0.1)
  };

  private static TestingObservation missing(String episodeId, String category) {
    return new TestingObservation(episodeId, category)
        .fails("open_box", TurnFailure.MISSING_CALL, FailureOrigin.OWN);
  }

  @Test
  void onlyWhatIsSpreadIsSaidToAllCategories() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness
          .send(new TestingObservation("a", "crates").uses("open_box"))
          .send(new TestingObservation("b", "bags").uses("open_box"))
          .send(missing("c", "boxes"))
          .send(MISSING_EVERYWHERE);
      assertThat(harness.records()).isEmpty();

      harness.send(missing("d", "bags"));
      assertThat(harness.topic())
          .containsOnlyKeys("*/*/CAPABILITY_HINT/TOOL_FAILURE/*::MISSING_CALL");
      assertThat(harness.topic().values())
          .extracting(EnvironmentPatch::getCategory)
          .containsExactly("*");
    }
  }

  @Test
  void aFailureOfTheOnlyCategorySeenIsNoFailureOfAll() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(missing("a", "boxes")).send(MISSING_EVERYWHERE);

      assertThat(harness.records()).isEmpty();
    }
  }

  @Test
  void callsOfUnknownToolsGetRecoveryOfNoTool() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(
          TestingProfiles.failure("boxes", "*", TurnFailure.INVALID_CALL).at(0, 20, 0),
          TestingProfiles.failure("boxes", "other", TurnFailure.INVALID_CALL).at(0, 20, 0));

      String key = "boxes/*/RECOVERY_FEEDBACK/TOOL_FAILURE/other::INVALID_CALL";
      assertThat(harness.topic()).containsOnlyKeys(key);
      assertThat(harness.topic().get(key).getTool()).isNull();
    }
  }

  @Test
  void hintsByTagFollowTheChoiceOfTheMoment() throws Exception {
    try (EvolveHarness harness = EvolveHarness.open(EvolveSettings.sealEquivalent())) {
      harness.send(
          TestingProfiles.tag("boxes", "pass").at(0, 100, 0.5),
          TestingProfiles.tag("boxes", "state_mismatch").at(0, 10, 0.5));
      String key = "boxes/*/CAPABILITY_HINT/CATEGORY_TAG/state_mismatch";
      EnvironmentPatch patch = harness.topic().get(key);
      assertThat(patch.getState()).isEqualTo(PatchState.ACTIVE);
      assertThat(patch.getCapability().getKind()).isEqualTo(CapabilityKind.CATEGORY_TAG);
      assertThat(patch.getLayer()).isEqualTo(PatchLayer.CAPABILITY_HINT);
      assertThat(patch.getEvidence().getPrevalence()).isEqualTo(1.0);

      harness.send(TestingProfiles.tag("boxes", "state_mismatch").at(0, 11, 0.6));
      assertThat(harness.topic().get(key).getState()).isEqualTo(PatchState.RETIRED);
      assertThat(harness.topic()).hasSize(1);
    }
  }

  @Test
  void timersEndWithTheLastPatch() throws Exception {
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(mismatches(0)).pass(TICK).pass(TICK);
      assertThat(harness.timers()).isEqualTo(2);

      harness.send(TestingProfiles.tool("boxes", "open_box").at(0, 40, 0.9)).pass(TICK).pass(TICK);
      assertThat(harness.timers()).isEqualTo(1);
      assertThat(harness.state()).isEqualTo(Map.of("awaited", 1L));
    }
  }
}
