package org.sealflow.jobs.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.report.TestingTrajectories.TOTALS;
import static org.sealflow.jobs.report.TestingTrajectories.failed;
import static org.sealflow.jobs.report.TestingTrajectories.failedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.passed;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SummaryJsonTest {
  private final DiagnosisSummary summary = new DiagnosisSummary();
  private JsonNode json;

  @BeforeEach
  void countTwoEpisodes() throws Exception {
    summary.add(List.of(passedTurn(0).build(), failedTurn(1).build()), failed("travel", 1));
    summary.add(List.of(passedTurn(0).build()), passed("files"));
    json = new ObjectMapper().readTree(SummaryJson.render(summary, TOTALS));
  }

  @Test
  void keysAreStable() {
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            "episodes",
            "categories",
            "models",
            "turns",
            "tags",
            "failures",
            "origins",
            "positions",
            "rootCauses",
            "causes",
            "tools",
            "arguments",
            "repairs",
            "unsupported",
            "officialErrors",
            "drift",
            "failureRecords",
            "ledger",
            "time");
    assertThat(json.at("/categories/0").fieldNames())
        .toIterable()
        .containsExactly(
            "category",
            "episodes",
            "official",
            "withoutOfficial",
            "passed",
            "strict",
            "verdicts",
            "drifted",
            "turnsReached",
            "failing",
            "failures");
  }

  @Test
  void sharesCarryTheirIntervals() {
    JsonNode official = json.at("/episodes/official");
    assertThat(official.fieldNames())
        .toIterable()
        .containsExactly("count", "of", "share", "low", "high");
    assertThat(official.get("count").asLong()).isEqualTo(1);
    assertThat(official.get("share").asDouble()).isEqualTo(0.5);
    assertThat(official.get("low").asDouble()).isEqualTo(new Proportion(1, 2).low());
  }

  @Test
  void shareWithoutTrialsIsNull() {
    JsonNode none = SummaryJson.node(new DiagnosisSummary(), TOTALS).at("/episodes/official");
    assertThat(none.get("share").isNull()).isTrue();
    assertThat(none.get("low").isNull()).isTrue();
    assertThat(none.get("of").asLong()).isZero();
  }

  @Test
  void numbersAreThoseOfTheSummary() {
    assertThat(json.at("/turns/reached").asLong()).isEqualTo(3);
    assertThat(json.at("/failures/1/failure").asText()).isEqualTo("ARGUMENT_MISMATCH");
    assertThat(json.at("/failures/1/origins/OWN").asLong()).isEqualTo(1);
    assertThat(json.at("/failures/1/rootCauses").asLong()).isEqualTo(1);
    assertThat(json.at("/rootCauses/turns/1/episodes").asLong()).isEqualTo(1);
    assertThat(json.at("/positions/1/failing/of").asLong()).isEqualTo(1);
    assertThat(json.at("/arguments/0/argument").asText()).isEqualTo("cost");
    assertThat(json.at("/officialErrors/0/episodes").asLong()).isEqualTo(1);
    assertThat(json.at("/ledger/balances").asBoolean()).isTrue();
    assertThat(json.at("/time/seconds").asDouble()).isEqualTo(2.5);
    assertThat(json.at("/time/episodesPerSecond").asDouble()).isEqualTo(0.8);
  }
}
