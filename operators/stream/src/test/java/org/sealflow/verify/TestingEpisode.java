package org.sealflow.verify;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;

/** Writes the events of one attempt at a sample task, one second after the other. */
public final class TestingEpisode {
  /** Event time of the first event. */
  static final Instant BEGINNING = Instant.parse("2026-01-15T08:00:00Z");

  /** The topic the events are said to come from; each stands at the offset of its sequence. */
  static final String TOPIC = "sealflow.trajectories";

  private static final TaskDirectory TASKS = SampleTasks.read();

  private final EpisodeAttempt attempt;
  private final String taskId;
  private final String digest;
  private final List<List<String>> truth;
  private final List<TrajectoryEvent> events = new ArrayList<>();
  private @Nullable String asOfDate = SampleTasks.AS_OF.toString();
  private @Nullable RecordedSource source;
  private @Nullable Long policyVersion;
  private int turn;
  private int step;

  /** An attempt at a sample task. */
  public TestingEpisode(String episodeId, int attempt, String task) {
    this.attempt = new EpisodeAttempt("run", episodeId, attempt);
    this.taskId = "multi_turn_" + task;
    this.digest = TASKS.digest(taskId);
    this.truth = TASKS.ready(taskId).groundTruth();
  }

  /** The first attempt at a task of any environment. */
  TestingEpisode(String episodeId, Task task) {
    this.attempt = new EpisodeAttempt("run", episodeId, 0);
    this.taskId = task.getTaskId();
    this.digest = task.getDigest();
    this.truth = task.getTurns().stream().map(TaskTurn::getGroundTruth).toList();
  }

  /** An attempt that does what the ground truth does and is completed. */
  static List<ReceivedEvent> solved(String episodeId, int attempt, String task) {
    return new TestingEpisode(episodeId, attempt, task).start().solve().end().received();
  }

  /** An attempt of which two turns go wrong and one depends on the folder it was left in. */
  static List<ReceivedEvent> wandering(String episodeId) {
    return new TestingEpisode(episodeId, 0, "base_0")
        .start()
        .step("ls(a=True)", "cd(folder='episodes')")
        .step("cd(folder='..')")
        .endTurn()
        .step("grep(file_name='ep12_script.md', pattern='Todo')")
        .endTurn()
        .step("pwd()", "ls()")
        .endTurn()
        .end()
        .received();
  }

  TestingEpisode withoutDate() {
    asOfDate = null;
    return this;
  }

  TestingEpisode recordedAt(RecordedSource place) {
    source = place;
    return this;
  }

  /** Steps from here on are answered by that version. */
  TestingEpisode by(long version) {
    policyVersion = version;
    return this;
  }

  public TestingEpisode start() {
    EpisodeStarted header =
        EpisodeStarted.newBuilder()
            .setTaskId(taskId)
            .setTaskDigest(digest)
            .setGroupId("group")
            .setSampleIndex(0)
            .setGroupSize(1)
            .setMode(Mode.EVAL)
            .setArm(Arm.HOLDOUT)
            .setAsOfDate(asOfDate)
            .setToolEnforcement(false)
            .setSampling(new Sampling(null, null, null, null, null))
            .setModelName("sample")
            .setSource(source)
            .build();
    events.add(TrajectoryEvents.started(attempt, now(), header));
    return this;
  }

  /** A step of calls, without results. */
  TestingEpisode step(String... calls) {
    AssistantStep payload =
        AssistantStep.newBuilder()
            .setTurn(turn)
            .setStep(step++)
            .setToolCalls(List.of(calls))
            .setPolicyVersion(policyVersion)
            .build();
    events.add(TrajectoryEvents.step(attempt, events.size(), now(), payload));
    return this;
  }

  /** The recorded answer of the environment to the last step. */
  TestingEpisode results(String... raw) {
    List<ToolResult> results = new ArrayList<>();
    for (String text : raw) {
      results.add(new ToolResult(text, null));
    }
    ToolResults payload = new ToolResults(turn, step - 1, results, null);
    events.add(TrajectoryEvents.results(attempt, events.size(), now(), payload));
    return this;
  }

  TestingEpisode endTurn() {
    events.add(TrajectoryEvents.turnEnded(attempt, events.size(), now(), turn++));
    step = 0;
    return this;
  }

  /** The ground truth's calls of every turn left, one step per turn. */
  TestingEpisode solve() {
    while (turn < truth.size()) {
      List<String> calls = truth.get(turn);
      if (!calls.isEmpty()) {
        step(calls.toArray(String[]::new));
      }
      endTurn();
    }
    return this;
  }

  TestingEpisode end() {
    return end(EndReason.COMPLETED, null);
  }

  TestingEpisode end(EndReason reason, @Nullable String message) {
    events.add(TrajectoryEvents.ended(attempt, events.size(), now(), reason, message));
    return this;
  }

  public List<ReceivedEvent> received() {
    return events.stream()
        .map(event -> new ReceivedEvent(event, TOPIC, 0, event.getSequence(), 0))
        .toList();
  }

  private Instant now() {
    return BEGINNING.plusSeconds(events.size());
  }
}
