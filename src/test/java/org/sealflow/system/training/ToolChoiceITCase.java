package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LearningGame;
import org.sealflow.system.fixture.LearningRun;
import org.sealflow.system.fixture.RunningJob;
import org.sealflow.system.fixture.ToolChoice;
import org.sealflow.system.fixture.ToolChoiceModel;
import org.sealflow.system.fixture.TopicRecords;

/**
 * A policy that begins at chance learns to call the right one of four tools, the whole way round: a
 * real broker, both jobs, the benchmark's verdict as its reward. About one run in ten stays below
 * what is asked, so it runs in the profile {@code slow} only; {@code ToolChoiceTest} is its
 * deterministic counterpart.
 */
@Tag("slow")
final class ToolChoiceITCase {
  private static final int STEPS = 60;
  private static final Pattern COMMA = Pattern.compile(",");

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static LearningGame game;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    game = ToolChoice.learnable(directory, STEPS);
  }

  /** One seed, or those of the property, such as {@code 1,2,3,4,5}. */
  static LongStream seeds() {
    return COMMA
        .splitAsStream(System.getProperty("sealflow.tool.choice.seeds", "2"))
        .mapToLong(Long::parseLong);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theRightToolIsLearnedFromChance(long seed) throws Exception {
    assertThat(ToolChoiceModel.accuracy(game.model())).isBetween(0.2, 0.3);
    Connection topics = broker.topics("choice" + seed + ".");
    LearningRun run = new LearningRun(topics, game, seed, directory.resolve("run-" + seed));

    PolicyUpdate last;
    try (RunningJob learning = run.learning();
        RunningJob playing = run.playing();
        TopicRecords<PolicyUpdate> updates =
            TopicRecords.committed(topics, Topic.POLICY_UPDATES, PolicyUpdate.class)) {
      List<PolicyUpdate> versions =
          updates.await(
              "version " + STEPS,
              Await.LONGEST,
              seen -> seen.size() > STEPS || !RunningJob.areRunning(learning, playing));
      last = versions.get(versions.size() - 1);
      playing.stop();
      learning.stop();
    }

    assertThat(last.getVersion()).isEqualTo(STEPS);
    Path weights = Path.of(URI.create(String.valueOf(last.getWeightsUri())));
    assertThat(ToolChoiceModel.accuracy(weights)).isGreaterThanOrEqualTo(0.95);
  }
}
