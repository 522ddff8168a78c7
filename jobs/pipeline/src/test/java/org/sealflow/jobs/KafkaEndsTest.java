package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KafkaEndsTest {
  @Test
  void transactionalIdsOfOneRunNeverBeginLikeThoseOfAnother() {
    List<String> prefixes = new ArrayList<>();
    for (String run : List.of("x", "x-1", "x-10", "x-1-0", "x-1-")) {
      prefixes.add(KafkaEnds.transactionalIdPrefix("sealflow.policy-updates", run));
    }
    for (String one : prefixes) {
      assertThat(prefixes).filteredOn(other -> other.startsWith(one)).containsExactly(one);
    }
  }

  @Test
  void transactionalIdsOfARunAreTheSameAtEachStart() {
    assertThat(KafkaEnds.transactionalIdPrefix("sealflow.policy-updates", "x-1"))
        .isEqualTo("sealflow.policy-updates-x-1-e0f26c5c92757661");
  }
}
