package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeType;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.diagnose.TagCell;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.Tag;

/** Every record that crosses operators, or is kept in state, stays off Kryo and survives it. */
class RecordTypesTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        TurnObservation.class,
        EpisodeObservation.class,
        ObservationBundle.class,
        ProfileCounts.class,
        TagProgress.class,
        PatternCounts.class,
        BatchProgress.class,
        SettledBatches.class,
        RunTally.class,
        RunKnowledge.class
      })
  void noRecordHoldsAGenericType(Class<?> record) {
    List<TypeInformation<?>> parts = parts(TypeInformation.of(record));

    assertThat(parts.get(0)).isInstanceOf(PojoTypeInfo.class);
    assertThat(parts).noneMatch(GenericTypeInfo.class::isInstance);
  }

  @Test
  void profilesArePublishedAsAvro() {
    assertThat(ProfileFunction.PUBLISHED.getTypeInfo()).isInstanceOf(AvroTypeInfo.class);
  }

  @Test
  void observationsSurvive() throws IOException {
    EpisodeObservation episode =
        TestingEpisode.failed("e")
            .batch(1)
            .by(2)
            .shown(TestingEpisode.DIGEST)
            .tags(Tag.PASS, Tag.GT_ERROR)
            .turn(new TestingTurn(2).policyUses("cd", "ls"))
            .stamped(2);

    assertSurvives(EpisodeObservation.class, episode);
    assertSurvives(EpisodeObservation.class, TestingEpisode.broken("e").observation());
    for (CapabilityObservation each : CapabilityObservations.of(episode)) {
      assertSurvives(ObservationBundle.class, ObservationBundle.of(each));
    }
  }

  @Test
  void countsSurvive() throws IOException {
    ProfileCounts task =
        ProfileCounts.begin(TestingEpisode.failed("e").ofTask(0))
            .observe(
                TestingEpisode.failed("e").shown("aa").group("g", 2).ofTask(3, "cd::INVALID_CALL"),
                CapabilitySettings.DEFAULT);
    ProfileCounts tag =
        new ProfileCounts(
            "run",
            CapabilityKind.TAG,
            "*",
            "pass",
            TagCell.EMPTY,
            List.of(),
            List.of(),
            null,
            1.5,
            -1,
            -1);

    assertSurvives(ProfileCounts.class, task);
    assertSurvives(ProfileCounts.class, tag);
    assertSurvives(
        TagProgress.class,
        TagProgress.BEGIN
            .observe(Map.of("pass", TagCell.EMPTY.observe(0.5, false)))
            .step(WeightSettings.SEAL));
    assertSurvives(PatternCounts.class, PatternCounts.NONE.plus(Map.of("a", 2L, "b", 1L)));
    assertSurvives(BatchProgress.class, new BatchProgress(Map.of("a", 2), Map.of("b", 1)));
    assertSurvives(SettledBatches.class, new SettledBatches(3, 1, List.of(4L, 5L)));
  }

  @Test
  void whatRunsKnowSurvives() throws IOException {
    assertSurvives(
        RunTally.class,
        new RunTally(
            "run", -1, 2, Map.of("pass", TagCell.EMPTY), Map.of("a", 2L), Map.of("group", 1)));
    assertSurvives(
        RunKnowledge.class, new RunKnowledge("run", 3, Map.of("pass", 1.5), true, List.of("a"), 9));
  }

  private static <T> void assertSurvives(Class<T> type, T value) throws IOException {
    SerializerConfigImpl config = new SerializerConfigImpl();
    config.setGenericTypes(false);
    TypeSerializer<T> serializer = TypeInformation.of(type).createSerializer(config);
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(serializer.copy(value), out);
    assertThat(serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
        .isEqualTo(value);
  }

  /** The type itself and everything inside it. */
  private static List<TypeInformation<?>> parts(TypeInformation<?> type) {
    List<TypeInformation<?>> parts = new ArrayList<>();
    Deque<TypeInformation<?>> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      TypeInformation<?> part = open.remove();
      parts.add(part);
      if (part instanceof ListTypeInfo<?> list) {
        open.add(list.getElementTypeInfo());
      } else if (part instanceof MapTypeInfo<?, ?> map) {
        open.addAll(List.of(map.getKeyTypeInfo(), map.getValueTypeInfo()));
      } else if (part instanceof CompositeType<?> composite) {
        for (int i = 0; i < composite.getArity(); i++) {
          open.add(composite.getTypeAt(i));
        }
      }
    }
    return parts;
  }
}
