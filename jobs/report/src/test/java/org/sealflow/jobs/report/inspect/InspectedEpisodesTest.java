package org.sealflow.jobs.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.jobs.report.TestingTrajectories.call;
import static org.sealflow.jobs.report.TestingTrajectories.episode;
import static org.sealflow.jobs.report.TestingTrajectories.failedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.passed;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.repaired;
import static org.sealflow.jobs.report.TestingTrajectories.unrepaired;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.Verdict;

class InspectedEpisodesTest {
  private final LearnerRecords learner = new LearnerRecords();
  private InspectedEpisodes episodes;

  @BeforeEach
  void noEpisode() throws IOException {
    // Lists and filters ask for no task.
    episodes = new InspectedEpisodes(new InspectedTasks(), learner, 4);
  }

  @AfterEach
  void close() throws IOException {
    episodes.close();
  }

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      if (i % 2 == 0) {
        episodes.add("e" + i, List.of(passedTurn(0).build()), passed("travel"));
      } else {
        episodes.add(
            "e" + i,
            List.of(failedTurn(0).build()),
            repaired("book_flight", "cost", i == 1 ? 1 : 2, i));
      }
    }
    episodes.complete();
  }

  private JsonNode list(Map<EpisodeFacet, String> values, String text) throws IOException {
    return new ObjectMapper()
        .readTree(episodes.list(new EpisodeFilter(values, text), 0, 100).toString());
  }

  @Test
  void episodesBeyondTheLimitAreCountedAndLeftOut() {
    add(7);
    assertThat(episodes.size()).isEqualTo(4);
    assertThat(episodes.leftOut()).isEqualTo(3);
    assertThat(episodes.overview().path("causes").path("failed").asInt()).isEqualTo(3);
    assertThat(episodes.wants("e6")).isFalse();
  }

  @Test
  void failedEpisodesComeFirst() throws IOException {
    add(4);
    JsonNode lines = list(Map.of(), "").path("lines");
    assertThat(lines.findValuesAsText("position")).containsExactly("1", "3", "0", "2");
  }

  @Test
  void aFilterAsksForAllItsValues() throws IOException {
    add(4);
    assertThat(
            list(Map.of(EpisodeFacet.ARGUMENT, "book_flight · cost"), "").path("matches").asInt())
        .isEqualTo(2);
    assertThat(
            list(
                    Map.of(
                        EpisodeFacet.ARGUMENT,
                        "book_flight · cost",
                        EpisodeFacet.REPAIR,
                        "replace cost of book_flight"),
                    "")
                .path("matches")
                .asInt())
        .isEqualTo(1);
    assertThat(
            list(Map.of(EpisodeFacet.ORIGIN, "OWN", EpisodeFacet.VERDICT, "PASSED"), "")
                .path("lines"))
        .isEmpty();
  }

  @Test
  void aSearchAsksForAllItsWordsWhereverTheyStand() throws IOException {
    add(4);
    assertThat(list(Map.of(), "TRAVEL_7").path("matches").asInt()).isEqualTo(4);
    assertThat(list(Map.of(), "card BOOK_flight").path("matches").asInt()).isEqualTo(2);
    assertThat(list(Map.of(), "\"no such card\"").path("matches").asInt()).isEqualTo(2);
    assertThat(list(Map.of(), "\"card such no\"").path("matches").asInt()).isZero();
    assertThat(list(Map.of(), "card Bonn").path("matches").asInt()).isZero();
  }

  @Test
  void aLongEpisodeIsSearchedToItsEnd() throws IOException {
    String result = "x".repeat(100_000) + " ÜBERALL";
    episodes.add(
        "long",
        List.of(passedTurn(0).setPolicyCalls(List.of(call("ls()", result))).build()),
        passed("travel"));
    episodes.complete();
    assertThat(list(Map.of(), "überall").path("matches").asInt()).isEqualTo(1);
  }

  private JsonNode breakdown(EpisodeFilter filter, EpisodeFacet facet) {
    return episodes.breakdown(filter, List.of(facet)).path("facets").path(0);
  }

  private void sample(String group, int index, long version, Verdict verdict) {
    EpisodeDiagnosis episode =
        episode("travel", verdict)
            .setGroupId(group)
            .setMode(Mode.TRAIN)
            .setSampleIndex(index)
            .setGroupSize(2)
            .setPolicyVersionMin(version)
            .setPolicyVersionMax(version)
            .setRootCauseTurn(verdict == Verdict.PASSED ? null : 0)
            .build();
    episodes.add(
        group + "/" + index,
        List.of((verdict == Verdict.PASSED ? passedTurn(0) : failedTurn(0)).build()),
        episode);
  }

  @Test
  void aTrendCountsVersionsInTheirOrder() {
    sample("b10", 0, 10, Verdict.PASSED);
    sample("b9", 0, 9, Verdict.POLICY_FAILED);
    sample("b9", 1, 9, Verdict.PASSED);
    episodes.complete();
    JsonNode rows = breakdown(EpisodeFilter.ALL, EpisodeFacet.VERSION).path("rows");
    assertThat(rows.findValuesAsText("value")).containsExactly("9", "10");
    assertThat(rows.path(0).path("passed").path("share").asDouble()).isEqualTo(0.5);
    assertThat(rows.path(0).path("failed").asInt()).isEqualTo(1);
  }

  @Test
  void trainingAndEvaluationEpisodesOfAVersionHaveALineEach() {
    sample("b1", 0, 1, Verdict.POLICY_FAILED);
    sample("b1", 1, 1, Verdict.PASSED);
    EpisodeDiagnosis evaluated =
        episode("travel", Verdict.PASSED).setPolicyVersionMin(1L).setPolicyVersionMax(1L).build();
    episodes.add("evaluated", List.of(passedTurn(0).build()), evaluated);
    episodes.complete();
    JsonNode lines =
        breakdown(EpisodeFilter.ALL, EpisodeFacet.VERSION).path("rows").path(0).path("lines");
    assertThat(lines.findValuesAsText("mode")).containsExactly("TRAIN", "EVAL");
    assertThat(lines.findValuesAsText("share")).containsExactly("0.5", "1.0");
  }

  @Test
  void groupsThatEndBothWaysComeFirst() {
    sample("lost", 0, 1, Verdict.POLICY_FAILED);
    sample("lost", 1, 1, Verdict.POLICY_FAILED);
    sample("mixed", 0, 1, Verdict.POLICY_FAILED);
    sample("mixed", 1, 1, Verdict.PASSED);
    episodes.complete();
    JsonNode rows = breakdown(EpisodeFilter.ALL, EpisodeFacet.GROUP).path("rows");
    assertThat(rows.findValuesAsText("value")).containsExactly("mixed", "lost");
    assertThat(episodes.overview().path("groups").asBoolean()).isTrue();
  }

  @Test
  void causesAreCountedAmongWhatAFilterLeaves() {
    add(4);
    ObjectNode all = episodes.breakdown(EpisodeFilter.ALL, List.of());
    assertThat(all.path("causes").path("failed").asInt()).isEqualTo(2);
    EpisodeFilter passed = EpisodeFilter.ALL.with(EpisodeFacet.VERDICT, "PASSED");
    assertThat(episodes.breakdown(passed, List.of()).path("causes").path("rows")).isEmpty();
  }

  @Test
  void whatTheLearnerMadeOfAGroupIsAFacetOfItsEpisodes() throws IOException {
    sample("mixed", 0, 0, Verdict.POLICY_FAILED);
    sample("mixed", 1, 0, Verdict.PASSED);
    episodes.complete();
    assertThat(list(Map.of(EpisodeFacet.LEARNER, "USED"), "").path("matches").asInt()).isZero();
    learner.add(LearnerRecordsTest.step("mixed", List.of(List.of(-0.5), List.of(0.5))));
    episodes.outdated();
    assertThat(episodes.overview().path("facets").path("learner").toString()).contains("USED");
    assertThat(list(Map.of(EpisodeFacet.LEARNER, "USED"), "").path("matches").asInt()).isEqualTo(2);
  }

  @Test
  void aCauseIsWorthTheEpisodesThatItsCommonestRepairMakesPass() {
    episodes.add("a", List.of(failedTurn(0).build()), repaired("book_flight", "cost", 1, 1));
    episodes.add("b", List.of(failedTurn(0).build()), repaired("book_flight", "cost", 1, 2));
    episodes.add("c", List.of(failedTurn(0).build()), repaired("book_flight", "cost", 2, 3));
    episodes.add("d", List.of(failedTurn(0).build()), unrepaired(RepairOutcome.NONE_FOUND));
    episodes.complete();
    JsonNode row = episodes.overview().path("causes").path("rows").path(0);
    assertThat(row.path("worth").asInt()).isEqualTo(2);
    assertThat(row.path("repair").asText()).isEqualTo("replace cost of book_flight");
    assertThat(row.path("episodes").path("count").asInt()).isEqualTo(4);
    assertThat(row.path("example").asInt()).isZero();
  }

  @Test
  void linesOutOfRangeAreRefused() {
    add(2);
    assertThatThrownBy(() -> episodes.list(EpisodeFilter.ALL, -1, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(episodes.list(EpisodeFilter.ALL, 1_000, 10).path("lines")).isEmpty();
  }
}
