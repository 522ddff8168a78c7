package org.sealflow.jobs.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.report.TestingTrajectories.call;
import static org.sealflow.jobs.report.TestingTrajectories.episode;
import static org.sealflow.jobs.report.TestingTrajectories.failed;
import static org.sealflow.jobs.report.TestingTrajectories.failedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.source;
import static org.sealflow.jobs.report.TestingTrajectories.unreachedTurn;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.DriftCell;
import org.sealflow.schemas.Verdict;

class TrajectoryDetailTest {
  @Test
  void turnsCarryCallsFindingsAndOrigin() {
    JsonNode turn =
        TrajectoryDetail.of(List.of(failedTurn(1).build()), failed("travel", 1)).at("/turns/0");
    assertThat(turn.get("failure").asText()).isEqualTo("ARGUMENT_MISMATCH");
    assertThat(turn.get("origin").asText()).isEqualTo("OWN");
    assertThat(turn.at("/policyCalls/0/status").asText()).isEqualTo("ERROR_RESULT");
    assertThat(turn.at("/policyCalls/1/step").asInt()).isEqualTo(1);
    assertThat(turn.at("/groundTruthCalls/0/text").asText()).isEqualTo("book_flight(cost=80)");
    assertThat(turn.at("/evidence/0/argument").asText()).isEqualTo("cost");
    assertThat(turn.at("/evidence/1/attributePath").asText()).isEqualTo("TravelAPI.booking_record");
  }

  @Test
  void absentThingsAreNull() {
    JsonNode detail =
        TrajectoryDetail.of(List.of(unreachedTurn(0)), episode("travel", Verdict.PASSED).build());
    assertThat(detail.get("source").isNull()).isTrue();
    assertThat(detail.get("sealProgress").isNull()).isTrue();
    assertThat(detail.at("/turns/0/failure").isNull()).isTrue();
    assertThat(detail.at("/turns/0/reached").asBoolean()).isFalse();
  }

  @Test
  void sourceNamesFileAndLine() {
    JsonNode detail =
        TrajectoryDetail.of(
            List.of(), episode("travel", Verdict.PASSED).setSource(source("a.jsonl", 4)).build());
    assertThat(detail.at("/source/file").asText()).isEqualTo("a.jsonl");
    assertThat(detail.at("/source/line").asLong()).isEqualTo(4);
  }

  @Test
  void longTextsAreCut() {
    DriftCell drift = new DriftCell(0, 0, "r".repeat(9_000), "x".repeat(2_000));
    JsonNode cell =
        TrajectoryDetail.of(
                List.of(passedTurn(0).setDrift(List.of(drift)).build()),
                episode("travel", Verdict.PASSED).build())
            .at("/turns/0/drift/0");
    assertThat(cell.get("recorded").asText()).hasSize(2_001).endsWith("r…");
    assertThat(cell.get("reexecuted").asText()).isEqualTo("x".repeat(2_000));
  }

  @Test
  void longListsSayHowMuchTheyLeaveOut() {
    JsonNode turn =
        TrajectoryDetail.of(
                List.of(
                    passedTurn(0)
                        .setPolicyCalls(Collections.nCopies(130, call("ls()", "{}")))
                        .build()),
                episode("travel", Verdict.PASSED).build())
            .at("/turns/0");
    assertThat(turn.get("policyCalls")).hasSize(100);
    assertThat(turn.get("policyCallsLeftOut").asInt()).isEqualTo(30);
    assertThat(turn.has("groundTruthCallsLeftOut")).isFalse();
  }
}
