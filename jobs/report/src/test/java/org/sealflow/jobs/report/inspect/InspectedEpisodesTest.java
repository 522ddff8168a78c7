package org.sealflow.jobs.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.jobs.report.TestingTrajectories.failedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.passed;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.repaired;
import static org.sealflow.jobs.report.TestingTrajectories.unrepaired;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.TaskRecord;

class InspectedEpisodesTest {
  /** Lists and filters ask for no task. */
  private static final class NoTasks implements TaskFolder {
    @Override
    public Collection<TaskOutline> tasks() {
      return List.of();
    }

    @Override
    public boolean contains(String taskId) {
      return false;
    }

    @Override
    public String digest(String taskId) {
      throw new IllegalArgumentException(taskId);
    }

    @Override
    public ReadyTask ready(String taskId) {
      throw new IllegalArgumentException(taskId);
    }

    @Override
    public List<TaskRecord> records() {
      return List.of();
    }
  }

  private InspectedEpisodes episodes;

  @BeforeEach
  void noEpisode() throws IOException {
    episodes = new InspectedEpisodes(new NoTasks(), new InspectorLimits(4, 60));
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
  void textIsSearchedAsFarAsItIsKeptAndThatIsSaid() throws IOException {
    add(4);
    assertThat(list(Map.of(), "TRAVEL_7").path("matches").asInt()).isEqualTo(4);
    assertThat(list(Map.of(), "no such card").path("matches").asInt()).isZero();
    assertThat(episodes.overview().path("textsCut").asInt()).isEqualTo(2);
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
