package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.sealflow.schemas.Refusals.refuses;

import org.junit.jupiter.api.Test;

class EvolutionRecordsTest {
  @Test
  void aProfilesCountsAgree() {
    refuses(
        CapabilityProfile.class,
        "profile-tag",
        profile -> profile.getTotal().setSuccesses(11L),
        "total.successes is 11 of 10");
    refuses(
        CapabilityProfile.class,
        "profile-tag",
        profile -> profile.setVersion(11L),
        "version is 11 although version 12 is listed");
    refuses(
        CapabilityProfile.class,
        "profile-tag",
        profile -> profile.getPatchSets().get(0).setUpliftLow(null),
        "only one of uplift and upliftLow is set");
  }

  @Test
  void aPatchShowsWhatItsLayerShowsUnderItsOwnKey() {
    refuses(
        PatchRecord.class,
        "patch-cue",
        patch -> patch.getPatch().setLayer(PatchLayer.CAPABILITY_HINT),
        "argumentCues do not fit the layer CAPABILITY_HINT");
    refuses(
        PatchRecord.class,
        "patch-hint",
        patch -> patch.setPatchKey("a"),
        "patchKey is a, expected multi_turn_base/*/CAPABILITY_HINT/TOOL_FAILURE/"
            + "place_order::MISSING_CALL");
    refuses(
        PatchRecord.class,
        "patch-command",
        patch -> patch.setKind(PatchRecordKind.PATCH),
        "patch is missing, which the kind demands");
  }

  @Test
  void aCommandNeverReplacesThePatchItIsAbout() {
    PatchRecord patch = PatchRecords.patch(EvolutionSamples.hint());
    PatchRecord command = Samples.get(PatchRecord.class, "patch-command");

    assertThat(command.getPatchKey()).isEqualTo(patch.getPatchKey());
    String key = EvolutionSamples.hint().getRunId() + "/" + patch.getPatchKey();
    assertThat(PatchRecords.topicKey(patch)).isEqualTo(key);
    assertThat(PatchRecords.topicKey(EvolutionSamples.hint())).isEqualTo(key);
    assertThat(PatchRecords.topicKey(command)).isEqualTo("command/" + key);
  }

  @Test
  void aKeyOfTheTopicSaysWhatItIsOf() {
    PatchRecord patch = PatchRecords.patch(EvolutionSamples.hint());
    String runId = EvolutionSamples.hint().getRunId();
    String key = PatchRecords.topicKey(patch);

    assertThat(PatchRecords.parseTopicKey(key))
        .contains(new PatchRecords.TopicKey(PatchRecordKind.PATCH, runId, patch.getPatchKey()));
    assertThat(PatchRecords.parseTopicKey("command/" + key))
        .contains(new PatchRecords.TopicKey(PatchRecordKind.COMMAND, runId, patch.getPatchKey()));
    assertThat(PatchRecords.parseTopicKey("command/key")).isEmpty();
    assertThat(PatchRecords.parseTopicKey(runId + "/boxes")).isEmpty();
    assertThat(PatchRecords.parseTopicKey(key + "/other")).isEmpty();
  }

  @Test
  void aCategoryMayHoldSlashesInAKeyOfTheTopic() {
    EnvironmentPatch hint =
        EnvironmentPatch.newBuilder(EvolutionSamples.hint()).setCategory("acme/boxes").build();
    String key = PatchRecords.topicKey(hint);

    assertThat(PatchRecords.parseTopicKey(key))
        .contains(
            new PatchRecords.TopicKey(
                PatchRecordKind.PATCH, hint.getRunId(), PatchRecords.key(hint)));
    assertThat(PatchRecords.parseTopicKey("command/" + key))
        .contains(
            new PatchRecords.TopicKey(
                PatchRecordKind.COMMAND, hint.getRunId(), PatchRecords.key(hint)));
  }

  @Test
  void theSamePatchOfTwoRunsHasTwoKeysInTheTopic() {
    EnvironmentPatch other =
        EnvironmentPatch.newBuilder(EvolutionSamples.hint()).setRunId("another run").build();

    assertThat(PatchRecords.key(other)).isEqualTo(PatchRecords.key(EvolutionSamples.hint()));
    assertThat(PatchRecords.topicKey(other))
        .isNotEqualTo(PatchRecords.topicKey(EvolutionSamples.hint()));
  }

  @Test
  void theSameCapabilityOfTwoRunsHasTwoKeysInTheTopic() {
    CapabilityProfile one = Samples.get(CapabilityProfile.class, "profile-tag");
    CapabilityProfile other = CapabilityProfile.newBuilder(one).setRunId("another run").build();

    assertThat(Capabilities.topicKey(one))
        .isEqualTo(one.getRunId() + "/" + Capabilities.key(one.getCapability()));
    assertThat(Capabilities.topicKey(other)).isNotEqualTo(Capabilities.topicKey(one));
  }

  @Test
  void anOrderNamesItsRunAndOneOfBeforeIsReadWithoutIt() {
    PatchCommand nameless = new PatchCommand(PatchAction.PIN, null, Samples.TIME, null);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> PatchRecords.command("key", nameless))
        .withMessage("the order about key names no run");
    PatchRecord before = new PatchRecord("key", PatchRecordKind.COMMAND, null, nameless);
    assertThat(Records.check(before)).isEmpty();
    assertThat(PatchRecords.runId(before)).isNull();
    assertThat(PatchRecords.topicKey(before)).isEqualTo("command/key");
  }
}
