package org.sealflow.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
}
