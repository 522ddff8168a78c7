package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.Policy;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.WeightsFormat;
import org.sealflow.tasks.TaskChange;

/** Runs an {@link EpisodeRunner} as Flink does, with mailbox and time in the test's hands. */
final class RunnerHarness implements AutoCloseable {
  static final long START = TestingGame.CLOCK.millis();

  private final AbstractStreamOperatorTestHarness<TrajectoryEvent> harness;

  private RunnerHarness(RolloutSettings settings, PolicyFactory policies) throws Exception {
    harness =
        new AbstractStreamOperatorTestHarness<>(
            new EpisodeRunnerFactory(settings, policies), 1, 1, 0);
    ((SerializerConfigImpl) harness.getExecutionConfig().getSerializerConfig())
        .setGenericTypes(false);
  }

  /** A started runner that knows no task. */
  static RunnerHarness open(RolloutSettings settings, PolicyFactory policies) throws Exception {
    return restored(settings, policies, null, START);
  }

  /** A started runner that knows all sample tasks. */
  static RunnerHarness withTasks(RolloutSettings settings, Policy policy) throws Exception {
    return open(settings, tasks -> policy).sendTasks();
  }

  static RunnerHarness restored(
      RolloutSettings settings,
      PolicyFactory policies,
      @Nullable OperatorSubtaskState state,
      long time)
      throws Exception {
    RunnerHarness opened = new RunnerHarness(settings, policies);
    opened.harness.setProcessingTime(time);
    if (state != null) {
      opened.harness.initializeState(state);
    }
    opened.harness.open();
    return opened.work();
  }

  RunnerHarness sendTasks() throws Exception {
    for (TaskRecord record : TestingGame.TASKS.records()) {
      send(RolloutNotice.of(TaskChange.of(record)));
    }
    return this;
  }

  RunnerHarness send(RolloutNotice notice) throws Exception {
    runner().processElement2(new StreamRecord<>(notice));
    return this;
  }

  /** A version of a policy. */
  RunnerHarness sendVersion(String policy, long version) throws Exception {
    return send(
        RolloutNotice.of(
            PolicyUpdate.newBuilder()
                .setPolicyName(policy)
                .setRunId("run")
                .setVersion(version)
                .setFormat(WeightsFormat.NONE)
                .setPublishedAt(Instant.EPOCH)
                .build()));
  }

  RunnerHarness send(EpisodeRequest... requests) throws Exception {
    for (EpisodeRequest request : requests) {
      runner().processElement1(new StreamRecord<>(request));
    }
    return this;
  }

  /** Lets the runner take up all answers that are there. */
  RunnerHarness work() throws Exception {
    TaskMailbox mailbox = harness.getTaskMailbox();
    for (Optional<Mail> mail = mailbox.tryTake(TaskMailbox.MIN_PRIORITY);
        mail.isPresent();
        mail = mailbox.tryTake(TaskMailbox.MIN_PRIORITY)) {
      mail.get().run();
    }
    return this;
  }

  RunnerHarness pass(Duration time) throws Exception {
    harness.setProcessingTime(harness.getProcessingTime() + time.toMillis());
    return work();
  }

  RunnerHarness endInput(int input) throws Exception {
    runner().endInput(input);
    return this;
  }

  /** The watermark that comes with the end of both inputs, before the end itself. */
  RunnerHarness endWatermarks() throws Exception {
    runner().processWatermark1(Watermark.MAX_WATERMARK);
    runner().processWatermark2(Watermark.MAX_WATERMARK);
    return this;
  }

  /** Everything that went out, watermarks too. */
  List<Object> output() {
    return List.copyOf(harness.getOutput());
  }

  OperatorSubtaskState snapshot() throws Exception {
    return harness.snapshot(1, harness.getProcessingTime());
  }

  private EpisodeRunner runner() {
    return (EpisodeRunner) harness.getOperator();
  }

  int timers() {
    return harness.getProcessingTimeService().getNumActiveTimers();
  }

  List<TrajectoryEvent> events() {
    return harness.extractOutputValues();
  }

  /** The events of an episode's attempt, in order. */
  List<TrajectoryEvent> events(String episodeId, int attempt) {
    return events().stream()
        .filter(event -> event.getEpisodeId().equals(episodeId) && event.getAttempt() == attempt)
        .toList();
  }

  /** How an episode ended; empty if it has not. */
  Optional<EpisodeEnded> end(String episodeId) {
    return events().stream()
        .filter(event -> event.getEpisodeId().equals(episodeId))
        .map(TrajectoryEvent::getEpisodeEnded)
        .filter(ended -> ended != null)
        .findFirst();
  }

  /** How an episode began. */
  EpisodeStarted header(String episodeId) {
    return events().stream()
        .filter(event -> event.getEpisodeId().equals(episodeId))
        .map(TrajectoryEvent::getEpisodeStarted)
        .filter(started -> started != null)
        .findFirst()
        .orElseThrow();
  }

  /** Ids of the episodes that began, in the order in which they did. */
  List<String> started() {
    return episodesOf(EventKind.EPISODE_STARTED);
  }

  /** Ids of the episodes that ended, in the order in which they did. */
  List<String> ended() {
    return episodesOf(EventKind.EPISODE_ENDED);
  }

  private List<String> episodesOf(EventKind kind) {
    return events().stream()
        .filter(event -> event.getKind() == kind)
        .map(TrajectoryEvent::getEpisodeId)
        .toList();
  }

  /** Every attempt counts its events from 0 without a gap, from its start to at most one end. */
  void assertContiguous() {
    Map<String, List<TrajectoryEvent>> attempts = new LinkedHashMap<>();
    for (TrajectoryEvent event : events()) {
      attempts
          .computeIfAbsent(
              event.getEpisodeId() + "@" + event.getAttempt(), attempt -> new ArrayList<>())
          .add(event);
    }
    attempts.forEach(
        (attempt, events) -> {
          for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).getSequence()).as(attempt).isEqualTo(i);
            assertThat(events.get(i).getKind() == EventKind.EPISODE_STARTED).isEqualTo(i == 0);
            if (i < events.size() - 1) {
              assertThat(events.get(i).getKind()).isNotEqualTo(EventKind.EPISODE_ENDED);
            }
          }
        });
  }

  @Override
  public void close() {
    try {
      harness.close();
    } catch (Exception e) {
      throw new IllegalStateException("the harness cannot be closed", e);
    }
  }
}
