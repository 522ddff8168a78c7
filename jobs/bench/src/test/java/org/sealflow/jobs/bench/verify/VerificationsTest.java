package org.sealflow.jobs.bench.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sealflow.jobs.bench.TestingSamples;

class VerificationsTest {
  @Test
  void allWaysGiveTheSameVerdicts() {
    int valid = 0;
    for (Trajectory trajectory : TestingSamples.workload().trajectories()) {
      boolean official = Verifications.officialAndPerTurn(trajectory);
      assertThat(Verifications.allFacts(trajectory))
          .as(trajectory.episode().id())
          .isEqualTo(official);
      assertThat(Verifications.groundTruthParsedEachTime(trajectory))
          .as(trajectory.episode().id())
          .isEqualTo(official);
      valid += official ? 1 : 0;
    }
    assertThat(valid).isPositive().isLessThan(72);
  }

  @Test
  void asManyAreValidAsTheirNamesSay() {
    for (Trajectory trajectory : TestingSamples.workload().trajectories()) {
      if (trajectory.episode().id().startsWith("solved_")) {
        assertThat(Verifications.officialAndPerTurn(trajectory))
            .as(trajectory.episode().id())
            .isTrue();
      }
    }
  }
}
