package org.sealflow.learn.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.TestingModel;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.WeightsFormat;

/** The learner on a real model: the weights of a run are the same bits, killed or not. */
@Timeout(120)
class ModelLearnOperatorTest {
  private static final int BATCHES = 4;

  @TempDir Path folder;

  private static List<String> digests(List<PolicyUpdate> versions) {
    return versions.stream().map(PolicyUpdate::getWeightsDigest).toList();
  }

  private List<String> undisturbed(Path model) throws Exception {
    try (LearnHarness learner = LearnHarness.ofModel(folder.resolve("undisturbed"), model, null)) {
      for (long batch = 0; batch < BATCHES; batch++) {
        learner.batch(batch);
      }
      return digests(learner.awaitVersions(BATCHES + 1));
    }
  }

  @Test
  void adaptersArePublishedAsPeft() throws Exception {
    Path model = TestingModel.write(folder);
    try (LearnHarness learner = LearnHarness.ofModel(folder, model, null)) {
      PolicyUpdate first = learner.awaitVersions(1).get(0);

      assertThat(first.getFormat()).isEqualTo(WeightsFormat.PEFT_ADAPTER);
      Path published = Path.of(URI.create(first.getWeightsUri()));
      assertThat(published.resolve("adapter_config.json")).exists();
      assertThat(published.resolve("adapter_model.safetensors")).exists();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void killsLeaveNoTrace(long seed) throws Exception {
    Path model = TestingModel.write(folder);
    List<String> expected = undisturbed(model);
    Random random = new Random(seed);
    List<String> committed = new ArrayList<>();
    LearnHarness learner = LearnHarness.ofModel(folder, model, null);
    for (long batch = 0; batch < BATCHES; batch++) {
      learner.batch(batch);
      int awaited = random.nextInt(2) * (int) (batch + 1 - Math.max(0, committed.size() - 1));
      learner.awaitVersions(Math.min(awaited, BATCHES));
      var checkpoint = learner.snapshot(batch);
      committed.addAll(digests(learner.versions()));
      learner.close();
      learner = LearnHarness.ofModel(folder, model, checkpoint);
    }
    committed.addAll(digests(learner.awaitVersion(BATCHES)));
    learner.close();

    // A restored learner says its newest version again.
    assertThat(committed.stream().distinct()).containsExactlyElementsOf(expected);
    assertThat(expected).doesNotHaveDuplicates();
  }
}
