package org.sealflow.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class RequeueMarkTest {
  @Test
  void everythingBeforeTheEndIsDoneExceptWhatIsOpen() {
    RequeueMark mark = RequeueMark.of(RequeueMark.of(20, offsets(0, 5, 6, 7, 12)).kept());
    for (long offset = 0; offset < 25; offset++) {
      assertThat(mark.isDone(offset))
          .as("offset %d", offset)
          .isEqualTo(offset < 20 && !List.of(0L, 5L, 6L, 7L, 12L).contains(offset));
    }
    assertThat(RequeueMark.START.isDone(0)).isFalse();
  }

  @Test
  void neighboursAreOneRange() {
    assertThat(RequeueMark.of(20, offsets(5, 6, 7, 12)).kept())
        .isEqualTo(new OffsetAndMetadata(20, "5-7 12-12 "));
  }

  @Test
  void anOffsetWithoutMetadataLeavesNothingOpen() {
    assertThat(RequeueMark.of(new OffsetAndMetadata(20)))
        .isEqualTo(new RequeueMark(20, new TreeMap<>()));
  }

  @Test
  void aMarkEndsAtTheFirstOpenOffsetThatDoesNotFit() {
    TreeSet<Long> open = new TreeSet<>();
    for (long offset = 0; offset < 100_000; offset += 2) {
      open.add(offset);
    }
    OffsetAndMetadata kept = RequeueMark.of(100_000, open).kept();
    assertThat(kept.metadata().length()).isBetween(3_900, 4_000);
    RequeueMark mark = RequeueMark.of(kept);
    assertThat(open).noneMatch(mark::isDone);
    assertThat(mark.isDone(1)).isTrue();
    assertThat(mark.isDone(99_999)).isFalse();
  }

  private static TreeSet<Long> offsets(long... offsets) {
    TreeSet<Long> set = new TreeSet<>();
    for (long offset : offsets) {
      set.add(offset);
    }
    return set;
  }
}
