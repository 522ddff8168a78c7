package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.sealflow.evolve.EvidenceCell.Observations;
import org.sealflow.evolve.EvidenceCell.VersionEvidence;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.ingest.PatchChange;
import org.sealflow.schemas.PatchAction;
import org.sealflow.schemas.PatchCommand;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecordKind;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.TurnFailure;

/** Inputs and state stay off Kryo and survive their serializers. */
class EvolveRecordTypesTest {
  private static final PatchRecord ORDER =
      PatchRecords.command(
          "boxes/*/CAPABILITY_HINT/TOOL_FAILURE/*::MISSING_CALL",
          new PatchCommand(PatchAction.PIN, null, TestingProfiles.TIME, TestingProfiles.RUN));

  private static <T> void assertSurvives(Class<T> type, T value) throws IOException {
    TypeInformation<T> information = TypeInformation.of(type);
    assertThat(information).isInstanceOf(PojoTypeInfo.class);
    SerializerConfigImpl config = new SerializerConfigImpl();
    config.setGenericTypes(false);
    TypeSerializer<T> serializer = information.createSerializer(config);
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(serializer.copy(value), out);
    assertThat(serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
        .isEqualTo(value);
  }

  @Test
  void inputsSurvive() throws IOException {
    assertSurvives(
        EvolveInput.class,
        TestingProfiles.failure("boxes", "cd", TurnFailure.INVALID_CALL).at(0, 1, 0).input());
    assertSurvives(
        EvolveInput.class,
        new TestingObservation("e", "boxes").uses("cd").shown("a", "b").inputs().get(1));
    assertSurvives(EvolveInput.class, EvolveInput.of(PatchChange.of(ORDER)));
    assertSurvives(
        EvolveInput.class,
        EvolveInput.of(PatchChange.removal(PatchRecords.topicKey(ORDER)).orElseThrow()));
    assertSurvives(EvolveInput.class, EvolveInput.of(EvolveRelianceTest.step(3, 8, 20)).get(0));
  }

  @Test
  void stateSurvives() throws Exception {
    assertSurvives(EvolutionKey.class, new EvolutionKey("run", "boxes"));
    assertSurvives(EvolutionProgress.class, new EvolutionProgress(7, 1_700_000_000_000L));
    assertSurvives(
        EvidenceCell.class,
        new EvidenceCell(
            List.of(new VersionEvidence(3, new Observations(2, 0.5))), new Observations(9, 1.5)));
    assertSurvives(
        FailureSpread.class,
        new FailureSpread(
            List.of(new FailureSpread.VersionFailures(2, Map.of("*::MISSING_CALL", 4L)))));
    assertSurvives(PatchOrder.class, new PatchOrder(PatchAction.RETIRE, "a trial"));
    try (EvolveHarness harness = EvolveHarness.withTools(EvolveSettings.DEFAULT)) {
      harness.send(
          TestingProfiles.category("boxes").at(0, 20, 0),
          TestingProfiles.failure("boxes", "*", TurnFailure.MISSING_CALL).at(0, 20, 0));
      assertSurvives(
          HeldPatch.class,
          new HeldPatch(
              harness.topic().values().iterator().next(),
              new UpliftCounts(new ArmCounts(3, 2, 2, 5, 3, 2), ArmCounts.NONE),
              1,
              12,
              RelianceWindow.NONE.plus(3, new PatchReliance(2L, 40L, 1.5), 0)));
      assertSurvives(GroupTally.class, new GroupTally(3, 4, 2));
    }
  }

  @Test
  void theFunctionTravelsWithItsSettings() throws Exception {
    EvolveFunction function =
        new EvolveFunction(EvolveSettings.sealEquivalent(), EvolveHarness.LONGEST_SILENCE);

    assertThat(InstantiationUtil.clone(function)).isNotSameAs(function);
    assertThat(InstantiationUtil.clone(EvolveSettings.sealEquivalent()))
        .isEqualTo(EvolveSettings.sealEquivalent());
  }

  @Test
  void anOrderThatNamesNoPatchOfARunIsForNoRun() {
    PatchCommand nameless = new PatchCommand(PatchAction.PIN, null, TestingProfiles.TIME, null);
    PatchRecord before =
        new PatchRecord(ORDER.getPatchKey(), PatchRecordKind.COMMAND, null, nameless);
    PatchRecord unknown = new PatchRecord("a", PatchRecordKind.COMMAND, null, ORDER.getCommand());

    assertThat(EvolveInput.of(PatchChange.of(before)).key()).isEqualTo(EvolutionKey.NONE);
    assertThat(EvolveInput.of(PatchChange.of(unknown)).key()).isEqualTo(EvolutionKey.NONE);
  }

  @Test
  void aRunMayBeSilentForSomeTime() {
    assertThatThrownBy(() -> new EvolveFunction(EvolveSettings.DEFAULT, Duration.ZERO))
        .hasMessage("timeToLive is 0s, expected above 0");
  }

  @Test
  void anInputIsForTheKeyItBelongsTo() {
    EvolutionKey boxes = new EvolutionKey("another run", "boxes");
    assertThat(EvolveInput.of(PatchChange.of(ORDER)).key())
        .isEqualTo(new EvolutionKey(TestingProfiles.RUN, "boxes"));
    assertThat(TestingProfiles.category("boxes").run("another run").at(0, 1, 0).input().key())
        .isEqualTo(boxes);
    assertThat(new TestingObservation("e", "boxes").run("another run").inputs())
        .extracting(EvolveInput::key)
        .containsExactly(boxes, new EvolutionKey("another run", "*"));
    assertThatThrownBy(() -> new EvolveInput(boxes, null, null, null, null))
        .hasMessage("0 of profile, episodes, readBack and reliance are given, expected 1");
  }
}
