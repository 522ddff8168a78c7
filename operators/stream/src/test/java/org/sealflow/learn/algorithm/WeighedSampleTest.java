package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WeighedSampleTest {
  /** Prompt, two tokens of turn 0, a tool result, two tokens of turn 1, one of turn 2. */
  private static final int[] TURNS = {-1, 0, 0, -1, 1, 1, 2};

  @Test
  void theWholeTrajectoryCarriesItsWeight() {
    WeighedSample sample = new WeighedSample(-0.5, 2, List.of(1), List.of());
    assertThat(sample.weighted()).isEqualTo(-1);
    assertThat(sample.spread(TURNS, CreditRule.TRAJECTORY, 1)).containsOnly(-1);
  }

  @Test
  void rootCauseTurnsCanCarryTheWeightAlone() {
    WeighedSample sample = new WeighedSample(-0.5, 2, List.of(1), List.of());
    assertThat(sample.spread(TURNS, CreditRule.ROOT_CAUSE_TURNS, 1))
        .containsExactly(-0.5f, -0.5f, -0.5f, -0.5f, -1, -1, -0.5f);
  }

  @Test
  void withoutARootCauseAmongItsTokensTheWholeTrajectoryCarries() {
    WeighedSample none = new WeighedSample(1.5, 0.8, List.of(), List.of());
    assertThat(none.spread(TURNS, CreditRule.ROOT_CAUSE_TURNS, 1))
        .containsOnly((float) (1.5 * 0.8));
    WeighedSample elsewhere = new WeighedSample(1.5, 0.8, List.of(5), List.of());
    assertThat(elsewhere.spread(TURNS, CreditRule.ROOT_CAUSE_TURNS, 1))
        .containsOnly((float) (1.5 * 0.8));
  }

  @Test
  void blameFallsOnRootCauseTurnsOnlyWhereThatIsAsked() {
    WeighedSample failed = new WeighedSample(-0.5, 2, List.of(1), List.of());
    assertThat(failed.spread(TURNS, CreditRule.ROOT_CAUSE_ONLY, 1))
        .containsExactly(0, 0, 0, 0, -1, -1, 0);
  }

  @Test
  void praiseIsForTheWholeTrajectoryEvenThen() {
    WeighedSample better = new WeighedSample(0.5, 2, List.of(1), List.of());
    assertThat(better.spread(TURNS, CreditRule.ROOT_CAUSE_ONLY, 1)).containsOnly(1);
    WeighedSample passed = new WeighedSample(0.5, 2, List.of(), List.of());
    assertThat(passed.spread(TURNS, CreditRule.ROOT_CAUSE_ONLY, 1)).containsOnly(1);
  }

  @Test
  void blameThatFallsOnNoTokenIsSharedByAll() {
    WeighedSample elsewhere = new WeighedSample(-0.5, 2, List.of(5), List.of());
    assertThat(elsewhere.spread(TURNS, CreditRule.ROOT_CAUSE_ONLY, 1)).containsOnly(-1);
  }

  @Test
  void eachTurnCanCarryItsOwnAdvantage() {
    WeighedSample sample = new WeighedSample(-0.5, 2, List.of(1), List.of(0.0, -1.5));
    assertThat(sample.spread(TURNS, CreditRule.TURNS, 1)).containsExactly(0, 0, 0, 0, -3, -3, 0);
  }

  @Test
  void withoutADiagnosisTheWholeTrajectoryCarriesItsWeight() {
    WeighedSample sample = new WeighedSample(-0.5, 2, List.of(), List.of());
    assertThat(sample.spread(TURNS, CreditRule.TURNS, 1)).containsOnly(-1);
  }

  @Test
  void negativeAdvantagesCountAsMuchAsTheyAreToldTo() {
    WeighedSample sample = new WeighedSample(-1, 1, List.of(), List.of(-2.0, 3.0));
    assertThat(sample.spread(new int[] {0, 1}, CreditRule.TURNS, 0.25)).containsExactly(-0.5f, 3);
    assertThat(sample.spread(new int[] {0, 1}, CreditRule.TURNS, 0)).containsExactly(0, 3);
    assertThat(sample.spread(new int[] {0, 1}, CreditRule.TRAJECTORY, 0.5)).containsOnly(-0.5f);
  }
}
