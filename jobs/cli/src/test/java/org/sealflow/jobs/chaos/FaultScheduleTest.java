package org.sealflow.jobs.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FaultScheduleTest {
  private static final Set<ChaosFault> ALL = EnumSet.allOf(ChaosFault.class);

  @Test
  void equalSeedsMakeEqualSchedules() {
    assertThat(FaultSchedule.of(7, 50, ALL)).isEqualTo(FaultSchedule.of(7, 50, ALL));
    assertThat(FaultSchedule.of(7, 50, ALL)).isNotEqualTo(FaultSchedule.of(8, 50, ALL));
  }

  @Test
  void aLongerScheduleBeginsLikeAShorterOne() {
    assertThat(FaultSchedule.of(7, 50, ALL).subList(0, 20)).isEqualTo(FaultSchedule.of(7, 20, ALL));
  }

  @Test
  void everyKindComesBeforeAnyComesTwiceAsOften() {
    List<PlannedFault> schedule = FaultSchedule.of(3, 2 * ALL.size(), ALL);
    for (ChaosFault kind : ALL) {
      assertThat(schedule).filteredOn(fault -> fault.kind() == kind).hasSize(2);
    }
  }

  @Test
  void faultsLastAsLongAsTheirKindDoes() {
    for (PlannedFault fault : FaultSchedule.of(1, 500, ALL)) {
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
  void someFaultsComeBeforeTheSystemHasRecoveredButNoSavepoint() {
    List<PlannedFault> onTop =
        FaultSchedule.of(1, 500, ALL).stream().filter(PlannedFault::onTop).toList();
    assertThat(onTop.size()).isBetween(50, 150);
    assertThat(onTop)
        .extracting(PlannedFault::kind)
        .doesNotContain(ChaosFault.SAVEPOINT, ChaosFault.RESCALE);
  }

  @Test
  void roundsHoldTheWholeSchedule() {
    List<PlannedFault> schedule = FaultSchedule.of(1, 25, ALL);
    List<List<PlannedFault>> rounds = FaultSchedule.rounds(schedule, 10);
    assertThat(rounds).extracting(List::size).containsExactly(10, 10, 5);
    assertThat(rounds.stream().flatMap(List::stream)).containsExactlyElementsOf(schedule);
  }

  @Test
  void aScheduleOfNothingIsRefused() {
    assertThatThrownBy(() -> FaultSchedule.of(1, 0, ALL))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FaultSchedule.of(1, 1, Set.of()))
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
