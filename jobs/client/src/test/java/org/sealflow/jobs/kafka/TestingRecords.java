package org.sealflow.jobs.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.Diagnoses;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.Message;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchSetUplift;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchUplift;
import org.sealflow.schemas.PatchVersion;
import org.sealflow.schemas.RecordPosition;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskOrigin;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.ToolDocs;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.VersionStatistics;

/** Valid records for tests. */
public final class TestingRecords {
  public static final Instant TIME = Instant.parse("2026-11-21T10:15:30.123Z");
  public static final String DIGEST =
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private TestingRecords() {}

  public static EpisodeAttempt attempt(String episodeId) {
    return new EpisodeAttempt("run-7", episodeId, 0);
  }

  public static Diagnosis passedTurn(String episodeId, int turn) {
    return Diagnoses.turn(
        attempt(episodeId), turn(episodeId, turn).setTag(Tag.PASS).setRootCause(false).build());
  }

  public static Diagnosis failedTurn(String episodeId, int turn) {
    return Diagnoses.turn(
        attempt(episodeId),
        turn(episodeId, turn)
            .setTag(Tag.STATE_MISMATCH)
            .setFailure(TurnFailure.ARGUMENT_MISMATCH)
            .setOrigin(FailureOrigin.OWN)
            .setRootCause(true)
            .setDeviating(true)
            .setEvidence(List.of(otherValue(), stateDifference()))
            .setPolicyTools(List.of("create_ticket"))
            .setGroundTruthTools(List.of("create_ticket", "logout"))
            .build());
  }

  private static TurnDiagnosis.Builder turn(String episodeId, int turn) {
    return TurnDiagnosis.newBuilder()
        .setMode(Mode.EVAL)
        .setArm(Arm.HOLDOUT)
        .setGroupId(episodeId)
        .setTaskId("multi_turn_base_4")
        .setCategory("multi_turn_base")
        .setTurn(turn)
        .setEndedAt(TIME)
        .setReached(true)
        .setDeviating(false)
        .setCalls(1)
        .setErrors(0);
  }

  private static Evidence otherValue() {
    return Evidence.newBuilder()
        .setKind(EvidenceKind.OTHER_VALUE)
        .setStep(0)
        .setCall(1)
        .setCallText("create_ticket(title='b')")
        .setTool("create_ticket")
        .setArgument("title")
        .setExpected("'a'")
        .setActual("'b'")
        .build();
  }

  private static Evidence stateDifference() {
    return Evidence.newBuilder()
        .setKind(EvidenceKind.STATE_DIFFERENCE)
        .setExpected("'a'")
        .setActual("'b'")
        .setAttributePath("TicketAPI.ticket_queue[0]['title']")
        .build();
  }

  public static Diagnosis failedEpisode(String episodeId) {
    return Diagnoses.episode(
        attempt(episodeId),
        episode(episodeId)
            .setVerdict(Verdict.POLICY_FAILED)
            .setOfficialValid(false)
            .setOfficialErrorType("multi_turn:instance_state_mismatch")
            .setTags(List.of(Tag.PASS, Tag.STATE_MISMATCH))
            .setRootCauseTurn(1)
            .setStrictSuccess(false)
            .build());
  }

  public static Diagnosis passedEpisode(String episodeId) {
    return Diagnoses.episode(
        attempt(episodeId),
        episode(episodeId)
            .setVerdict(Verdict.PASSED)
            .setOfficialValid(true)
            .setTags(List.of(Tag.PASS, Tag.CORRECT_ABSTENTION))
            .setStrictSuccess(true)
            .build());
  }

  private static EpisodeDiagnosis.Builder episode(String episodeId) {
    return EpisodeDiagnosis.newBuilder()
        .setTaskId("multi_turn_base_4")
        .setTaskDigest(DIGEST)
        .setCategory("multi_turn_base")
        .setMode(Mode.EVAL)
        .setArm(Arm.HOLDOUT)
        .setGroupId(episodeId)
        .setSampleIndex(0)
        .setGroupSize(1)
        .setTurns(2)
        .setCalls(3)
        .setEndedAt(TIME);
  }

  /** An episode of one step, recorded in a file. */
  public static List<TrajectoryEvent> episodeEvents(String episodeId, String stepText) {
    EpisodeAttempt attempt = attempt(episodeId);
    return List.of(
        TrajectoryEvents.started(attempt, TIME, started(episodeId)),
        TrajectoryEvents.step(attempt, 1, TIME, step(stepText)),
        TrajectoryEvents.turnEnded(attempt, 2, TIME, 0),
        TrajectoryEvents.ended(attempt, 3, TIME, EndReason.COMPLETED, null));
  }

  private static EpisodeStarted started(String episodeId) {
    return EpisodeStarted.newBuilder()
        .setTaskId("multi_turn_base_4")
        .setTaskDigest(DIGEST)
        .setGroupId(episodeId)
        .setSampleIndex(0)
        .setGroupSize(1)
        .setMode(Mode.EVAL)
        .setArm(Arm.HOLDOUT)
        .setToolEnforcement(false)
        .setSampling(Sampling.newBuilder().build())
        .setModelName("nano")
        .setSource(new RecordedSource("runs/result.jsonl", 17L, 0L, episodeId, 100L))
        .build();
  }

  private static AssistantStep step(String text) {
    return AssistantStep.newBuilder()
        .setTurn(0)
        .setStep(0)
        .setText(text)
        .setToolCalls(List.of("cd(folder='a')", "ls()"))
        .build();
  }

  public static TaskRecord task(String taskId) {
    return TaskRecords.task(
        Task.newBuilder()
            .setTaskId(taskId)
            .setDigest(DIGEST)
            .setCategory("multi_turn_base")
            .setOrigin(TaskOrigin.AUTHORED)
            .setTurns(
                List.of(
                    new TaskTurn(
                        List.of(new Message("user", "list it")), List.of(), List.of("ls()"))))
            .setInvolvedClasses(List.of("GorillaFileSystem"))
            .setInitialConfig("{}")
            .setToolDocsDigests(List.of(DIGEST))
            .build());
  }

  public static TaskRecord toolDocs() {
    return TaskRecords.toolDocs(
        new ToolDocs("GorillaFileSystem", DIGEST, List.of("{\"name\": \"ls\"}")));
  }

  /** A patch of the tool place_order in a category. */
  public static PatchRecord patch(String category, PatchState state, long counter) {
    return PatchRecords.patch(
        EnvironmentPatch.newBuilder()
            .setRunId("run-7")
            .setCategory(category)
            .setTool("place_order")
            .setLayer(PatchLayer.SCHEMA_CUE)
            .setCapability(
                new Capability(
                    CapabilityKind.TOOL_FAILURE, category, "place_order::ARGUMENT_MISMATCH"))
            .setState(state)
            .setVersion(new PatchVersion(0, counter))
            .setContent(
                new PatchContent(
                    List.of(
                        new ArgumentCue(
                            "order_type", true, List.of("Buy", "Sell"), "string", null)),
                    List.of(),
                    null))
            .setContentDigest(DIGEST)
            .setEvidence(new PatchEvidence(9L, 0.25, 0.125, 8L, 12L, List.of("run-7/b3/g2/s1")))
            .setUplift(new PatchUplift(64L, 60L, 9L, 1L, 0.83, 0.5, 0.9))
            .setReason("9 of 36 failing turns")
            .setPinned(false)
            .setActivatedAt(TIME)
            .setUpdatedAt(TIME)
            .build());
  }

  /** A profile of the tool place_order in a category. */
  public static CapabilityProfile profile(String category) {
    CapabilityStatistics statistics =
        new CapabilityStatistics(10L, 3L, 3.5, 1L, 0.3, 0.35, 0.11, 0.60);
    return CapabilityProfile.newBuilder()
        .setRunId("run-7")
        .setCapability(new Capability(CapabilityKind.TOOL, category, "place_order"))
        .setVersion(12L)
        .setTotal(statistics)
        .setWindow(statistics)
        .setVersions(List.of(new VersionStatistics(12L, statistics)))
        .setPatchSets(List.of(new PatchSetUplift(DIGEST, 6L, 3L, 2L, 0L, 0.5, -0.2, 0.8)))
        .setObservedAt(TIME)
        .build();
  }

  /** A record of a topic that was turned away. */
  public static Failure failedRecord(
      Boundary boundary, String topic, long offset, String value, int requeues) {
    return Failures.ofRecord(
        new Complaint(boundary, "begins with 7B 6E", "send Avro"),
        TIME,
        new RecordPosition(topic, 3, offset),
        utf8("key-" + offset),
        utf8(value),
        requeues);
  }

  public static Failure failedLine() {
    return failedLine(Boundary.PARSE);
  }

  public static Failure failedLine(Boundary boundary) {
    return Failures.ofLine(
        new Complaint(boundary, "the line is no JSON object", "mend the line"),
        TIME,
        new RecordedSource("runs/result.jsonl", 17L, 0L, "", 0L),
        utf8("{"));
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  /** Sends diagnoses under their key. */
  public static void send(Connection connection, Diagnosis... diagnoses) {
    Codec<Diagnosis> codec = Codec.of(Diagnosis.class);
    for (Diagnosis diagnosis : diagnoses) {
      send(connection, Topic.DIAGNOSES, diagnosis.getEpisodeId(), codec.encode(diagnosis));
    }
  }

  /** Sends patches and orders under their key. */
  public static void send(Connection connection, PatchRecord... patches) {
    try (Publisher publisher = Publisher.open(connection)) {
      for (PatchRecord patch : patches) {
        publisher.patch(patch);
      }
      publisher.flush();
    }
  }

  /** Sends failures under their key. */
  public static void send(Connection connection, Failure... failures) {
    try (Publisher publisher = Publisher.open(connection)) {
      for (Failure failure : failures) {
        publisher.failure(failure);
      }
      publisher.flush();
    }
  }

  /** Sends anything; a null value deletes the key. */
  public static void send(Connection connection, Topic topic, String key, byte @Nullable [] value) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.copyOf(connection.clientProperties()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      BrokerCalls.answer(
          producer.send(new ProducerRecord<>(connection.topics().name(topic), utf8(key), value)),
          connection.patience(),
          "send");
    }
  }
}
