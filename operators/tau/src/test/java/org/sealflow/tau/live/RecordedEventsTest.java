package org.sealflow.tau.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.TaskMaterial;
import org.sealflow.environment.ToolDoc;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.TauReference;
import org.sealflow.tau.replay.RecordedConversation;
import org.sealflow.tau.task.TauTask;

/** Recorded conversations as events, against the recorded verdicts of the reference. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecordedEventsTest {
  private final Benchmark benchmark = TauReference.benchmark();
  private final TauEnvironment environment = new TauEnvironment();
  private final Map<String, TauTaskRecords> records = new HashMap<>();
  private final Map<String, Map<String, TauTask>> tasks = new HashMap<>();
  private final Map<String, ReadyTask> ready = new HashMap<>();

  @ParameterizedTest
  @CsvSource({"airline, 800", "retail, 1000", "telecom, 1300", "mock, 100", "telecom_solo, 100"})
  void everyVerdictIsTheReferences(String file, int least) {
    List<String> wrong = new ArrayList<>();
    int judged = 0;
    for (JsonNode row : TauReference.recordings(file + ".jsonl.gz")) {
      JsonNode expected = row.path("reward_info");
      if (!row.path("task").isTextual() || !expected.has("reward")) {
        continue;
      }
      EpisodeVerifier verifier = verified(RecordedConversation.read(row));
      Boolean valid = verifier.episode().official().valid();
      if (valid == null) {
        // The recorded judge met every assertion; here they are left open.
        assertThat(expected.path("reward_basis").toString()).contains("NL_ASSERTION");
        continue;
      }
      judged++;
      if (valid != (expected.path("reward").asDouble() == 1)) {
        wrong.add(row.path("id").asText() + " " + verifier.episode());
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(judged).isGreaterThan(least);
  }

  private EpisodeVerifier verified(RecordedConversation recorded) {
    boolean solo = recorded.conversation().solo();
    String name = TaskNames.of(recorded.domain(), recorded.task(), solo);
    ReadyTask task = ready.computeIfAbsent(name, id -> ready(recorded, solo));
    List<TrajectoryEvent> events =
        ConversationEvents.of(
            new EpisodeAttempt("run", recorded.id(), 0),
            started(name),
            recorded.conversation(),
            Instant.EPOCH);
    EpisodeVerifier verifier = task.verifier(RulesInForce.OFFICIAL, "policy", null, false);
    ToldEvents.tell(verifier, events);
    return verifier;
  }

  private ReadyTask ready(RecordedConversation recorded, boolean solo) {
    TauTaskRecords made =
        records.computeIfAbsent(
            recorded.domain() + solo,
            key -> new TauTaskRecords(benchmark, recorded.domain(), solo));
    Task record =
        made.task(tasks.computeIfAbsent(recorded.domain(), benchmark::tasks).get(recorded.task()));
    List<ToolDoc> tools =
        made.tools().getDocs().stream().map(doc -> ToolDoc.parse(doc, "tools")).toList();
    return environment.ready(new TaskMaterial(record, tools, made.data()));
  }

  private static EpisodeStarted started(String task) {
    return EpisodeStarted.newBuilder()
        .setTaskId(task)
        .setTaskDigest("digest")
        .setGroupId(task)
        .setSampleIndex(0)
        .setGroupSize(1)
        .setMode(Mode.EVAL)
        .setArm(Arm.HOLDOUT)
        .setToolEnforcement(false)
        .setSampling(Sampling.newBuilder().build())
        .setModelName("policy")
        .build();
  }
}
