package org.sealflow.jobs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GoalTest {
  @Test
  void aLowerBoundIsMetFromThereOn() {
    assertThat(Goal.atLeast(0.6).metBy(0.6)).isTrue();
    assertThat(Goal.atLeast(0.6).metBy(0.59)).isFalse();
    assertThat(Goal.atLeast(0.6).metBy(Double.NaN)).isFalse();
  }

  @Test
  void anUpperBoundIsMetUpToThere() {
    assertThat(Goal.atMost(1).metBy(-3)).isTrue();
    assertThat(Goal.atMost(1).metBy(1)).isTrue();
    assertThat(Goal.atMost(1).metBy(1.01)).isFalse();
    assertThat(Goal.atMost(1).metBy(Double.NaN)).isFalse();
  }
}
