package org.sealflow.jobs.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.report.TestingTrajectories.failed;
import static org.sealflow.jobs.report.TestingTrajectories.failedTurn;
import static org.sealflow.jobs.report.TestingTrajectories.passed;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunChangesTest {
  private final List<InspectedEntry> entries = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();

  private InspectedEntry played(String run, String key, boolean passes) {
    InspectedEntry entry =
        InspectedEntry.of(
            entries.size(),
            run,
            List.of((passes ? passedTurn(0) : failedTurn(0)).build()),
            passes ? passed("travel") : failed("travel", 0));
    entries.add(entry);
    keys.add(key);
    return entry;
  }

  private JsonNode rows() {
    return new RunChanges(entries, keys).node();
  }

  @Test
  void episodesThatArriveInTurnAreComparedWithThoseOfTheFirstRun() {
    InspectedEntry a1 = played("a", "1", false);
    InspectedEntry b1 = played("b", "1", true);
    InspectedEntry a2 = played("a", "2", true);
    InspectedEntry b2 = played("b", "2", true);

    JsonNode rows = rows();

    assertThat(rows.findValuesAsText("run")).containsExactly("a", "b");
    assertThat(rows.findValuesAsText("episodes")).containsExactly("2", "2");
    assertThat(rows.findValuesAsText("passed")).containsExactly("1", "2");
    assertThat(rows.path(0).path("changed")).isEmpty();
    assertThat(rows.path(1).path("changed")).hasToString("{\"fixed\":1,\"same\":1}");
    assertThat(a1.values(EpisodeFacet.CHANGED)).isEmpty();
    assertThat(a2.values(EpisodeFacet.CHANGED)).isEmpty();
    assertThat(b1.values(EpisodeFacet.CHANGED)).containsExactly("fixed");
    assertThat(b2.values(EpisodeFacet.CHANGED)).containsExactly("same");
  }

  @Test
  void anEpisodeThatOnlyALaterRunHasIsUnmatched() {
    played("a", "1", true);
    InspectedEntry alone = played("b", "2", true);

    assertThat(rows().path(1).path("changed")).hasToString("{\"unmatched\":1}");
    assertThat(alone.values(EpisodeFacet.CHANGED)).containsExactly("unmatched");
  }

  @Test
  void anEpisodeThatTheFirstRunPlaysLaterMatches() {
    played("a", "1", true);
    InspectedEntry ahead = played("b", "2", false);
    assertThat(rows().path(1).path("changed")).hasToString("{\"unmatched\":1}");

    played("a", "2", true);

    assertThat(rows().path(1).path("changed")).hasToString("{\"broken\":1}");
    assertThat(ahead.values(EpisodeFacet.CHANGED)).containsExactly("broken");
  }
}
