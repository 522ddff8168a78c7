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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TestingKillPoint;
import org.sealflow.learn.TestingKillPoint.Kind;
import org.sealflow.learn.TestingKillablePolicy;
import org.sealflow.learn.TestingLearnerProcess;
import org.sealflow.learn.TestingModel;
import org.sealflow.learn.TestingSamples;
import org.sealflow.python.TestingJava;
import org.sealflow.schemas.PolicyUpdate;

/**
 * A learner of a real model whose process is killed with SIGKILL again and again, at points drawn
 * from a seed: in a step, with half of the weights written, between steps. The system property
 * {@code kills} says how often; unless set, 3 times where snapshots are in the checkpoints, and
 * once, with half of the weights written, where they are in files.
 */
@Timeout(900)
class LearnerKillTest {
  /** No process gets further than so many steps before it is killed. */
  private static final int MOST_STEPS = 2;

  /** Two groups, each an update of its own, twice over. */
  private static final int UPDATES = 4;

  private static final int KILLED = 128 + 9;

  @TempDir private Path folder;

  @Test
  void killsLeaveNoTrace() throws Exception {
    assertKillsLeaveNoTrace(
        LearnSettings.DEFAULT_STATE_LIMIT_BYTES, 3, List.of(Kind.STEP, Kind.UPLOAD, Kind.BETWEEN));
    assertThat(snapshots()).isEmpty();
  }

  @Test
  void killsLeaveNoTraceWhereSnapshotsAreInFiles() throws Exception {
    assertKillsLeaveNoTrace(0, 1, List.of(Kind.UPLOAD, Kind.BETWEEN, Kind.STEP));
    assertThat(snapshots()).isNotEmpty();
  }

  private void assertKillsLeaveNoTrace(long stateLimit, int killsUnlessSet, List<Kind> kinds)
      throws Exception {
    int kills = Integer.getInteger("kills", killsUnlessSet);
    int batches = MOST_STEPS * kills + 2;
    Path model = TestingModel.write(folder);
    List<String> undisturbed = undisturbed(model, batches);
    Random random = new Random(kills);
    for (int kill = 0; kill < kills; kill++) {
      Kind kind = kinds.get(kill % kinds.size());
      int steps = kind == Kind.STEP ? MOST_STEPS * UPDATES : MOST_STEPS;
      Learner learner =
          new Learner(model, batches, stateLimit, kill, kind, 1 + random.nextInt(steps));
      List<String> lines = run(learner, KILLED);
      assertThat(lines).as("kill %d, %s", kill, kind).endsWith(TestingKillPoint.REACHED);
    }
    run(new Learner(model, batches, stateLimit, kills, Kind.NONE, 0), 0);

    TestingLearnerProcess.Checkpoint last = TestingLearnerProcess.Checkpoint.last(folder);
    assertThat(last.numbers())
        .containsExactlyElementsOf(LongStream.rangeClosed(0, batches).boxed().toList());
    assertThat(last.versions()).isEqualTo(undisturbed).doesNotHaveDuplicates();
    assertThat(last.groups()).isEqualTo(groups(batches));
  }

  /**
   * A learner's process.
   *
   * @param stateLimit the most bytes of weights in the state
   * @param count which point of the kind it is killed at, from 1
   */
  private record Learner(
      Path model, int batches, long stateLimit, int seed, Kind kind, int count) {}

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

  private List<String> undisturbed(Path model, int batches) throws Exception {
    Path directory = folder.resolve("undisturbed");
    try (LearnHarness learner = LearnHarness.ofModel(directory, model, null)) {
      for (Object element : TestingLearnerProcess.elements(batches)) {
        learner.element(element);
      }
      return learner.awaitVersions(batches + 1).stream()
          .map(PolicyUpdate::getWeightsDigest)
          .toList();
    }
  }

  private static List<String> groups(int batches) {
    List<String> groups = new ArrayList<>();
    for (long batch = 0; batch < batches; batch++) {
      for (int group = 0; group < TestingSamples.GROUPS; group++) {
        groups.add(TestingSamples.group(batch, group));
      }
    }
    return groups;
  }

  /** Runs a learner until it ends or waits to be killed; its lines. */
  private List<String> run(Learner learner, int exitCode) throws Exception {
    TestingLearnerProcess.Checkpoint from = TestingLearnerProcess.Checkpoint.last(folder);
    long applied = from == null ? 0 : (long) UPDATES * (from.versions().size() - 1);
    Process process = start(learner);
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

  private Process start(Learner learner) throws IOException {
    List<String> line = TestingJava.command("-Xmx256m");
    line.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            TestingLearnerProcess.class.getName(),
            folder.toString(),
            learner.model().toString(),
            String.valueOf(learner.batches()),
            String.valueOf(learner.seed()),
            learner.kind().name(),
            String.valueOf(learner.count()),
            String.valueOf(learner.stateLimit())));
    return new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
