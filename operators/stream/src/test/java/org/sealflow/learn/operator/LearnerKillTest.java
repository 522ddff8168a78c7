package org.sealflow.learn.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TestingKillPoint;
import org.sealflow.learn.TestingKillPoint.Kind;
import org.sealflow.learn.TestingKillablePolicy;
import org.sealflow.learn.TestingLearnerProcess;
import org.sealflow.learn.TestingModel;
import org.sealflow.learn.TestingSamples;
import org.sealflow.schemas.PolicyUpdate;

/**
 * A learner of a real model whose process is killed with SIGKILL again and again, at points drawn
 * from a seed: in a step, with half of the weights written, between steps. The system property
 * {@code kills} says how often; 3 unless set.
 */
@Timeout(900)
class LearnerKillTest {
  private static final int KILLS = Integer.getInteger("kills", 3);

  /** No process gets further than two steps before it is killed. */
  private static final int BATCHES = 2 * KILLS + 2;

  private static final int MOST_STEPS = 2;

  /** Two groups, each an update of its own, twice over. */
  private static final int UPDATES = 4;

  private static final int KILLED = 128 + 9;

  @TempDir private Path folder;

  /** Of snapshots in the checkpoints, and of snapshots in files. */
  @ParameterizedTest
  @ValueSource(longs = {LearnSettings.DEFAULT_STATE_LIMIT_BYTES, 0})
  void killsLeaveNoTrace(long stateLimit) throws Exception {
    Path model = TestingModel.write(folder);
    List<String> undisturbed = undisturbed(model);
    Random random = new Random(KILLS);
    Kind[] kinds = {Kind.STEP, Kind.UPLOAD, Kind.BETWEEN};
    for (int kill = 0; kill < KILLS; kill++) {
      Kind kind = kinds[kill % kinds.length];
      int steps = kind == Kind.STEP ? MOST_STEPS * UPDATES : MOST_STEPS;
      List<String> lines = run(model, stateLimit, kill, kind, 1 + random.nextInt(steps), KILLED);
      assertThat(lines).as("kill %d, %s", kill, kind).endsWith(TestingKillPoint.REACHED);
    }
    run(model, stateLimit, KILLS, Kind.NONE, 0, 0);

    TestingLearnerProcess.Checkpoint last = TestingLearnerProcess.Checkpoint.last(folder);
    assertThat(last.numbers())
        .containsExactlyElementsOf(LongStream.rangeClosed(0, BATCHES).boxed().toList());
    assertThat(last.versions()).isEqualTo(undisturbed).doesNotHaveDuplicates();
    assertThat(last.groups()).isEqualTo(groups());
    assertThat(snapshots().isEmpty()).isEqualTo(stateLimit > 0);
  }

  /** Files of snapshots left at the end: of the last checkpoint, and what the kills left. */
  private List<Path> snapshots() throws IOException {
    Path directory =
        folder
            .resolve("weights")
            .resolve(TestingSamples.RUN)
            .resolve(TestingSamples.POLICY)
            .resolve(LearnOperator.SNAPSHOTS);
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> listed = Files.list(directory)) {
      return listed.filter(file -> !file.getFileName().toString().endsWith(".crc")).toList();
    }
  }

  private List<String> undisturbed(Path model) throws Exception {
    Path directory = folder.resolve("undisturbed");
    try (LearnHarness learner = LearnHarness.ofModel(directory, model, null)) {
      for (Object element : TestingLearnerProcess.elements(BATCHES)) {
        learner.element(element);
      }
      return learner.awaitVersions(BATCHES + 1).stream()
          .map(PolicyUpdate::getWeightsDigest)
          .toList();
    }
  }

  private static List<String> groups() {
    List<String> groups = new ArrayList<>();
    for (long batch = 0; batch < BATCHES; batch++) {
      for (int group = 0; group < TestingSamples.GROUPS; group++) {
        groups.add(TestingSamples.group(batch, group));
      }
    }
    return groups;
  }

  /** Runs a learner until it ends or waits to be killed; its lines. */
  private List<String> run(
      Path model, long stateLimit, int seed, Kind kind, int count, int exitCode) throws Exception {
    TestingLearnerProcess.Checkpoint from = TestingLearnerProcess.Checkpoint.last(folder);
    long applied = from == null ? 0 : (long) UPDATES * (from.versions().size() - 1);
    Process process = start(model, stateLimit, seed, kind, count);
    List<String> lines = new ArrayList<>();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = output.readLine();
      while (line != null) {
        lines.add(line);
        if (line.equals(TestingKillPoint.REACHED)) {
          process.destroyForcibly();
          break;
        }
        line = output.readLine();
      }
      assertThat(process.waitFor()).as("exit code after %s", lines).isEqualTo(exitCode);
    }
    assertNothingAgain(lines, applied);
    return lines;
  }

  /** The first update is the one after those of the checkpoint, and they count on from there. */
  private static void assertNothingAgain(List<String> lines, long applied) {
    List<Long> updates =
        lines.stream()
            .filter(line -> line.startsWith(TestingKillablePolicy.UPDATED))
            .map(line -> Long.valueOf(line.substring(TestingKillablePolicy.UPDATED.length())))
            .toList();
    assertThat(updates)
        .isEqualTo(LongStream.rangeClosed(applied + 1, applied + updates.size()).boxed().toList());
  }

  private Process start(Path model, long stateLimit, int seed, Kind kind, int count)
      throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            TestingLearnerProcess.class.getName(),
            folder.toString(),
            model.toString(),
            String.valueOf(BATCHES),
            String.valueOf(seed),
            kind.name(),
            String.valueOf(count),
            String.valueOf(stateLimit))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
