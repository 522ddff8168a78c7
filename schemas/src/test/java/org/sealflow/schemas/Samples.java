package org.sealflow.schemas;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * One valid record of every shape, by name. Their bytes are stored (see {@link PublishSchemas}), so
 * a sample may change only together with its schema.
 */
final class Samples {
  static final EpisodeAttempt ATTEMPT = new EpisodeAttempt("run-7", "run-7/b3/g2/s1", 1);
  static final Instant TIME = Instant.parse("2026-11-21T10:15:30.123Z");
  static final String DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private Samples() {}

  /** All samples, in a fixed order. */
  static Map<String, SpecificRecordBase> all() {
    Map<String, SpecificRecordBase> samples = new LinkedHashMap<>();
    samples.put("task", TaskRecords.task(task()));
    samples.put("tool-docs", TaskRecords.toolDocs(toolDocs()));
    samples.put("batch", LearningSamples.manifest());
    samples.put(
        "started-train",
        TrajectoryEvents.started(ATTEMPT, TIME, TrajectorySamples.startedInTraining()));
    samples.put(
        "started-replay",
        TrajectoryEvents.started(ATTEMPT, TIME, TrajectorySamples.startedInReplay()));
    samples.put(
        "step-with-tokens",
        TrajectoryEvents.step(ATTEMPT, 1, TIME, TrajectorySamples.stepWithTokens()));
    samples.put(
        "step-refused", TrajectoryEvents.step(ATTEMPT, 1, TIME, TrajectorySamples.stepRefused()));
    samples.put("results", TrajectoryEvents.results(ATTEMPT, 2, TIME, TrajectorySamples.results()));
    samples.put("refusal", TrajectoryEvents.results(ATTEMPT, 2, TIME, TrajectorySamples.refusal()));
    samples.put("turn-ended", TrajectoryEvents.turnEnded(ATTEMPT, 3, TIME, 0));
    samples.put(
        "recorded",
        TrajectoryEvents.ended(
            ATTEMPT, 4, TIME, new EpisodeEnded(EndReason.COMPLETED, null, "{\"messages\": []}")));
    samples.put("completed", TrajectoryEvents.ended(ATTEMPT, 4, TIME, EndReason.COMPLETED, null));
    samples.put(
        "inference-error",
        TrajectoryEvents.ended(ATTEMPT, 4, TIME, EndReason.INFERENCE_ERROR, "Error: timed out"));
    samples.put(
        "branch-ended", TrajectoryEvents.ended(ATTEMPT, 4, TIME, EndReason.BRANCH_ENDED, null));
    samples.put(
        "user-step", TrajectoryEvents.userStep(ATTEMPT, 1, TIME, TrajectorySamples.userStep()));
    samples.put("turn-failed", Diagnoses.turn(ATTEMPT, DiagnosisSamples.turnFailed()));
    samples.put("turn-unreached", Diagnoses.turn(ATTEMPT, DiagnosisSamples.turnUnreached()));
    samples.put("episode-failed", Diagnoses.episode(ATTEMPT, DiagnosisSamples.episodeFailed()));
    samples.put(
        "episode-defective", Diagnoses.episode(ATTEMPT, DiagnosisSamples.episodeDefective()));
    samples.put("episode-unjudged", Diagnoses.episode(ATTEMPT, DiagnosisSamples.episodeUnjudged()));
    samples.put("profile-tag", Records.valid(EvolutionSamples.profileOfTag()));
    samples.put("profile-task", Records.valid(EvolutionSamples.profileOfTask()));
    samples.put("patch-cue", PatchRecords.patch(EvolutionSamples.cue()));
    samples.put("patch-recovery", PatchRecords.patch(EvolutionSamples.recovery()));
    samples.put("patch-hint", PatchRecords.patch(EvolutionSamples.hint()));
    samples.put(
        "patch-command",
        PatchRecords.command(
            PatchRecords.key(EvolutionSamples.hint()),
            new PatchCommand(
                PatchAction.PIN, "a trial", TIME, EvolutionSamples.hint().getRunId())));
    samples.put("policy-first", Records.valid(LearningSamples.firstPolicy()));
    samples.put("policy-trained", Records.valid(LearningSamples.trainedPolicy()));
    samples.put("training-step", Records.valid(LearningSamples.trainingStep()));
    samples.put("training-sample", Records.valid(LearningSamples.trainingSample()));
    samples.put("training-sample-unscored", Records.valid(LearningSamples.unscoredSample()));
    samples.put("failed-record", failedRecord());
    samples.put("failed-line", failedLine());
    return samples;
  }

  /** The sample of this name. */
  static <T extends SpecificRecordBase> T get(Class<T> recordClass, String name) {
    return recordClass.cast(Objects.requireNonNull(all().get(name), name));
  }

  static Task task() {
    return new Task(
        "multi_turn_miss_func_900",
        DIGEST,
        "multi_turn_miss_func",
        Split.TRAIN,
        TaskOrigin.AUTHORED,
        List.of(
            new TaskTurn(List.of(message("Größe von ‘a.txt’? 😀")), List.of(), List.of()),
            new TaskTurn(List.of(), List.of("wc"), List.of("wc('a.txt', 'l')")),
            new TaskTurn(List.of(message("")), List.of(), List.of("cd(folder='x')", "ls()"))),
        List.of("GorillaFileSystem", "TicketAPI"),
        "{\"TicketAPI\": {\"balance\": 1e5, \"a\": [1.0, null]}}",
        List.of(DIGEST, DIGEST),
        DIGEST,
        "bfcl",
        "run");
  }

  static ToolDocs toolDocs() {
    return new ToolDocs(
        "TicketAPI", DIGEST, List.of("{\"name\": \"close_ticket\"}", "{\"name\": \"logout\"}"));
  }

  static Failure failedRecord() {
    return failedRecord(bytes("k"), bytes("{not avro}"), 2);
  }

  static Failure failedRecord(byte @Nullable [] key, byte[] value, int requeues) {
    RecordPosition position = new RecordPosition("sealflow.trajectories", 3, 4_000_000_000L);
    return Failures.ofRecord(complaint(), TIME, position, key, value, requeues);
  }

  static Failure failedLine() {
    return Failures.ofLine(
        complaint(),
        TIME,
        new RecordedSource("runs/result.jsonl", 17L, 16L, "task-1", 4096L),
        new byte[0]);
  }

  static Complaint complaint() {
    return new Complaint(Boundary.PARSE, "begins with 7B 6E", "send Avro");
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Message message(String content) {
    return new Message("user", content);
  }
}
