package org.sealflow.jobs.report.summary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedCountersTest {
  @Test
  void keysBeyondTheBoundShareOneCounter() {
    BoundedCounters<String, Count> counters = BoundedCounters.byName(2, Count::new);
    for (String name : new String[] {"a", "b", "c", "d", "a"}) {
      counters.of(name).increment();
    }
    assertThat(counters.all()).containsOnlyKeys("a", "b", BoundedCounters.OTHER);
    assertThat(counters.of("a").value()).isEqualTo(2);
    assertThat(counters.of("c").value()).isEqualTo(2);
    assertThat(counters.counted("b")).isEqualTo("b");
    assertThat(counters.counted("d")).isEqualTo(BoundedCounters.OTHER);
  }

  @Test
  void longNamesAreCut() {
    assertThat(BoundedCounters.name("x".repeat(200))).hasSize(200);
    assertThat(BoundedCounters.name("x".repeat(5_000))).isEqualTo("x".repeat(200) + "…");
  }
}
