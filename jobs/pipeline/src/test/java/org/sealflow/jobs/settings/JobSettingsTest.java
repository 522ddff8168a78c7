package org.sealflow.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.capability.PermutationSettings;
import org.sealflow.chat.JudgeSettings;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.otlp.OtlpSettings;

class JobSettingsTest {
  private static final String LEARNER = "--learn true --run r --model m --weights file:///w";

  @Test
  void whatIsNotGivenIsAsByDefault() {
    assertThat(JobSettings.parse(new String[] {"--bootstrap-servers", "kafka:9092"}))
        .isEqualTo(JobSettings.of("kafka:9092"));
  }

  @Test
  void everySettingCanBeGiven() {
    JobSettings settings =
        JobSettings.parse(
            ("--bootstrap-servers a:1 --topic-prefix p. --parallelism 3 --checkpoint-interval 0.5s"
                    + " --kafka-property security.protocol=SSL --repairs true")
                .split(" ", -1));

    assertThat(settings.diagnosis().repairs()).isTrue();
    assertThat(settings.kafka().topicPrefix()).isEqualTo("p.");
    assertThat(settings.execution().parallelism()).isEqualTo(3);
    assertThat(settings.execution().checkpointInterval()).isEqualTo(Duration.ofMillis(500));
    assertThat(settings.kafka().properties()).isEqualTo(Map.of("security.protocol", "SSL"));
    assertThat(settings.kafka().clientProperties())
        .containsEntry("bootstrap.servers", "a:1")
        .containsEntry("security.protocol", "SSL");
  }

  @Test
  void whatIsGivenByItselfComesBeforeTheFile(@TempDir Path directory) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("client.properties"), "security.protocol=SSL\nclient.id=file\n");
    JobSettings settings =
        JobSettings.parse(
            new String[] {
              "--bootstrap-servers", "a:1",
              "--kafka-property", "client.id=given",
              "--kafka-config", file.toString()
            });

    assertThat(settings.kafka().properties())
        .isEqualTo(Map.of("security.protocol", "SSL", "client.id", "given"));
    assertThatThrownBy(
            () -> JobSettings.parse(new String[] {"--kafka-config", directory + "/absent"}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("there is no such file");
  }

  @Test
  void restartsAreBoundedInAWindowAndKeyGroupsPinned() {
    JobSettings standard = JobSettings.parse(new String[] {"--bootstrap-servers", "a:1"});
    JobSettings given =
        JobSettings.parse(
            "--bootstrap-servers a:1 --restarts 3 --restart-window 1m --max-parallelism 36"
                .split(" ", -1));

    assertThat(standard.execution().limits()).isEqualTo(ExecutionLimits.DEFAULT);
    Configuration configuration = CoEvolutionJob.configuration(given);
    assertThat(configuration.get(RestartStrategyOptions.RESTART_STRATEGY))
        .isEqualTo("exponential-delay");
    assertThat(
            configuration.get(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS))
        .isEqualTo(3);
    assertThat(configuration.get(PipelineOptions.MAX_PARALLELISM)).isEqualTo(36);
    assertThatThrownBy(
            () -> JobSettings.parse("--bootstrap-servers a:1 --max-parallelism 0".split(" ", -1)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("max-parallelism is 0, expected 1 to 32768");
    assertThatThrownBy(
            () ->
                JobSettings.parse(
                    "--bootstrap-servers a:1 --checkpoint-interval 9ms".split(" ", -1)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("checkpoint-interval is 9ms, expected 10ms or more");
  }

  @Test
  void aJobWithoutRestartsIsGivenUpAtItsFirstFailure() {
    JobSettings settings = JobSettings.parse("--bootstrap-servers a:1 --restarts 0".split(" ", -1));

    Configuration configuration = CoEvolutionJob.configuration(settings);
    assertThat(configuration.get(RestartStrategyOptions.RESTART_STRATEGY)).isEqualTo("disable");
  }

  /** Flink reads it from the job, not from the cluster, when a JobManager recovers the job. */
  @Test
  void aJobManagerThatRecoversTheJobMayTakeAMinute() {
    JobSettings settings = JobSettings.parse(new String[] {"--bootstrap-servers", "a:1"});

    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(CoEvolutionJob.configuration(settings));
    environment.fromData(1).sinkTo(new DiscardingSink<>());

    assertThat(
            environment.getStreamGraph().getJobConfiguration().get(RpcOptions.ASK_TIMEOUT_DURATION))
        .isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void keysOfMillionsOfEpisodesAreFilteredInPieces() {
    JobSettings settings = JobSettings.parse(new String[] {"--bootstrap-servers", "a:1"});

    assertThat(CoEvolutionJob.configuration(settings).toMap())
        .containsEntry("state.backend.rocksdb.use-bloom-filter", "true")
        .containsEntry("state.backend.rocksdb.memory.partitioned-index-filters", "true");
  }

  @Test
  void threeCheckpointsInARowMayFail() {
    JobSettings settings = JobSettings.parse(new String[] {"--bootstrap-servers", "a:1"});

    assertThat(
            CoEvolutionJob.configuration(settings)
                .get(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER))
        .isEqualTo(3);
  }

  @Test
  void whatIsKeptOfEpisodesIsBounded() {
    ExecutionLimits given =
        JobSettings.parse(
                "--bootstrap-servers a:1 --live-episodes 50 --ended-memory 2h".split(" ", -1))
            .execution()
            .limits();

    assertThat(given.liveEpisodes()).isEqualTo(50);
    assertThat(given.endedMemory()).isEqualTo(Duration.ofHours(2));
    assertThatThrownBy(
            () -> JobSettings.parse("--bootstrap-servers a:1 --live-episodes 0".split(" ", -1)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("live-episodes is 0, expected 1 or more");
    assertThatThrownBy(
            () -> JobSettings.parse("--bootstrap-servers a:1 --ended-memory 0s".split(" ", -1)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("ended-memory is 0s, expected a positive time");
  }

  @Test
  void aCollectorIsAUrlWithHeaders() {
    OtlpSettings given =
        JobSettings.parse(
                ("--bootstrap-servers a:1 --otlp-endpoint http://c:4318 --otlp-header k=v"
                        + " --otlp-header l=w")
                    .split(" ", -1))
            .diagnosis()
            .otlp();

    assertThat(given).isEqualTo(OtlpSettings.of("http://c:4318", Map.of("k", "v", "l", "w")));
    assertThat(JobSettings.parse(new String[] {"--bootstrap-servers", "a:1"}).diagnosis().otlp())
        .isNull();
    assertThatThrownBy(
            () -> JobSettings.parse("--bootstrap-servers a:1 --otlp-endpoint c".split(" ", -1)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--otlp-endpoint is 'c', expected a URL such as http://");
    assertThatThrownBy(
            () -> JobSettings.parse("--bootstrap-servers a:1 --otlp-header k=v".split(" ", -1)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--otlp-header is for --otlp-endpoint");
  }

  @Test
  void aJudgeIsAServerAndItsModel() {
    String judged =
        "--bootstrap-servers a:1 --judge-url http://j/v1 --judge-model m --judge-timeout 5s";
    assertThat(JobSettings.parse(judged.split(" ", -1)).diagnosis().judge())
        .isEqualTo(
            new JudgeSettings("http://j/v1", "m", "SEALFLOW_API_KEY", Duration.ofSeconds(5)));
    assertThat(JobSettings.parse(new String[] {"--bootstrap-servers", "a:1"}).diagnosis().judge())
        .isNull();
    assertThatThrownBy(
            () -> JobSettings.parse("--bootstrap-servers a:1 --judge-model m".split(" ", -1)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--judge-url and --judge-model go together");
    assertThatThrownBy(
            () ->
                JobSettings.parse(
                    "--bootstrap-servers a:1 --judge-url j --judge-model m".split(" ", -1)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("the judge: the base URL is 'j'");
  }

  @Test
  void allProblemsAreReportedTogether() {
    String[] arguments = {
      "--parallelism", "many", "--deadline", "soon", "--colour", "red", "--kafka-property", "x"
    };

    assertThatThrownBy(() -> JobSettings.parse(arguments))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--bootstrap-servers is missing")
        .hasMessageContaining("--parallelism is 'many', expected a whole number")
        .hasMessageContaining("--deadline is 'soon', expected a span of time such as 500ms or 10s")
        .hasMessageContaining("--colour is unknown, known are")
        .hasMessageContaining("--kafka-property is 'x', expected name=value");
  }

  @Test
  void aLearnerIsGivenByTheSameNames() {
    JobSettings settings =
        JobSettings.parse(
            ("--bootstrap-servers a:1 --learn true --run r --model m --weights file:///w"
                    + " --set weighting.rule=none")
                .split(" ", -1));

    assertThat(settings.learning())
        .isEqualTo(
            LearningSettings.parse(
                Map.of("run", "r", "model", "m", "weights", "file:///w"),
                Map.of("weighting.rule", "none")));
  }

  @Test
  void whatIsForALearnerIsRefusedWithoutOne() {
    String[] arguments = {"--bootstrap-servers", "a:1", "--run", "r", "--set", "reward=strict"};

    assertThatThrownBy(() -> JobSettings.parse(arguments))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--run is unknown")
        .hasMessageContaining("--set is for --learn true");
  }

  @Test
  void problemsOfTheLearnerAreReportedWithTheOthers() {
    String[] arguments = {"--parallelism", "many", "--learn", "true", "--adapter-rank", "-1"};

    assertThatThrownBy(() -> JobSettings.parse(arguments))
        .hasMessageContaining("--parallelism is 'many'")
        .hasMessageContaining("--run is missing")
        .hasMessageContaining("--model is missing")
        .hasMessageContaining("--adapter-rank is '-1', expected a whole number");
  }

  @Test
  void relianceHasALimitWhereOneIsAskedFor() {
    assertThat(JobSettings.parse(given("--bounded false")).evolution().evolve().reliance())
        .isNull();
    assertThat(JobSettings.parse(given("--reliance true")).evolution().evolve().reliance())
        .isEqualTo(EvolveSettings.Reliance.DEFAULT);
    assertThat(
            JobSettings.parse(
                    given("--reliance true --reliance-threshold 0.5 --reliance-episodes 40"))
                .evolution()
                .evolve()
                .reliance())
        .isEqualTo(new EvolveSettings.Reliance(0.5, 40));
    assertThatThrownBy(
            () -> JobSettings.parse(given("--reliance true --reliance-threshold -1 --bounded no")))
        .hasMessageContaining("reliance.threshold is -1.0, expected 0 or more")
        .hasMessageContaining("--bounded is 'no'");
    assertThatThrownBy(() -> JobSettings.parse(given("--reliance-threshold 1")))
        .hasMessageContaining("--reliance-threshold is unknown");
  }

  @Test
  void labelsAreThoseDiagnosedUnlessPermutedOnesAreAskedFor() {
    assertThat(JobSettings.parse(given("--labels diagnosed")).permutation()).isNull();
    assertThat(JobSettings.parse(given("--labels permuted")).permutation())
        .isEqualTo(new PermutationSettings(1, PermutationSettings.DEFAULT_DEADLINE));
    assertThat(
            JobSettings.parse(given("--labels permuted --labels-seed 7 --labels-deadline 2m"))
                .permutation())
        .isEqualTo(new PermutationSettings(7, Duration.ofMinutes(2)));
  }

  @Test
  void permutedLabelsGoTogetherWithALearnerThatWeighsThemAsTheyCome() {
    JobSettings settings = JobSettings.parse(given("--labels permuted " + LEARNER));

    assertThat(settings.learning()).isNotNull();
    assertThat(settings.permutation()).isNotNull();
    assertThat(settings.withLearning(null).permutation()).isEqualTo(settings.permutation());
    assertThat(settings.withPermutation(null))
        .isEqualTo(JobSettings.parse(given("--labels diagnosed " + LEARNER)));
  }

  @Test
  void labelsAreNotPermutedTwiceNorHeldForLongerThanALearnerWaits() {
    String[] arguments =
        given(
            "--labels permuted --labels-deadline 10m --batch-deadline 10m --set"
                + " weighting.rule=random "
                + LEARNER);

    assertThatThrownBy(() -> JobSettings.parse(arguments))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("take weighting.rule=signed")
        .hasMessageContaining("held for up to 10m until its labels are permuted");
    JobSettings patient = JobSettings.parse(given("--batch-deadline 10m " + LEARNER));
    assertThatThrownBy(
            () -> patient.withPermutation(new PermutationSettings(1, Duration.ofMinutes(10))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected less than the 10m");
  }

  @Test
  void problemsOfTheLabelsAreReportedWithTheOthers() {
    assertThatThrownBy(() -> JobSettings.parse(given("--labels mixed --parallelism many")))
        .hasMessageContaining("--labels is 'mixed', expected one of diagnosed, permuted")
        .hasMessageContaining("--parallelism is 'many'");
    assertThatThrownBy(() -> JobSettings.parse(given("--labels-seed 7")))
        .hasMessageContaining("--labels-seed is unknown");
    assertThatThrownBy(() -> JobSettings.parse(given("--labels permuted --labels-deadline 0s")))
        .hasMessageContaining("deadline is 0s, expected a millisecond or more");
  }

  private static String[] given(String arguments) {
    return ("--bootstrap-servers a:1 " + arguments).split(" ", -1);
  }

  @Test
  void aNameWithoutAValueIsRefused() {
    assertThatThrownBy(() -> JobSettings.parse(new String[] {"--bootstrap-servers"}))
        .hasMessageContaining("'--bootstrap-servers' is no --name with a value");
  }
}
