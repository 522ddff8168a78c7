package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Tag;

/** The functions one after another on a real Flink, in parallel and without Kryo. */
class CapabilityFlowTest {
  private static final CapabilitySettings SETTINGS = CapabilitySettings.DEFAULT;
  private static final int EPISODES = 40;

  /** Episodes of two turns, in groups of two; every second one fails. */
  private static List<DiagnosedEpisode> episodes() {
    List<DiagnosedEpisode> episodes = new ArrayList<>();
    for (int i = 0; i < EPISODES; i++) {
      String episodeId = "episode " + i;
      TestingEpisode episode =
          i % 2 == 0
              ? TestingEpisode.passed(episodeId).tags(Tag.PASS, Tag.PASS)
              : TestingEpisode.failed(episodeId).tags(Tag.PASS, Tag.STATE_MISMATCH);
      episodes.add(episode.by(3).batch(0).group("group " + i / 2, 2).diagnosed());
    }
    return episodes;
  }

  private static SingleOutputStreamOperator<CapabilityProfile> profiles(
      StreamExecutionEnvironment environment) {
    BatchManifest manifest =
        new BatchManifest(
            "run",
            0L,
            Mode.TRAIN,
            0L,
            Instant.EPOCH,
            1,
            new ArrayList<>(List.of(BatchesTest.group("group 0", 2))),
            null,
            null,
            false);
    SingleOutputStreamOperator<EpisodeObservation> observed =
        environment
            .fromData(episodes(), TypeInformation.of(DiagnosedEpisode.class))
            .process(new ObserveFunction(SETTINGS), TypeInformation.of(EpisodeObservation.class));
    SingleOutputStreamOperator<RunKnowledge> known =
        observed
            .transform("tally", TypeInformation.of(RunTally.class), BundlingOperatorFactory.tally())
            .keyBy(RunTally::runId, Types.STRING)
            .connect(
                environment
                    .fromData(new AvroTypeInfo<>(BatchManifest.class), manifest)
                    .keyBy(BatchManifest::getRunId, Types.STRING))
            .process(new VersionFunction(SETTINGS), TypeInformation.of(RunKnowledge.class));
    return observed
        .connect(known.broadcast(StampFunction.KNOWN))
        .process(new StampFunction(SETTINGS), TypeInformation.of(EpisodeObservation.class))
        .transform(
            "split", TypeInformation.of(ObservationBundle.class), BundlingOperatorFactory.split())
        .keyBy(ObservationBundle::key, Types.STRING)
        .process(
            new ProfileFunction(SETTINGS, EnumSet.allOf(CapabilityKind.class)),
            new AvroTypeInfo<>(CapabilityProfile.class));
  }

  @Test
  void everyEpisodeCountsOnceAndTheLastStateIsPublished() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
    Map<String, CapabilityProfile> last = new TreeMap<>();
    for (CapabilityProfile profile :
        profiles(environment).getSideOutput(ProfileFunction.PUBLISHED).executeAndCollect(1000)) {
      last.put(Capabilities.key(profile.getCapability()), profile);
    }

    assertThat(count(last, "CATEGORY/*/*")).isEqualTo(EPISODES);
    assertThat(count(last, "TASK/multi_turn_base/multi_turn_base_0")).isEqualTo(EPISODES);
    assertThat(count(last, "TAG/*/pass")).isEqualTo(EPISODES * 3 / 2);
    assertThat(count(last, "CATEGORY_TAG/multi_turn_base/state_mismatch")).isEqualTo(EPISODES / 2);
    assertThat(last.get("CATEGORY/*/*").getTotal().getSuccesses()).isEqualTo(EPISODES / 2);
    assertThat(last.get("CATEGORY/*/*").getVersion()).isEqualTo(3);
    assertThat(last.get("TAG/*/pass").getTagWeight()).isEqualTo(1);
  }

  private static long count(Map<String, CapabilityProfile> profiles, String key) {
    return profiles.get(key).getTotal().getCount();
  }
}
