package org.sealflow.learn.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TestingSamples;
import org.sealflow.schemas.PolicyUpdate;

/** A learner whose snapshots are too large for its checkpoints. */
@Timeout(60)
class LearnOperatorSnapshotTest {
  private static final int BATCHES = 3;

  /** Of those that {@link #goOn} makes; tests make few before. */
  private static final long FIRST_CHECKPOINT = 10;

  @TempDir Path directory;

  private LearnSettings settings(long stateLimit) {
    return TestingSamples.settings(directory.toUri().toString(), stateLimit);
  }

  private List<Path> files() throws IOException {
    Path snapshots =
        directory
            .resolve(TestingSamples.RUN)
            .resolve(TestingSamples.POLICY)
            .resolve(LearnOperator.SNAPSHOTS);
    if (!Files.exists(snapshots)) {
      return List.of();
    }
    try (Stream<Path> listed = Files.list(snapshots)) {
      return listed.filter(file -> !file.toString().endsWith(".crc")).toList();
    }
  }

  private static List<String> digests(List<PolicyUpdate> versions) {
    return versions.stream().map(PolicyUpdate::getWeightsDigest).toList();
  }

  private List<String> inState() throws Exception {
    Path elsewhere = directory.resolve("in-state");
    try (LearnHarness learner = LearnHarness.started(elsewhere)) {
      for (int batch = 0; batch < BATCHES; batch++) {
        learner.batch(batch);
      }
      return digests(learner.awaitVersions(BATCHES + 1));
    }
  }

  /** Makes steps, each with a checkpoint that completes. */
  private static void goOn(LearnHarness learner, int firstBatch, int batches) throws Exception {
    learner.awaitIdle();
    int known = learner.versions().size();
    for (int made = 1; made <= batches; made++) {
      int batch = firstBatch + made - 1;
      learner.batch(batch);
      learner.awaitVersions(known + made);
      long checkpoint = FIRST_CHECKPOINT + batch;
      learner.snapshot(checkpoint);
      learner.completed(checkpoint);
    }
    // A step waits for the deletions before it.
    learner.batch(firstBatch + batches);
    learner.awaitVersions(known + batches + 1);
  }

  /** The testing policy has eight weights of four bytes. */
  @Test
  void onlyWeightsBeyondTheLimitGoIntoFiles() throws Exception {
    try (LearnHarness learner = LearnHarness.started(settings(32))) {
      learner.awaitVersions(1);
      assertThat(files()).isEmpty();
    }
    try (LearnHarness learner = LearnHarness.started(settings(31))) {
      learner.awaitVersions(1);
      assertThat(files()).hasSize(1);
    }
  }

  @Test
  void aRestoredLearnerGoesOnWithTheSameBits() throws Exception {
    List<String> expected = inState();
    LearnHarness learner = LearnHarness.started(settings(0));
    learner.batch(0);
    List<String> digests = new ArrayList<>(digests(learner.awaitVersions(2)));
    var checkpoint = learner.snapshot(1);
    learner.batch(1);
    learner.awaitVersions(3);
    learner.close();

    try (LearnHarness restored = LearnHarness.restored(settings(0), checkpoint)) {
      restored.batch(1);
      restored.batch(2);
      digests.addAll(digests(restored.awaitNew(2)));
    }
    assertThat(digests).isEqualTo(expected);
  }

  @Test
  void theLimitMayChangeBetweenTwoRuns() throws Exception {
    List<String> expected = inState();
    LearnHarness small = LearnHarness.started(settings(32));
    small.batch(0);
    small.awaitVersions(2);
    var inState = small.snapshot(1);
    small.close();

    LearnHarness large = LearnHarness.restored(settings(0), inState);
    large.batch(1);
    assertThat(digests(large.awaitNew(1))).isEqualTo(expected.subList(2, 3));
    var inFile = large.snapshot(2);
    large.close();
    assertThat(files()).hasSize(1);

    try (LearnHarness restored = LearnHarness.restored(settings(32), inFile)) {
      restored.batch(2);
      assertThat(digests(restored.awaitNew(1))).isEqualTo(expected.subList(3, 4));
      restored.snapshot(3);
      restored.completed(3);
      restored.batch(3);
      restored.awaitNew(2);
      // That of the checkpoint it was restored from.
      assertThat(files()).hasSize(1);
    }
  }

  @Test
  void aRefusedStepGoesBackToTheFile() throws Exception {
    try (LearnHarness learner = LearnHarness.started(settings(0))) {
      learner.batch(0);
      learner.awaitVersions(2);
      learner.hooks.overflows = true;
      learner.batch(1);
      List<PolicyUpdate> versions = learner.awaitVersions(3);

      assertThat(learner.hooks.restored).containsExactly(4L);
      assertThat(versions.get(2).getWeightsDigest()).isEqualTo(versions.get(1).getWeightsDigest());
    }
  }

  @Test
  void aFileGoesOnceNoCheckpointNeedsItAnyMore() throws Exception {
    try (LearnHarness learner = LearnHarness.started(settings(0))) {
      learner.awaitVersions(1);
      learner.snapshot(1);
      learner.completed(1);
      Path first = files().get(0);
      learner.batch(0);
      learner.batch(1);
      learner.awaitVersions(3);
      learner.snapshot(2);
      assertThat(files()).hasSize(3).contains(first);

      learner.completed(2);
      learner.batch(2);
      learner.awaitVersions(4);
      assertThat(files()).hasSize(2).doesNotContain(first);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSavepointCanBeStartedFromAgain(boolean sameJob) throws Exception {
    LearnHarness learner = LearnHarness.started(settings(0));
    learner.batch(0);
    learner.awaitVersions(2);
    var savepoint = learner.snapshot(1);
    learner.completed(1);
    learner.close();

    for (int start = 0; start < 2; start++) {
      try (LearnHarness next =
          sameJob
              ? LearnHarness.restored(settings(0), savepoint)
              : LearnHarness.restoredByAnotherJob(settings(0), savepoint)) {
        goOn(next, 1, BATCHES);
      }
    }
  }

  @Test
  void goingBackToAnOlderSavepointLeavesTheFileOfANewerOne() throws Exception {
    LearnHarness learner = LearnHarness.started(settings(0));
    learner.awaitVersions(1);
    var older = learner.snapshot(1);
    learner.batch(0);
    learner.awaitVersions(2);
    var newer = learner.snapshot(2);
    learner.close();
    List<Path> named = files();

    try (LearnHarness back = LearnHarness.restoredByAnotherJob(settings(0), older)) {
      back.awaitIdle();
      assertThat(files()).containsAll(named);
      // The first step makes the newer one's file again.
      goOn(back, 0, BATCHES);
    }
    try (LearnHarness forth = LearnHarness.restoredByAnotherJob(settings(0), newer)) {
      goOn(forth, 1, BATCHES);
    }
  }

  @Test
  void startingWithoutStateLeavesFiles() throws Exception {
    LearnHarness learner = LearnHarness.started(settings(0));
    learner.awaitVersions(1);
    learner.snapshot(1);
    learner.batch(0);
    learner.awaitVersions(2);
    var savepoint = learner.snapshot(2);
    learner.close();
    List<Path> named = files();

    try (LearnHarness anew = LearnHarness.started(settings(0))) {
      goOn(anew, 0, BATCHES);
      assertThat(files()).containsAll(named);
    }
    try (LearnHarness restored = LearnHarness.restored(settings(0), savepoint)) {
      goOn(restored, 1, BATCHES);
    }
  }

  @Test
  void aSavepointsFileStaysThoughACheckpointHasTheSameOne() throws Exception {
    LearnHarness learner = LearnHarness.started(settings(0));
    learner.awaitVersions(1);
    learner.snapshot(1);
    learner.completed(1);
    var savepoint = learner.snapshot(2);
    learner.snapshot(3);
    learner.completed(3);
    goOn(learner, 0, BATCHES);
    learner.close();

    try (LearnHarness restored = LearnHarness.restored(settings(0), savepoint)) {
      goOn(restored, 0, BATCHES);
    }
  }

  @Test
  void aRestartLeavesTheFilesOfSavepointsTakenSinceItsCheckpoint() throws Exception {
    LearnHarness learner = LearnHarness.started(settings(0));
    learner.awaitVersions(1);
    var checkpoint = learner.snapshot(1);
    learner.completed(1);
    var same = learner.snapshot(2);
    learner.batch(0);
    learner.awaitVersions(2);
    var newer = learner.snapshot(3);
    learner.close();

    try (LearnHarness restored = LearnHarness.restored(settings(0), checkpoint)) {
      goOn(restored, 0, BATCHES);
    }
    try (LearnHarness restored = LearnHarness.restored(settings(0), same)) {
      goOn(restored, 0, BATCHES);
    }
    try (LearnHarness restored = LearnHarness.restored(settings(0), newer)) {
      goOn(restored, 1, BATCHES);
    }
  }

  @Test
  void aRestartDeletesTheFilesOfCheckpointsThatItsOwnSupersedes() throws Exception {
    LearnHarness learner = LearnHarness.started(settings(0));
    learner.awaitVersions(1);
    learner.snapshot(1);
    learner.completed(1);
    List<Path> superseded = files();
    learner.batch(0);
    learner.awaitVersions(2);
    var checkpoint = learner.snapshot(2);
    learner.close();

    try (LearnHarness restored = LearnHarness.restored(settings(0), checkpoint)) {
      goOn(restored, 1, BATCHES);
      // That of the checkpoint it restarted from, of its last checkpoint, and of the step since.
      assertThat(files()).hasSize(3).doesNotContainAnyElementsOf(superseded);
    }
  }

  /** So an operator finds the names of the files that a checkpoint needs. */
  @Test
  void aCheckpointNamesItsFileInPlainBytes() throws Exception {
    try (LearnHarness learner = LearnHarness.started(settings(0))) {
      learner.awaitVersions(1);
      for (OperatorStateHandle handle : learner.snapshot(1).getManagedOperatorState()) {
        try (InputStream state = handle.openInputStream()) {
          assertThat(new String(state.readAllBytes(), StandardCharsets.ISO_8859_1))
              .contains(files().get(0).getFileName().toString());
        }
      }
    }
  }

  @Test
  void anAbortedCheckpointsFileGoes() throws Exception {
    try (LearnHarness learner = LearnHarness.started(settings(0))) {
      learner.awaitVersions(1);
      learner.snapshot(1);
      learner.aborted(1);
      learner.batch(0);
      learner.awaitVersions(2);
      learner.snapshot(2);
      learner.completed(2);
      learner.batch(1);
      learner.awaitVersions(3);
      assertThat(files()).hasSize(2);
    }
  }

  @Test
  void aMissingFileFailsTheOpeningInOneLine() throws Exception {
    LearnHarness learner = LearnHarness.started(settings(0));
    learner.awaitVersions(1);
    var checkpoint = learner.snapshot(1);
    learner.close();
    for (Path file : files()) {
      Files.delete(file);
    }

    try (LearnHarness restored = LearnHarness.restored(settings(0), checkpoint)) {
      assertThatThrownBy(restored::awaitIdle)
          .hasMessageContaining("the learner cannot open its policy: the learner's snapshot ")
          .hasMessageContaining("is missing; put the file back")
          .message()
          .hasLineCount(1);
    }
  }
}
