package org.sealflow.learn.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.algorithm.SampleDiagnosis;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Verdict;

class StalenessTest {
  private static TakenGroup acted(Long... versions) {
    List<ArrivedEpisode> episodes = new ArrayList<>();
    for (int i = 0; i < versions.length; i++) {
      episodes.add(
          new ArrivedEpisode(
              "g", i, "g/" + i, 0, Verdict.PASSED, 1, SampleDiagnosis.NONE, versions[i]));
    }
    PlannedGroup planned =
        new PlannedGroup(
            "g", "task", "0".repeat(64), versions.length, Arm.PATCHED, null, null, List.of());
    return new TakenGroup(planned, episodes);
  }

  @Test
  void versionsBehindAreCountedFromTheOldestThatActed() {
    Staleness staleness = Staleness.of(5, List.of(acted(5L, 4L), acted(2L, 5L)));
    assertThat(staleness).isEqualTo(new Staleness(1, 3));
  }

  @Test
  void episodesThatNameNoVersionSayNothing() {
    assertThat(Staleness.of(5, List.of(acted(4L, null)))).isEqualTo(new Staleness(1, 1));
    assertThat(Staleness.of(5, List.of(acted((Long) null)))).isEqualTo(new Staleness(0, 0));
    assertThat(Staleness.of(5, List.of())).isEqualTo(new Staleness(0, 0));
  }

  @Test
  void aVersionOfTheFutureIsRefused() {
    assertThatThrownBy(() -> Staleness.of(5, List.of(acted(6L))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "episode g/0 was acted by version 6, but version 5 learns; are two learners running?");
  }
}
