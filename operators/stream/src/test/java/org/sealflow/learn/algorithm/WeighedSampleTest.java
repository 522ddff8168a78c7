package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WeighedSampleTest {
  /** Prompt, two tokens of turn 0, a tool result, two tokens of turn 1, one of turn 2. */
  private static final int[] TURNS = {-1, 0, 0, -1, 1, 1, 2};

  @Test
  void eachTokenCarriesTheAdvantageOfItsTurn() {
    WeighedSample sample = new WeighedSample(-0.5, 2, List.of(0.0, -1.5, 3.0), 0);
    assertThat(sample.spread(TURNS, 1)).containsExactly(0, 0, 0, 0, -1.5f, -1.5f, 3);
    assertThat(sample.weighted()).isEqualTo(-1);
  }

  @Test
  void tokensOfNoTurnCarryTheRest() {
    WeighedSample sample = new WeighedSample(-0.5, 2, List.of(1.0), -1);
    assertThat(sample.spread(TURNS, 1)).containsExactly(-1, 1, 1, -1, -1, -1, -1);
  }

  @Test
  void negativeAdvantagesCountAsMuchAsTheyAreToldTo() {
    WeighedSample sample = new WeighedSample(-1, 1, List.of(-2.0, 3.0), 0);
    assertThat(sample.spread(new int[] {0, 1}, 0.25)).containsExactly(-0.5f, 3);
    assertThat(sample.spread(new int[] {0, 1}, 0)).containsExactly(0, 3);
  }
}
