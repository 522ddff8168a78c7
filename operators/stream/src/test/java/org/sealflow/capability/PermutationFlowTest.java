package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.capability.TestingLabels.failed;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.schemas.BatchManifest;

/** Permuting on a real Flink, in parallel and without Kryo. */
class PermutationFlowTest {
  private static final PermutationSettings SETTINGS =
      new PermutationSettings(7, PermutationSettings.DEFAULT_DEADLINE);
  private static final TypeInformation<DiagnosedEpisode> EPISODE =
      TypeInformation.of(DiagnosedEpisode.class);
  private static final int EPISODES = 12;

  private static List<DiagnosedEpisode> batch(long number) {
    List<DiagnosedEpisode> episodes = new ArrayList<>();
    for (int i = 0; i < EPISODES; i++) {
      episodes.add(failed("batch %d, episode %02d".formatted(number, i), "g" + i / 2, number));
    }
    return episodes;
  }

  private static DataStream<DiagnosedEpisode> permuted(
      StreamExecutionEnvironment environment, List<DiagnosedEpisode> episodes) {
    BatchManifest[] manifests = {
      TestingLabels.plan(0, "g0", "g1", "g2", "g3", "g4", "g5"),
      TestingLabels.plan(1, "g0", "g1", "g2", "g3", "g4", "g5", "never played")
    };
    TypeInformation<BatchKey> key = TypeInformation.of(BatchKey.class);
    return environment
        .fromData(episodes, EPISODE)
        .keyBy(BatchKey::of, key)
        .connect(
            environment
                .fromData(new AvroTypeInfo<>(BatchManifest.class), manifests)
                .keyBy(BatchKey::of, key))
        .process(new PermuteFunction(SETTINGS), EPISODE);
  }

  @Test
  void everyBatchGoesOnPermuted() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
    List<DiagnosedEpisode> given = new ArrayList<>(batch(0));
    given.addAll(batch(1));

    List<DiagnosedEpisode> out = permuted(environment, given).executeAndCollect(given.size() + 1);

    assertThat(of(0, out)).isEqualTo(LabelDeal.of(batch(0), SETTINGS.seed(), 0));
    assertThat(of(1, out)).isEqualTo(LabelDeal.of(batch(1), SETTINGS.seed(), 1));
    assertThat(out).hasSameSizeAs(given);
  }

  private static List<DiagnosedEpisode> of(long batch, List<DiagnosedEpisode> episodes) {
    return episodes.stream().filter(episode -> episode.id().startsWith("batch " + batch)).toList();
  }
}
