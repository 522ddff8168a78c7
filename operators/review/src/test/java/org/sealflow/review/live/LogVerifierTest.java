package org.sealflow.review.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.environment.Environments;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.ProvedFailure;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.TaskMaterial;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.TrajectoryListener;
import org.sealflow.review.read.file.TrajectoryFile;
import org.sealflow.review.rule.ReviewFinding;
import org.sealflow.review.rule.TrajectoryReviewer;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnFailure;

class LogVerifierTest {
  private static final Path LOG =
      Path.of("../../data/trajectories/agent-log.jsonl").toAbsolutePath().normalize();

  @TempDir static Path directory;
  private static List<RecordedTrajectory> records;

  private final LogTaskRecords tasks = new LogTaskRecords();

  @BeforeAll
  static void readRecords() throws Exception {
    records = read(LOG);
    assertThat(records).hasSize(6);
  }

  private static List<RecordedTrajectory> read(Path file) throws Exception {
    List<RecordedTrajectory> read = new ArrayList<>();
    TrajectoryFile.read(
        file,
        new ReviewSettings(null, false, "score"),
        new TrajectoryListener() {
          @Override
          public void trajectory(RecordedTrajectory trajectory) {
            read.add(trajectory);
          }

          @Override
          public void note(String line) {}

          @Override
          public void rejected(String line) {
            throw new AssertionError(line);
          }

          @Override
          public void refused(String line) {
            throw new AssertionError(line);
          }
        });
    return read;
  }

  private List<TrajectoryEvent> events(RecordedTrajectory record, Task task) {
    EpisodeStarted started =
        EpisodeStarted.newBuilder()
            .setTaskId(task.getTaskId())
            .setTaskDigest(task.getDigest())
            .setGroupId("g")
            .setSampleIndex(0)
            .setGroupSize(1)
            .setMode(Mode.EVAL)
            .setArm(Arm.HOLDOUT)
            .setToolEnforcement(false)
            .setSampling(Sampling.newBuilder().build())
            .setModelName("agent")
            .build();
    return LogEvents.of(new EpisodeAttempt("run", record.id(), 0), started, record, Instant.EPOCH);
  }

  private static ReadyTask ready(Task task) {
    return Environments.named(task.getEnvironment()).ready(new TaskMaterial(task, List.of(), null));
  }

  private EpisodeVerifier ended(RecordedTrajectory record) {
    Task task = tasks.task(record.tools());
    EpisodeVerifier verifier = ready(task).verifier(RulesInForce.OFFICIAL, "agent", null, false);
    List<TrajectoryEvent> events = events(record, task);
    EpisodeEnded end = Objects.requireNonNull(events.get(events.size() - 1).getEpisodeEnded());
    verifier.ends(end.getReason(), end.getMessage());
    verifier.recorded(Objects.requireNonNull(end.getRecord()));
    return verifier;
  }

  @Test
  void whatTheRecordProvesIsWhatTheStreamIsTold() {
    int found = 0;
    for (RecordedTrajectory record : records) {
      List<VerifiedTurn> turns = ended(record).endEpisode();
      assertThat(turns).hasSize(record.turns());
      List<String> told = new ArrayList<>();
      for (VerifiedTurn turn : turns) {
        ProvedFailure proved = turn.deviation().proved();
        assertThat(turn.deviation().found()).isEqualTo(proved != null);
        if (proved != null) {
          for (Evidence evidence : proved.evidence()) {
            told.add(turn.turn() + 1 + " " + evidence.getTool() + " " + evidence.getNote());
          }
        }
      }
      List<String> proven = new ArrayList<>();
      for (ReviewFinding finding : TrajectoryReviewer.review(record)) {
        proven.add(
            finding.turn()
                + " "
                + finding.tool()
                + " "
                + finding.rule()
                + " "
                + finding.place()
                + ": "
                + finding.evidence());
      }
      found += proven.size();
      assertThat(told).as(record.id()).containsExactlyInAnyOrderElementsOf(proven);
    }
    assertThat(found).isEqualTo(12);
  }

  @Test
  void fieldsThatNobodyInterpretsTravelWithTheEpisode() throws IOException {
    RecordedTrajectory record = records.get(0);
    JsonNode sent = new ObjectMapper().readTree(RecordText.of(record));
    assertThat(sent.get("original")).isEqualTo(record.original());
    assertThat(sent.get("original").size()).isPositive();
  }

  @Test
  void anOriginalTooLongForAMessageStaysBehind() throws IOException {
    RecordedTrajectory record = records.get(0);
    RecordedTrajectory huge =
        new RecordedTrajectory(
            record.id(),
            record.source(),
            record.tools(),
            record.messages(),
            record.reward(),
            record.outcome(),
            new ObjectMapper().createObjectNode().put("blob", "x".repeat(3_000_000)));
    String text = RecordText.of(huge);
    assertThat(new ObjectMapper().readTree(text).get("original").isNull()).isTrue();
    assertThat(RecordText.read(text, record.tools()).messages()).isEqualTo(record.messages());
  }

  @Test
  void aRecordIsUnjudgedAndItsOwnRewardIsShownBeside() {
    EpisodeVerifier verifier = ended(records.get(0));
    verifier.endEpisode();
    VerifiedEpisode episode = verifier.episode();
    assertThat(episode.official().isUnjudged()).isTrue();
    assertThat(episode.official().valid()).isNull();
    assertThat(episode.soundness().environmentFault())
        .isEqualTo("no reference says what it should have done; its own reward is 1.0");
    assertThat(episode.turns().firstDeviating()).isEqualTo(-1);
  }

  @Test
  void theGravestFindingNamesTheFailureAndCallsSayHowTheyEnded() {
    List<VerifiedTurn> turns = ended(records.get(4)).endEpisode();
    VerifiedTurn first = turns.get(0);
    assertThat(Objects.requireNonNull(first.deviation().proved()).failure())
        .isEqualTo(TurnFailure.INVALID_CALL);
    assertThat(first.calls().made().get(0).status()).isEqualTo(CallStatus.MALFORMED);
    assertThat(first.deviation().first()).isTrue();
    assertThat(turns.get(1).calls().made().get(0).status()).isEqualTo(CallStatus.UNKNOWN_NAME);
    assertThat(turns.get(1).deviation().first()).isFalse();
  }

  @Test
  void aFindingIsAboutItsCallAloneIfCallsHaveNoIds() throws Exception {
    Path log = directory.resolve("no-ids.jsonl");
    Files.writeString(
        log,
        "{\"messages\": [{\"role\": \"user\", \"content\": \"Hi\"},"
            + " {\"role\": \"assistant\", \"tool_calls\":"
            + " [{\"function\": {\"name\": \"get\", \"arguments\": \"{\\\"a\\\":1}\"}},"
            + " {\"function\": {\"name\": \"get\", \"arguments\": \"{oops\"}}]}]}\n");
    VerifiedTurn turn = ended(read(log).get(0)).endEpisode().get(0);
    assertThat(turn.calls().made())
        .extracting(VerifiedCall::status)
        .containsExactly(CallStatus.SUCCEEDED, CallStatus.MALFORMED);
    assertThat(Objects.requireNonNull(turn.deviation().proved()).evidence())
        .extracting(Evidence::getCall, Evidence::getCallText)
        .containsExactly(tuple(1, "get({oops)"));
  }

  @Test
  void recordsWithTheSameToolsAreOfOneTaskAndNoToolsAreAnother() throws Exception {
    records.forEach(record -> tasks.task(record.tools()));
    assertThat(tasks.records()).hasSize(1);
    Path bare = directory.resolve("bare.jsonl");
    Files.writeString(
        bare,
        "{\"messages\": [{\"role\": \"user\", \"content\": \"Hi\"},"
            + " {\"role\": \"assistant\", \"content\": \"Hello.\"}]}\n");
    RecordedTrajectory record = read(bare).get(0);
    EpisodeVerifier verifier = ended(record);
    assertThat(verifier.endEpisode()).hasSize(1);
    assertThat(tasks.records()).hasSize(2);
  }

  @Test
  void aReplyIsATurnAndTheRecordComesWithTheEnd() {
    RecordedTrajectory record = records.get(0);
    List<TrajectoryEvent> events = events(record, tasks.task(record.tools()));
    assertThat(events)
        .filteredOn(event -> event.getKind() == EventKind.TURN_ENDED)
        .hasSize(record.turns());
    assertThat(events).filteredOn(event -> event.getKind() == EventKind.USER_STEP).isNotEmpty();
    EpisodeEnded end = Objects.requireNonNull(events.get(events.size() - 1).getEpisodeEnded());
    assertThat(end.getReason()).isEqualTo(EndReason.COMPLETED);
    RecordedTrajectory again =
        RecordText.read(Objects.requireNonNull(end.getRecord()), record.tools());
    assertThat(again.messages()).isEqualTo(record.messages());
    assertThat(again.reward()).isEqualTo(record.reward());
    assertThat(again.outcome()).isEqualTo(record.outcome());
  }

  @Test
  void aBrokenRecordIsOneLineAndNobodyPlaysALog() {
    Task task = tasks.task(null);
    EpisodeVerifier verifier = ready(task).verifier(RulesInForce.OFFICIAL, "agent", null, false);
    assertThatThrownBy(() -> verifier.recorded("{\"messages\": 7}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the record of the episode is malformed");
    assertThatThrownBy(() -> ready(task).conversations(PromptStyles.signatures()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("which nobody can play");
  }
}
