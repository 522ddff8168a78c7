package org.sealflow.system.serving;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.python.Reference;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.WeightsFormat;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.CommandProcess;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.RecordingProxy;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/**
 * The experiments that are written for vLLM, from the command line to the last evaluation: the nano
 * policy's own server stands in for vLLM's, and overrides make the rest as small.
 */
@Tag("long")
final class ServedTrainingITCase {
  private static final Path PROJECT = Reference.repository();
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The build sets it, as a process cannot: the runs in this process find the key in it. */
  private static final String KEY_VARIABLE = "SEALFLOW_TEST_KEY";

  private static final String KEY =
      Objects.requireNonNull(System.getenv(KEY_VARIABLE), KEY_VARIABLE);
  private static final Map<String, String> WITH_KEY = Map.of("SEALFLOW_API_KEY", KEY);
  private static final String SERVED = "nano";
  private static final int BATCHES = 2;
  private static final int GROUPS = 3;
  private static final int GROUP_SIZE = 2;
  private static final int MEASURED = 2;

  @TempDir static Path directory;
  private static HostedBroker broker;
  private static CommandProcess server;
  private static RecordingProxy proxy;

  @BeforeAll
  static void start() throws Exception {
    server =
        CommandProcess.start(
            directory.resolve("server.log"),
            WITH_KEY,
            words("serve policy --json --port 0 --model data/nano --name " + SERVED));
    broker = HostedBroker.start(directory.resolve("broker"));
    String tasks = directory.resolve("tasks").toString();
    Console generated =
        Console.run(
            "tasks",
            "generate",
            "--count",
            "24",
            "--output",
            tasks,
            "--tools",
            Samples.tasks().toString());
    assertThat(generated.exitCode()).as(generated.err()).isZero();
    proxy = new RecordingProxy(URI.create(JSON.readTree(server.line()).path("url").asText()));
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable each : Arrays.asList(broker, proxy, server)) {
      if (each != null) {
        each.close();
      }
    }
  }

  /**
   * A run of an experiment.
   *
   * @param name that of its file and of its run
   * @param maxStaleness versions by which its rollouts may be behind
   * @param topics what it wrote
   * @param outcome what it said at its end
   */
  private record Run(String name, int maxStaleness, Connection topics, JsonNode outcome) {
    String id() {
      return name + "-1";
    }
  }

  @Test
  void theExperimentWithAdaptersTrainsBehindAServer() throws Exception {
    Run run =
        run(
            "qwen2.5-7b-lora",
            1,
            "learner.batch.groups=2",
            "learner.batch.plannedGroups=" + GROUPS,
            "evaluation.every=" + BATCHES,
            "evaluation.tasks=" + MEASURED,
            "evaluation.sampled=false");
    assertEverythingWasPlayedByTheServer(run);
    assertThat(evaluated(run)).startsWith("validation 0", "validation 2", "test 0");
  }

  @Test
  void theExperimentWithSealsSettingsTrainsBehindAServer() throws Exception {
    Run run =
        run(
            "seal-faithful",
            0,
            "learner.batch.groups=" + GROUPS,
            "learner.batch.plannedGroups=" + GROUPS);
    assertEverythingWasPlayedByTheServer(run);
    assertThat(evaluated(run))
        .containsExactly("test 0", "test 2", "test-sampled 0", "test-sampled 2");
  }

  @Test
  void aServerThatDoesNotAnswerIsOneLineBeforeAnythingIsMade() {
    Path runs = directory.resolve("no-server");
    Console console = refused(runs, "rollouts.baseUrl=http://127.0.0.1:1/v1");
    assertThat(console.err())
        .contains("rollouts.baseUrl: the server at http://127.0.0.1:1/v1 does not answer");
    assertThat(runs).doesNotExist();
  }

  @Test
  void aServerThatDoesNotKnowTheModelIsOneLine() throws Exception {
    Path runs = directory.resolve("no-model");
    Path errors = directory.resolve("no-model.log");
    List<String> arguments = train("seal-faithful", runs, "rollouts.servedModel=another");
    try (CommandProcess command = CommandProcess.start(errors, WITH_KEY, arguments)) {
      assertThat(command.end(Await.LONGEST)).isEqualTo(1);
      assertThat(command.errorLines())
          .singleElement()
          .asString()
          .contains("does not serve 'another'; it serves " + SERVED);
    }
    assertThat(runs).doesNotExist();
  }

  @Test
  void aServerThatAsksForAKeyPlaysForNobodyElse() {
    Path runs = directory.resolve("no-key");
    Console console = refused(runs, "rollouts.keyVariable=SEALFLOW_NO_SUCH_KEY");
    assertThat(console.err())
        .contains("refuses the key (status 401)", "variable SEALFLOW_NO_SUCH_KEY");
    assertThat(runs).doesNotExist();
  }

  private static Console refused(Path runs, String override) {
    Console console = Console.run(train("seal-faithful", runs, override).toArray(String[]::new));
    assertThat(console.exitCode()).isEqualTo(1);
    assertThat(console.errorLines()).hasSize(1);
    return console;
  }

  private static Run run(String name, int maxStaleness, String... more) throws Exception {
    List<String> arguments = train(name, directory.resolve("runs"), more);
    arguments.addAll(words("--json --topic-prefix " + name + ". --bootstrap-servers"));
    arguments.add(broker.address());
    arguments.add("rollouts.keyVariable=" + KEY_VARIABLE);
    Connection topics = broker.topics(name + ".");
    Console console = Console.run(arguments.toArray(String[]::new));
    assertThat(console.exitCode()).as(console.err()).isZero();
    return new Run(name, maxStaleness, topics, JSON.readTree(console.out()));
  }

  /** The command that trains with an experiment's file, as a small machine can run it. */
  private static List<String> train(String name, Path runs, String... more) {
    List<String> arguments = new ArrayList<>(List.of("train", file("exp/" + name + ".yaml")));
    arguments.addAll(
        List.of(
            "run.directory=" + runs,
            "run.batches=" + BATCHES,
            "run.checkpointInterval=500ms",
            "policy.model=" + file("data/nano"),
            "policy.device=cpu",
            "policy.precision=float32",
            "policy.contextLength=1024",
            "policy.passTokens=4096",
            "rollouts.baseUrl=" + proxy.url(),
            "rollouts.servedModel=" + SERVED,
            "rollouts.promptStyle=signatures",
            "rollouts.maxTokens=24",
            "rollouts.stepLimit=4",
            "tasks.directory=" + directory.resolve("tasks"),
            "learner.batch.groupSize=" + GROUP_SIZE,
            // The few groups of a batch may all be of equal rewards.
            "learner.batch.drop=none",
            "learner.batch.miniBatchGroups=2",
            "evaluation.test=" + MEASURED));
    arguments.addAll(Arrays.asList(more));
    return arguments;
  }

  private static String file(String path) {
    return PROJECT.resolve(path).toString();
  }

  private static List<String> words(String line) {
    return Arrays.asList(line.split(" ", -1));
  }

  private static void assertEverythingWasPlayedByTheServer(Run run) throws Exception {
    assertThat(run.outcome().path("end").asText()).isEqualTo("COMPLETE");
    assertThat(run.outcome().path("ledgerBalances").asBoolean()).isTrue();
    assertThat(read(run, Topic.FAILURES, Failure.class)).isEmpty();
    assertThat(read(run, Topic.TRAINING_METRICS, TrainingStep.class))
        .hasSize(BATCHES)
        .allSatisfy(step -> assertThat(step.getApplied()).isTrue());
    Map<Long, String> adapters = adapters(run);
    assertThat(adapters.keySet()).containsExactly(0L, 1L, 2L);
    assertThatAdaptersComeAndGo(run, adapters);
    List<TrajectoryEvent> events = read(run, Topic.TRAJECTORIES, TrajectoryEvent.class);
    assertEpisodesEndAsPlayed(events);
    assertEveryStepIsWhatTheServerSampled(run, adapters, events);
    assertThat(proxy.calls())
        .filteredOn(RecordingProxy.Call::succeeded)
        .extracting(RecordingProxy.Call::authorization)
        .containsOnly("Bearer " + KEY);
  }

  /** What versions are called at the server. */
  private static Map<Long, String> adapters(Run run) throws Exception {
    Map<Long, String> names = new TreeMap<>();
    for (PolicyUpdate update : read(run, Topic.POLICY_UPDATES, PolicyUpdate.class)) {
      assertThat(update.getFormat()).isEqualTo(WeightsFormat.PEFT_ADAPTER);
      names.put(update.getVersion(), adapter(run.id(), update));
    }
    return names;
  }

  private static String adapter(String run, PolicyUpdate update) {
    String digest = Objects.requireNonNull(update.getWeightsDigest());
    return run + "-v" + update.getVersion() + "-" + digest.substring(0, 8);
  }

  private static void assertThatAdaptersComeAndGo(Run run, Map<Long, String> versions) {
    List<String> loaded = named("/load_lora_adapter", run.id() + "-v");
    List<String> unloaded = named("/unload_lora_adapter", run.id() + "-v");
    assertThat(loaded).containsExactlyElementsOf(versions.values());
    assertThat(unloaded).containsExactlyInAnyOrderElementsOf(loaded);
    assertThat(unloaded.get(0)).isEqualTo(versions.get(0L));
    String evaluated = run.id() + "-evaluated-v" + BATCHES;
    assertThat(named("/load_lora_adapter", evaluated)).isNotEmpty();
    assertThat(named("/unload_lora_adapter", evaluated))
        .isEqualTo(named("/load_lora_adapter", evaluated));
    assertThat(models("/completions")).anyMatch(model -> model.startsWith(evaluated));
    assertThat(models("/chat/completions")).isEmpty();
  }

  private static List<String> named(String path, String prefix) {
    return proxy.succeeded(path).stream()
        .map(call -> call.body().path("lora_name").asText())
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  private static List<String> models(String path) {
    return proxy.succeeded(path).stream().map(call -> call.body().path("model").asText()).toList();
  }

  /** Of their own accord, or since steps or context were used up. */
  private static void assertEpisodesEndAsPlayed(List<TrajectoryEvent> events) {
    assertThat(events.stream().filter(event -> event.getKind() == EventKind.EPISODE_ENDED))
        .hasSize(BATCHES * GROUPS * GROUP_SIZE)
        .allSatisfy(
            event ->
                assertThat(Objects.requireNonNull(event.getEpisodeEnded()).getReason())
                    .isIn(EndReason.COMPLETED, EndReason.STEP_LIMIT));
  }

  private static void assertEveryStepIsWhatTheServerSampled(
      Run run, Map<Long, String> adapters, List<TrajectoryEvent> events) throws Exception {
    ServedSteps served = ServedSteps.of(proxy.succeeded("/completions"));
    List<ServedSteps.Step> steps = ServedSteps.played(events);
    assertThat(steps).isNotEmpty();
    for (ServedSteps.Step step : steps) {
      assertThat(step.version()).isBetween(step.batch() - run.maxStaleness(), (long) BATCHES);
      assertThat(served.answersTo(step.prompt()))
          .contains(
              new ServedSteps.Answer(
                  Objects.requireNonNull(adapters.get(step.version())),
                  step.sampled(),
                  step.logProbs()));
    }
    assertThat(steps).extracting(ServedSteps.Step::batch).contains(0L, 1L);
  }

  private static List<String> evaluated(Run run) {
    JsonNode evaluations = run.outcome().path("evaluations");
    assertThat(evaluations)
        .allSatisfy(line -> assertThat(line.path("counted").asInt()).isEqualTo(MEASURED));
    return StreamSupport.stream(evaluations.spliterator(), false)
        .map(line -> line.path("split").asText() + " " + line.path("version").asLong())
        .toList();
  }

  private static <T extends SpecificRecordBase> List<T> read(
      Run run, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.committed(run.topics(), topic, recordClass)) {
      return records.all();
    }
  }
}
