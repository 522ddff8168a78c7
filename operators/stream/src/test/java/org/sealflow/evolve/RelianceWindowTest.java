package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sealflow.schemas.PatchReliance;

class RelianceWindowTest {
  @Test
  void theMeanIsOverEpisodesNotOverVersions() {
    RelianceWindow window =
        RelianceWindow.NONE
            .plus(4, new PatchReliance(1L, 10L, 6.0), 0)
            .plus(5, new PatchReliance(3L, 50L, 3.0), 1);

    assertThat(window.episodes()).isEqualTo(4);
    assertThat(window.mean()).isEqualTo(2.25);
    assertThat(window.toRecord()).isEqualTo(new PatchReliance(4L, 60L, 9.0));
  }

  @Test
  void whatIsOlderThanTheWindowCountsNoMoreButItsBeginningIsRemembered() {
    RelianceWindow window = RelianceWindow.NONE;
    for (long version = 7; version < 20; version++) {
      window = window.plus(version, new PatchReliance(2L, 8L, (double) version), version - 4);
    }

    assertThat(window.measures())
        .extracting(RelianceWindow.Measure::version)
        .first()
        .isEqualTo(15L);
    assertThat(window.toRecord()).isEqualTo(new PatchReliance(10L, 40L, 15.0 + 16 + 17 + 18 + 19));
    assertThat(window.since()).isEqualTo(7);
  }

  @Test
  void itSpansAsManyVersionsAsPassedSinceTheFirstMeasure() {
    RelianceWindow window =
        RelianceWindow.NONE
            .plus(3, new PatchReliance(1L, 1L, 1.0), 0)
            .plus(7, new PatchReliance(1L, 1L, 1.0), 3);

    assertThat(window.spans(4)).isTrue();
    assertThat(window.spans(5)).isFalse();
    assertThat(RelianceWindow.NONE.spans(0)).isFalse();
  }
}
