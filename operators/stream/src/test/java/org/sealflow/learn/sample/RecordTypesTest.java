package org.sealflow.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.TestingSamples;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.Verdict;

class RecordTypesTest {
  @ParameterizedTest
  @ValueSource(classes = {TrainingEpisode.class, TrainingSequence.class, Segment.class})
  void recordsStayOffKryo(Class<?> record) {
    SerializerConfigImpl strict = new SerializerConfigImpl();
    strict.setGenericTypes(false);
    TypeInformation<?> type = TypeInformation.of(record);

    assertThat(type).isInstanceOf(PojoTypeInfo.class);
    assertThat(type.createSerializer(strict)).isNotNull();
  }

  @Test
  void branchFeedbackAndPlainFormAreKeptWithTheirEpisode() throws IOException {
    TrainingEpisode episode =
        new TrainingEpisode(
                "run",
                "episode",
                0,
                new SamplePlace(0, "group", 0, null, "ab".repeat(32), new Branch("source", 0, 1)),
                new SampleFindings("base", Verdict.PASSED, true, List.of(), 0, -1, List.of(), 0),
                new long[0],
                null)
            .withFeedback(List.of(new TurnFeedback(3, "wrong")))
            .withPlain(new PlainEpisode(TestingSamples.saying(3), List.of("cue")));
    TypeSerializer<TrainingEpisode> serializer =
        TypeInformation.of(TrainingEpisode.class).createSerializer(new SerializerConfigImpl());
    DataOutputSerializer out = new DataOutputSerializer(256);
    serializer.serialize(episode, out);
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());

    assertThat(serializer.deserialize(in)).usingRecursiveComparison().isEqualTo(episode);
  }
}
