package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.verify.VerifyHarness.DEADLINE;
import static org.sealflow.verify.VerifyHarness.SETTINGS;

import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;

/** A task whose key came without a value. */
class RemovedTaskTest {
  private static final String TASK = key("multi_turn_base_4");
  private static final List<ReceivedEvent> EVENTS = TestingEpisode.solved("episode", 0, "base_4");

  private static String key(String taskId) {
    for (TaskRecord record : SampleTasks.read().records()) {
      Task task = record.getTask();
      if (task != null && task.getTaskId().equals(taskId)) {
        return TaskRecords.key(record);
      }
    }
    throw new IllegalArgumentException(taskId);
  }

  @Test
  void isNotKnownToEpisodesThatComeAfterIt() throws Exception {
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(TestingEpisode.solved("before", 0, "base_4"));
      int before = harness.verified().size();

      harness.removeTask(TASK).send(EVENTS).pass(DEADLINE);

      assertThat(harness.verified()).hasSize(before);
      assertThat(harness.onlyFailure(EVENTS.get(0)).getReason())
          .contains("task multi_turn_base_4")
          .contains("is not known");
    }
  }

  @Test
  void isTakenUpAgainWhereItIsPublishedAgain() throws Exception {
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.removeTask(TASK).send(EVENTS).sendTasks();

      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(EVENTS));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void doesNotDisturbAnEpisodeWhoseWorldIsInMemory() throws Exception {
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(EVENTS.subList(0, 4)).removeTask(TASK).send(EVENTS.subList(4, EVENTS.size()));

      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(EVENTS));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void isGoneFromTheState() throws Exception {
    OperatorSubtaskState state;
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      state = harness.removeTask(TASK).snapshot();
    }
    try (VerifyHarness harness = VerifyHarness.restored(SETTINGS, state, VerifyHarness.START)) {
      harness.send(EVENTS);
      assertThat(harness.verified()).isEmpty();
      assertThat(harness.state()).containsEntry("awaited", 1L);
    }
  }

  @Test
  void thatNobodyKnewChangesNothing() throws Exception {
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.removeTask("never/published").send(EVENTS);

      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(EVENTS));
    }
  }
}
