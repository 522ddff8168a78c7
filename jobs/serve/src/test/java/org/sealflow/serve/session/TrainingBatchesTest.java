package org.sealflow.serve.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.TrajectoryEvent;

class TrainingBatchesTest {
  private final TestingClock clock = new TestingClock();
  private final List<TrajectoryEvent> events = new ArrayList<>();
  private final List<BatchManifest> full = new ArrayList<>();

  private ServedTasks tasks(int batchSize, Placements placements) {
    return new ServedTasks(
        "shop",
        new TestingShopFolder(),
        Map.of(),
        null,
        clock,
        () -> 1,
        placements,
        new RecordedEpisodes(
            "r",
            "r/a",
            events::add,
            clock,
            new TrainingBatches("r", batchSize, 3, clock, full::add)));
  }

  private static Placements groupsOf(int size) {
    return new PatchedGroups(
        "r/a", new PatchedGroups.Settings(size, 1), category -> InterfacePatches.NONE, () -> 0);
  }

  private static void begin(ServedTasks tasks, String task, String group) {
    Object unused =
        tasks.begin(
            EpisodeStart.plain(task, new EpisodeStart.Purpose(false, group), Rules.of(null)));
  }

  private List<Long> batches() {
    List<Long> numbers = new ArrayList<>();
    for (TrajectoryEvent event : events) {
      if (event.getKind() == EventKind.EPISODE_STARTED) {
        numbers.add(event.getEpisodeStarted().getBatchNumber());
      }
    }
    return numbers;
  }

  @Test
  void aBatchIsToldWhenAllItsGroupsHaveBegun() {
    ServedTasks tasks = tasks(2, groupsOf(2));
    begin(tasks, TestingShopFolder.ONE_TURN, "");
    assertThat(full).isEmpty();
    begin(tasks, TestingShopFolder.TWO_TURNS, "");
    begin(tasks, TestingShopFolder.TWO_TURNS, "another");
    begin(tasks, TestingShopFolder.ONE_TURN, "");
    begin(tasks, TestingShopFolder.TWO_TURNS, "");
    begin(tasks, TestingShopFolder.ONE_TURN, "");
    assertThat(batches()).containsExactly(3L, 3L, 4L, 3L, 3L, 4L);
    assertThat(full).extracting(BatchManifest::getBatchNumber).containsExactly(3L, 4L);
    BatchManifest first = full.get(0);
    assertThat(first.getRunId()).isEqualTo("r");
    assertThat(first.getMode()).isEqualTo(Mode.TRAIN);
    assertThat(first.getGroupsNeeded()).isEqualTo(2);
    assertThat(first.getPlannedAt()).isEqualTo(clock.instant());
    assertThat(first.getGroups())
        .extracting(PlannedGroup::getTaskId)
        .containsExactly(TestingShopFolder.ONE_TURN, TestingShopFolder.TWO_TURNS);
    PlannedGroup group = first.getGroups().get(0);
    EpisodeStarted episode = events.get(0).getEpisodeStarted();
    assertThat(group.getGroupId()).isEqualTo(episode.getGroupId());
    assertThat(group.getTaskDigest()).isEqualTo(episode.getTaskDigest());
    assertThat(group.getSize()).isEqualTo(2);
    assertThat(group.getArm()).isEqualTo(Arm.HOLDOUT);
  }

  @Test
  void evaluationsBelongToNoBatch() {
    begin(tasks(1, Placements.strict()), TestingShopFolder.ONE_TURN, "");
    assertThat(batches()).containsOnlyNulls();
    assertThat(full).isEmpty();
  }

  @Test
  void numbersOutOfRangeAreNamed() {
    assertThatThrownBy(() -> new TrainingBatches("r", 0, 0, clock, full::add))
        .hasMessage("batch-groups is 0, expected 1 or more");
    assertThatThrownBy(() -> new TrainingBatches("r", 1, -1, clock, full::add))
        .hasMessage("first batch is -1, expected 0 or more");
  }
}
