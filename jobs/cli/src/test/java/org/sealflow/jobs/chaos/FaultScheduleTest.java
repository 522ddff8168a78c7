package org.sealflow.jobs.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FaultScheduleTest {
  private static final Set<ChaosFault> ALL = EnumSet.allOf(ChaosFault.class);

  private static List<PlannedFault> faults(long seed, int faults) {
    return FaultSchedule.of(seed, faults, ALL, 10).stream()
        .flatMap(round -> round.faults().stream())
        .toList();
  }

  @Test
  void equalSeedsMakeEqualSchedules() {
    assertThat(FaultSchedule.of(7, 50, ALL, 10)).isEqualTo(FaultSchedule.of(7, 50, ALL, 10));
    assertThat(faults(7, 50)).isNotEqualTo(faults(8, 50));
  }

  @Test
  void aLongerScheduleBeginsLikeAShorterOne() {
    assertThat(faults(7, 50).subList(0, 20)).isEqualTo(faults(7, 20));
  }

  @Test
  void everyKindComesBeforeAnyComesTwiceAsOften() {
    Set<ChaosFault> kinds = EnumSet.of(ChaosFault.KILL_BROKER, ChaosFault.SAVEPOINT);
    for (PlannedRound round : FaultSchedule.of(3, 40, kinds, 4)) {
      for (ChaosFault kind : kinds) {
        assertThat(round.faults()).filteredOn(fault -> fault.kind() == kind).hasSize(2);
      }
    }
  }

  @Test
  void everyOtherRoundHasAPolicyServerAndItsFaults() {
    List<PlannedRound> rounds = FaultSchedule.of(1, 200, ALL, 10);
    assertThat(rounds)
        .allSatisfy(round -> assertThat(round.served()).isEqualTo(round.number() % 2 == 0));
    for (PlannedRound round : rounds) {
      if (!round.served()) {
        assertThat(round.faults())
            .noneMatch(fault -> fault.kind().part() == ChaosFault.Part.POLICY);
      }
    }
    assertThat(faults(1, 200)).extracting(PlannedFault::kind).containsAll(ALL);
    assertThat(FaultSchedule.of(1, 20, Set.of(ChaosFault.KILL_BROKER), 10))
        .noneMatch(PlannedRound::served);
    assertThat(FaultSchedule.of(1, 20, Set.of(ChaosFault.LYING_POLICY), 10))
        .allMatch(PlannedRound::served);
  }

  @Test
  void faultsLastAsLongAsTheirKindDoes() {
    for (PlannedFault fault : faults(1, 500)) {
      assertThat(fault.length())
          .isBetween(
              Duration.ofMillis(fault.kind().shortestMillis()),
              Duration.ofMillis(fault.kind().longestMillis()));
      assertThat(fault.gap()).isBetween(Duration.ZERO, Duration.ofSeconds(4));
    }
  }

  @Test
  void theOutageOfABrokerIsLongerThanWhatProducersWait() {
    assertThat(ChaosFault.BROKER_OUTAGE.shortestMillis()).isGreaterThan(10_000);
  }

  @Test
  void someFaultsComeBeforeTheSystemHasRecoveredButNoSavepointAndNoRecords() {
    List<PlannedFault> onTop = faults(1, 500).stream().filter(PlannedFault::onTop).toList();
    assertThat(onTop.size()).isBetween(20, 120);
    assertThat(onTop)
        .extracting(fault -> fault.kind().part())
        .doesNotContain(ChaosFault.Part.JOBS, ChaosFault.Part.RECORDS);
  }

  @Test
  void roundsHoldTheWholeSchedule() {
    List<PlannedRound> rounds = FaultSchedule.of(1, 25, ALL, 10);
    assertThat(rounds).extracting(round -> round.faults().size()).containsExactly(10, 10, 5);
    assertThat(faults(1, 25))
        .extracting(PlannedFault::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 25).boxed().toList());
  }

  @Test
  void aScheduleOfNothingIsRefused() {
    assertThatThrownBy(() -> FaultSchedule.of(1, 0, ALL, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FaultSchedule.of(1, 1, Set.of(), 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FaultSchedule.of(1, 1, ALL, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyKindSaysWhatHappens() {
    assertThat(Arrays.stream(ChaosFault.values()).map(ChaosFault::meaning))
        .doesNotHaveDuplicates()
        .allSatisfy(meaning -> assertThat(meaning).isNotBlank());
    assertThat(ChaosFault.KILL_TASKMANAGER.word()).isEqualTo("kill-taskmanager");
  }
}
