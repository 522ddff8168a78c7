package org.sealflow.learn.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.TestingPolicy;
import org.sealflow.learn.TestingSamples;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.TrainablePolicyFactory;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PolicyUpdate;

/** The learner in a running job. */
@Timeout(120)
class LearnJobTest {
  private static final int BATCHES = 5;

  /** Runs that have failed once; a job's tasks live in the test's JVM. */
  private static final Set<String> FAILED = ConcurrentHashMap.newKeySet();

  @TempDir Path directory;

  private List<PolicyUpdate> run(Path weights, TrainablePolicyFactory policies) throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(
            new Configuration()
                .set(PipelineOptions.GENERIC_TYPES, false)
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO));
    environment.setParallelism(1);
    environment.enableCheckpointing(50);
    List<TrainingEpisode> episodes = new ArrayList<>();
    List<BatchManifest> manifests = new ArrayList<>();
    for (long batch = 0; batch < BATCHES; batch++) {
      episodes.addAll(TestingSamples.episodes(batch));
      manifests.add(TestingSamples.manifest(batch));
    }
    var versions =
        environment
            .fromData(
                TypeInformation.of(TrainingEpisode.class), episodes.toArray(TrainingEpisode[]::new))
            .connect(
                environment.fromData(
                    new AvroTypeInfo<>(BatchManifest.class),
                    manifests.toArray(BatchManifest[]::new)))
            .transform(
                "learner",
                new AvroTypeInfo<>(PolicyUpdate.class),
                new LearnOperatorFactory(
                    TestingSamples.settings(weights.toUri().toString()), policies));
    List<PolicyUpdate> collected = new ArrayList<>();
    CloseableIterator<PolicyUpdate> results = versions.executeAndCollect();
    results.forEachRemaining(collected::add);
    results.close();
    return collected;
  }

  private static TrainablePolicy failingOnce(String run) {
    TestingPolicy.Hooks hooks = new TestingPolicy.Hooks();
    hooks.beforeSave =
        () -> {
          if (hooks.steps.get() == 12 && FAILED.add(run)) {
            throw new IllegalStateException("the disk is full");
          }
        };
    return new TestingPolicy(hooks);
  }

  @Test
  void aFailureInTheMiddleLeavesNoTrace() throws Exception {
    List<PolicyUpdate> undisturbed =
        run(directory.resolve("one"), settings -> new TestingPolicy(new TestingPolicy.Hooks()));
    String name = directory.toString();
    List<PolicyUpdate> disturbed = run(directory.resolve("two"), settings -> failingOnce(name));

    assertThat(undisturbed).hasSize(BATCHES + 1);
    assertThat(FAILED).contains(name);
    // If a checkpoint was complete, the restored learner says its newest version again.
    assertThat(disturbed.stream().distinct())
        .extracting(PolicyUpdate::getVersion, PolicyUpdate::getWeightsDigest)
        .containsExactlyElementsOf(
            undisturbed.stream()
                .map(update -> tuple(update.getVersion(), update.getWeightsDigest()))
                .toList());
  }
}
