package org.sealflow.python;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PyRandomTest {
  @Test
  void aSeedGivesPythonsNumbers() {
    // random.Random(42): getrandbits(32), then a fresh one's randint(1, 6) and random().
    assertThat(new PyRandom(42).nextWord()).isEqualTo(2746317213L);
    PyRandom random = new PyRandom(42);
    assertThat(random.randint(1, 6)).isEqualTo(6);
    assertThat(new PyRandom(42).nextDouble()).isEqualTo(0.6394267984578837);
  }

  @Test
  void theSignOfASeedDoesNotCount() {
    assertThat(new PyRandom(-42).nextWord()).isEqualTo(new PyRandom(42).nextWord());
    assertThat(new PyRandom(Long.MIN_VALUE).nextWord()).isNotEqualTo(new PyRandom(0).nextWord());
  }

  @Test
  void generatorsOfOneSeedDoNotDisturbEachOther() {
    PyRandom first = new PyRandom(141053);
    long word = first.nextWord();
    for (int i = 0; i < 2000; i++) {
      first.nextWord();
    }
    assertThat(new PyRandom(141053).nextWord()).isEqualTo(word);
    assertThat(first.drawn()).isEqualTo(2001);
  }
}
