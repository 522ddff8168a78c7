package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.TaskFiles;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;

final class SynthesisStageTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final Path TOOLS = Path.of("..", "..", "data", "tasks");

  @TempDir private Path folder;
  private String prefix = "";

  @BeforeEach
  void writeRun() throws IOException {
    prefix = BROKER.newTopics();
    RunDirectory run = RunDirectory.create(folder, "weak");
    use(run, "tasks.synthesis.every=2");
    for (GeneratorSplit split : List.of(GeneratorSplit.TRAIN, GeneratorSplit.TEST)) {
      TaskFiles.write(
          new TaskGenerator(GeneratorSettings.of(1, split), TaskFiles.sources(TOOLS)),
          40,
          TOOLS,
          run.tasks(split.label()));
    }
  }

  private void use(RunDirectory run, String... overrides) throws IOException {
    List<String> all = new ArrayList<>(List.of("tasks.tools=" + TOOLS, "tasks.synthesis.count=3"));
    all.addAll(List.of(overrides));
    Path file = Files.writeString(folder.resolve("settings.yaml"), "policy: {model: none}\n");
    Files.writeString(run.settings(), TrainSettings.read(file, all).text());
  }

  private RunDirectory run() {
    return RunDirectory.open(folder.resolve("weak-1"));
  }

  private SynthesisStage stage(Connection broker) {
    TrainSettings settings = TrainSettings.read(run().settings(), List.of()).settings();
    return new SynthesisStage(run(), settings, broker, Clock.systemUTC());
  }

  private static void take(SynthesisStage stage, long version) throws Exception {
    stage.take(version).get(1, TimeUnit.MINUTES);
  }

  /** The run of each task of the topic. */
  private static Map<String, String> published(Connection broker) throws Exception {
    List<byte[]> messages = new ArrayList<>();
    try (TopicReader topic = TopicReader.open(broker, Topic.TASKS, StartPosition.earliest())) {
      topic.readToEnd(message -> messages.add(message.value()));
    }
    Codec<TaskRecord> codec = Codec.of(TaskRecord.class);
    Map<String, String> tasks = new TreeMap<>();
    for (byte[] message : messages) {
      Task task = codec.decode(message).getTask();
      if (task != null) {
        tasks.put(task.getTaskId(), String.valueOf(task.getRunId()));
      }
    }
    return tasks;
  }

  private void showWeakness(Connection broker) {
    TestingProfiles.send(
        broker,
        TestingProfiles.profile(run().runId(), CapabilityKind.TOOL, "mkdir", 20),
        TestingProfiles.profile(
            run().runId(), CapabilityKind.TOOL_FAILURE, "mkdir::MISSING_CALL", 15));
  }

  @Test
  void tasksAboutAWeaknessAreMadeWithEachDueVersionForTheRunAlone() throws Exception {
    try (Connection broker = BROKER.connection(prefix);
        SynthesisStage stage = stage(broker)) {
      showWeakness(broker);
      for (int version = 0; version <= 5; version++) {
        take(stage, version);
      }

      assertThat(stage.lines()).hasSize(2);
      assertThat(stage.lines().get(0)).matches("tasks at version 2: proposed .* admitted 3 .*");
      assertThat(stage.lines().get(1)).matches("tasks at version 4: proposed .* admitted 3 .*");

      assertThat(run().madeTasks()).containsExactly(run().madeTasks(2), run().madeTasks(4));
      assertThat(published(broker)).hasSize(6);
      assertThat(published(broker).values()).containsOnly(run().runId());
      assertThat(RunTasks.of(run()).training()).hasSize(46);
    }
  }

  @Test
  void aRunThatGoesOnPublishesWhatItMadeAndMakesItNotAgain() throws Exception {
    try (Connection broker = BROKER.connection(prefix)) {
      showWeakness(broker);
      try (SynthesisStage stage = stage(broker)) {
        take(stage, 2);
      }
      prefix = BROKER.newTopics();
    }
    try (Connection broker = BROKER.connection(prefix);
        SynthesisStage stage = stage(broker)) {
      take(stage, 3);
      assertThat(published(broker)).hasSize(3);
      assertThat(stage.lines()).isEmpty();
    }
  }

  @Test
  void aRunThatShowsNoWeaknessMakesNoTaskAndGoesOn() throws Exception {
    try (Connection broker = BROKER.connection(prefix);
        SynthesisStage stage = stage(broker)) {
      take(stage, 2);
      assertThat(stage.lines())
          .containsExactly("tasks at version 2: proposed 0 = admitted 0 + refused 0");
      assertThat(run().madeTasks()).isEmpty();
    }
  }

  @Test
  void aServerThatIsNotThereCostsALineForEachRequestAndNothingElse() throws Exception {
    use(
        run(),
        "tasks.synthesis.every=2",
        "tasks.synthesis.baseUrl=http://localhost:1/v1",
        "tasks.synthesis.model=none");
    try (Connection broker = BROKER.connection(prefix);
        SynthesisStage stage = stage(broker)) {
      showWeakness(broker);
      take(stage, 2);
      List<String> lines = stage.lines();
      assertThat(lines.subList(0, 50)).allMatch(line -> line.startsWith("request: "));
      assertThat(lines.get(50)).contains("admitted 0", "requests 50 = answered 0 + failed 50");
    }
  }

  @Test
  void tasksThatCannotBeReadCostALine() throws Exception {
    Files.writeString(Files.createDirectories(run().madeTasks(2)).resolve("BFCL_v4_x.json"), "{");
    try (Connection broker = BROKER.connection(prefix);
        SynthesisStage stage = stage(broker)) {
      assertThat(stage.lines()).singleElement().asString().startsWith(run().madeTasks(2) + ": ");
    }
  }
}
