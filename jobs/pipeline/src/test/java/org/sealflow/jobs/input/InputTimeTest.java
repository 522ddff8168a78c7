package org.sealflow.jobs.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How far the time of an input goes, and when it stands still. */
class InputTimeTest {
  private static final Duration GRACE = Duration.ofMinutes(1);
  private static final long START = 1_700_000_000_000L;
  private static final long SECOND = 1_000;
  private static final long HOUR = 3_600 * SECOND;

  private long now = START;
  private final InputTime time = new InputTime(GRACE, () -> now);

  @Test
  void beforeAnythingIsKnownThereIsNoTime() {
    time.partition(0, 5);
    assertThat(time.advance()).isEqualTo(PartitionTime.UNKNOWN);
  }

  @Test
  void aPartitionReadToItsEndGoesOnByTheClock() {
    caughtUp(0, 5);
    for (int second = 0; second < 5; second++) {
      now += SECOND;
      time.seen(new PartitionEnd(0, 0, 5, now));
      assertThat(time.advance()).isEqualTo(now);
    }
  }

  @Test
  void aPartitionThatIsNotReadToItsEndStandsStill() {
    caughtUp(0, 5);
    long then = now;
    now += SECOND;
    time.seen(new PartitionEnd(0, 0, 6, now));
    now += SECOND;
    time.seen(new PartitionEnd(0, 0, 9, now));
    assertThat(time.advance()).isEqualTo(then);
  }

  @Test
  void aPartitionThatNobodyHearsOfStandsStill() {
    caughtUp(0, 5);
    long then = now;
    now += HOUR;
    assertThat(time.advance()).isEqualTo(then);
  }

  @Test
  void anEndIsReachedWhenAllBeforeItIsRead() {
    PartitionTime partition = new PartitionTime(5, () -> now);
    partition.seen(new PartitionEnd(0, 0, 7, START));
    now += HOUR;
    assertThat(partition.read(5, START - HOUR)).isEqualTo(START - HOUR);
    assertThat(partition.time()).isEqualTo(START - HOUR);
    assertThat(partition.read(6, START - SECOND)).isEqualTo(START - SECOND);
    assertThat(partition.time()).isEqualTo(START);
  }

  @Test
  void aReaderThatLagsReachesTheEndsItSawFirst() {
    PartitionTime partition = new PartitionTime(0, () -> now);
    for (int offset = 0; offset < 20; offset++) {
      now += SECOND;
      partition.seen(new PartitionEnd(0, 0, offset + 10, now));
      partition.read(offset, 0);
    }
    assertThat(partition.time()).isEqualTo(START + 11 * SECOND);
  }

  @Test
  void aRecordFromTheFutureMovesNothingBeyondTheClock() {
    PartitionTime partition = new PartitionTime(0, () -> now);
    assertThat(partition.read(0, Long.MAX_VALUE)).isEqualTo(START);
    assertThat(partition.read(1, START - HOUR)).as("never back").isEqualTo(START);
  }

  @Test
  void whatIsDeletedNeedNotBeRead() {
    PartitionTime partition = new PartitionTime(5, () -> now);
    partition.seen(new PartitionEnd(0, 80, 80, START));
    assertThat(partition.time()).isEqualTo(START);
  }

  @Test
  void theSlowestPartitionCounts() {
    caughtUp(0, 5);
    PartitionTime slow = time.partition(1, 0);
    assertThat(slow.read(0, START)).isEqualTo(START);
    long then = time.advance();
    now += SECOND;
    time.seen(new PartitionEnd(0, 0, 5, now));
    time.seen(new PartitionEnd(1, 0, 2, now));
    assertThat(time.advance()).isEqualTo(then);
  }

  @Test
  void aLeapIsHeldBackForTheGrace() {
    caughtUp(0, 5);
    long then = now;
    now += HOUR;
    for (long held = 0; held < GRACE.toMillis(); held += SECOND) {
      time.seen(new PartitionEnd(0, 0, 5, now));
      assertThat(time.advance()).isEqualTo(then);
      now += SECOND;
    }
    time.seen(new PartitionEnd(0, 0, 5, now));
    assertThat(time.advance()).isEqualTo(now);
  }

  @Test
  void aBacklogGoesOnWithItsRecordsWithoutWaiting() {
    PartitionTime partition = time.partition(0, 0);
    partition.read(0, START - HOUR);
    time.advance();
    now += GRACE.toMillis();
    assertThat(time.advance()).isEqualTo(START - HOUR);
    for (int offset = 1; offset < 100; offset++) {
      long sent = START - HOUR + offset * SECOND;
      partition.read(offset, sent);
      assertThat(time.advance()).isEqualTo(sent);
    }
  }

  /** A partition that was read to its end when the grace of the start was over. */
  private void caughtUp(int partition, long end) {
    time.partition(partition, end);
    time.seen(new PartitionEnd(partition, 0, end, now));
    time.advance();
    now += GRACE.toMillis();
    time.seen(new PartitionEnd(partition, 0, end, now));
    assertThat(time.advance()).isEqualTo(now);
  }
}
