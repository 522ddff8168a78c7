package org.sealflow.jobs.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/** Diagnoses at a collector. */
@Timeout(120)
final class OtlpSinkTest {
  private static final Instant TIME = Instant.parse("2026-11-21T10:00:00.123Z");
  private static final String SECRET = "wanted_value";

  private static Diagnosis turn(String episode, int turn, boolean deviating) {
    Evidence evidence =
        Evidence.newBuilder()
            .setKind(EvidenceKind.OTHER_VALUE)
            .setTool("cp")
            .setArgument("source")
            .setExpected(SECRET)
            .setActual("'b'")
            .build();
    TurnDiagnosis diagnosis =
        TurnDiagnosis.newBuilder()
            .setTaskId("task_1")
            .setCategory("task")
            .setTurn(turn)
            .setEndedAt(TIME)
            .setReached(true)
            .setTag(deviating ? Tag.STATE_MISMATCH : Tag.PASS)
            .setFailure(deviating ? TurnFailure.ARGUMENT_MISMATCH : null)
            .setOrigin(deviating ? FailureOrigin.OWN : null)
            .setRootCause(deviating)
            .setDeviating(deviating)
            .setEvidence(deviating ? List.of(evidence) : List.of())
            .setCalls(1)
            .setErrors(0)
            .build();
    return diagnosis(episode).setKind(DiagnosisKind.TURN).setTurnDiagnosis(diagnosis).build();
  }

  private static Diagnosis episode(String episode, Verdict verdict) {
    Repair repair =
        new Repair(
            RepairOutcome.FOUND,
            List.of(
                CallEdit.newBuilder()
                    .setKind(EditKind.INSERT)
                    .setTurn(1)
                    .setTool("wc")
                    .setWantedText(SECRET)
                    .build()),
            3);
    EpisodeDiagnosis diagnosis =
        EpisodeDiagnosis.newBuilder()
            .setTaskId("task_1")
            .setTaskDigest("digest")
            .setCategory("task")
            .setMode(Mode.EVAL)
            .setArm(Arm.HOLDOUT)
            .setGroupId("group")
            .setSampleIndex(0)
            .setGroupSize(1)
            .setVerdict(verdict)
            .setTags(List.of())
            .setTurns(2)
            .setCalls(2)
            .setStrictSuccess(verdict == Verdict.PASSED)
            .setEndedAt(TIME)
            .setRootCauseTurn(verdict == Verdict.POLICY_FAILED ? 1 : null)
            .setRepair(verdict == Verdict.POLICY_FAILED ? repair : null)
            .build();
    return diagnosis(episode).setKind(DiagnosisKind.EPISODE).setEpisodeDiagnosis(diagnosis).build();
  }

  private static Diagnosis.Builder diagnosis(String episode) {
    return Diagnosis.newBuilder().setEpisodeId(episode).setAttempt(0).setRunId("run");
  }

  private static void run(List<Diagnosis> diagnoses, OtlpSettings settings) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1);
    environment
        .fromData(diagnoses, new AvroTypeInfo<>(Diagnosis.class))
        .sinkTo(new OtlpSink(settings));
    environment.execute("evaluation events");
  }

  private static OtlpSettings settings(TestingCollector collector, int batch) {
    return new OtlpSettings(
        URI.create(collector.endpoint()),
        Map.of("x-key", "k"),
        batch,
        Duration.ofMillis(50),
        Duration.ofSeconds(30));
  }

  /** Attributes by key; numbers and truth values as text. */
  private static Map<String, String> attributes(JsonNode record) {
    Map<String, String> attributes = new TreeMap<>();
    for (JsonNode attribute : record.get("attributes")) {
      attributes.put(
          attribute.get("key").asText(), attribute.get("value").elements().next().asText());
    }
    return attributes;
  }

  @Test
  void deviatingTurnsAndEpisodesArriveAsEvaluationEvents() throws Exception {
    try (TestingCollector collector = new TestingCollector()) {
      run(
          List.of(
              turn("a", 0, false),
              turn("a", 1, true),
              episode("a", Verdict.POLICY_FAILED),
              episode("b", Verdict.PASSED),
              episode("c", Verdict.INFRASTRUCTURE_FAILED)),
          settings(collector, 100));

      List<JsonNode> records = collector.records();
      assertThat(records).hasSize(4);
      assertThat(records)
          .allSatisfy(
              record -> {
                assertThat(record.get("eventName").asText()).isEqualTo("gen_ai.evaluation.result");
                assertThat(record.get("timeUnixNano").asText()).isEqualTo("1795255200123000000");
              });
      assertThat(attributes(records.get(0)))
          .containsEntry("gen_ai.evaluation.name", "sealflow.turn")
          .containsEntry("gen_ai.evaluation.score.label", "ARGUMENT_MISMATCH")
          .containsEntry("gen_ai.evaluation.score.value", "0.0")
          .containsEntry("gen_ai.evaluation.explanation", "OTHER_VALUE cp source 'b'")
          .containsEntry("gen_ai.conversation.id", "a")
          .containsEntry("sealflow.turn", "1")
          .containsEntry("sealflow.origin", "OWN")
          .containsEntry("sealflow.rootCause", "true");
      assertThat(attributes(records.get(1)))
          .containsEntry("gen_ai.evaluation.name", "sealflow.verdict")
          .containsEntry("gen_ai.evaluation.score.label", "fail")
          .containsEntry("sealflow.rootCauseTurn", "1")
          .containsEntry("sealflow.repair", "FOUND")
          .containsEntry("gen_ai.evaluation.explanation", "INSERT wc in turn 1");
      assertThat(attributes(records.get(2)))
          .containsEntry("gen_ai.evaluation.score.label", "pass")
          .containsEntry("gen_ai.evaluation.score.value", "1.0");
      assertThat(attributes(records.get(3)))
          .containsEntry("gen_ai.evaluation.score.label", "infrastructure_failed")
          .doesNotContainKey("gen_ai.evaluation.score.value");
      assertThat(records.toString()).doesNotContain(SECRET);
      assertThat(collector.keys()).containsOnly("k");
    }
  }

  @Test
  void aBusyCollectorIsAskedAgainAndMissesNothing() throws Exception {
    List<Diagnosis> diagnoses = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      diagnoses.add(episode("e" + i, Verdict.PASSED));
    }
    try (TestingCollector collector = new TestingCollector(503, 429)) {
      run(diagnoses, settings(collector, 5));

      assertThat(collector.records())
          .extracting(record -> attributes(record).get("gen_ai.conversation.id"))
          .containsExactlyElementsOf(diagnoses.stream().map(Diagnosis::getEpisodeId).toList());
      assertThat(collector.requests()).isGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void whatACollectorRefusesIsGivenUpAndTheJobGoesOn() throws Exception {
    try (TestingCollector collector = new TestingCollector(400)) {
      run(
          List.of(episode("a", Verdict.PASSED), episode("b", Verdict.PASSED)),
          settings(collector, 1));

      assertThat(collector.records()).hasSize(1);
      assertThat(collector.requests()).isEqualTo(2);
    }
  }

  @Test
  void theJobGoesOnPastACollectorThatAnswersHeadersOnly() throws Exception {
    try (TestingUnfinishedCollector collector = new TestingUnfinishedCollector()) {
      run(
          List.of(
              episode("a", Verdict.PASSED),
              episode("b", Verdict.PASSED),
              episode("c", Verdict.PASSED)),
          new OtlpSettings(
              URI.create(collector.endpoint()), Map.of(), 1, Duration.ZERO, Duration.ofSeconds(2)));

      assertThat(collector.connections()).isEqualTo(1);
    }
  }

  @Test
  void aRequestIsTriedAgainOnlyAsLongAsThePatienceLasts() throws Exception {
    try (TestingCollector collector = new TestingCollector(503, 503, 503, 503)) {
      long[] now = {0};
      List<Duration> pauses = new ArrayList<>();
      OtlpSettings patient =
          new OtlpSettings(
              URI.create(collector.endpoint()), Map.of(), 1, Duration.ZERO, Duration.ofSeconds(5));
      OtlpClient client =
          new OtlpClient(
              patient,
              () -> now[0],
              pause -> {
                pauses.add(pause);
                now[0] += Duration.ofSeconds(3).toNanos();
              });

      assertThat(client.send("{}"))
          .isEqualTo(new OtlpClient.Result("status 503 {\"message\":\"refused\\nfor now\"}", true));
      assertThat(pauses).containsExactly(Duration.ZERO, Duration.ZERO);
      assertThat(collector.requests()).isEqualTo(2);
    }
  }

  @Test
  void anEndpointIsAUrlAndItsHeadersAreNotShown() {
    OtlpSettings settings = OtlpSettings.of("https://otel.example:4318", Map.of("key", "secret"));
    assertThat(settings.logs()).hasToString("https://otel.example:4318/v1/logs");
    assertThat(OtlpSettings.of("http://a/own/path", Map.of()).logs())
        .hasToString("http://a/own/path");
    assertThat(settings.toString()).doesNotContain("secret");
    for (String wrong : List.of("localhost:4318", "ftp://a", "http://", "a b")) {
      assertThatThrownBy(() -> OtlpSettings.of(wrong, Map.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + wrong + "', expected a URL such as http://localhost:4318");
    }
  }
}
