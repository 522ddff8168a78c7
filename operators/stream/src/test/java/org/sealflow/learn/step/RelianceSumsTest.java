package org.sealflow.learn.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.PatchReliance;

class RelianceSumsTest {
  private final RelianceSums sums = new RelianceSums();

  @Test
  void anEpisodesLogRatioIsTheSumOverItsSampledTokens() {
    sums.add(
        List.of("cue"),
        3,
        new float[] {0, -0.5f, -0.25f, 0, -1},
        new float[] {-2, 0, -0.75f, -1.5f});

    assertThat(sums.byPatch()).containsOnly(entry("cue", new PatchReliance(1L, 3L, 2.5)));
  }

  @Test
  void episodesAddUpForEachPatchTheyWereShown() {
    sums.add(List.of("cue", "hint"), 2, new float[] {-1, -1}, new float[] {-3, -1});
    sums.add(List.of("hint"), 1, new float[] {-2}, new float[] {-1.5f});

    assertThat(sums.byPatch())
        .containsOnly(
            entry("cue", new PatchReliance(1L, 2L, 2.0)),
            entry("hint", new PatchReliance(2L, 3L, 1.5)));
  }

  @Test
  void anEpisodeWhoseNumbersAreNotFiniteIsLeftOut() {
    sums.add(List.of("cue"), 1, new float[] {-1}, new float[] {Float.NEGATIVE_INFINITY});
    sums.add(List.of("cue"), 1, new float[] {Float.NaN}, new float[] {-1});

    assertThat(sums.byPatch()).isEmpty();
  }
}
