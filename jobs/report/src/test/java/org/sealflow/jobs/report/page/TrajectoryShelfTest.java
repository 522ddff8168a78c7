package org.sealflow.jobs.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.jobs.report.TestingTrajectories.episode;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Verdict;

class TrajectoryShelfTest {
  private static final long PLENTY = 1 << 20;

  private static TrajectoryShelf shelf(int trajectories, long bytes, String verdicts) {
    TrajectoryShelf shelf = new TrajectoryShelf(new ReportLimits(trajectories, bytes));
    verdicts
        .chars()
        .mapToObj(letter -> episode("travel", verdict(letter)).build())
        .forEach(episode -> shelf.add(List.of(passedTurn(0).build()), episode));
    return shelf;
  }

  private static Verdict verdict(int letter) {
    return switch (letter) {
      case 'p' -> Verdict.PASSED;
      case 'f' -> Verdict.POLICY_FAILED;
      case 'i' -> Verdict.INFRASTRUCTURE_FAILED;
      default -> Verdict.TASK_DEFECTIVE;
    };
  }

  private static List<Integer> positions(TrajectoryShelf shelf) {
    return shelf.kept().stream().map(TrajectoryShelfTest::position).toList();
  }

  private static int position(TrajectoryShelf.Kept kept) {
    try {
      return new ObjectMapper().readTree(kept.entry()).get("position").asInt();
    } catch (JsonProcessingException error) {
      throw new AssertionError(error);
    }
  }

  @Test
  void failedOnesComeFirstEachInInputOrder() {
    assertThat(positions(shelf(10, PLENTY, "pfpidp"))).containsExactly(1, 3, 4, 0, 2, 5);
  }

  @Test
  void failedOnesTakeThePlaceOfTheLastPassedOnes() {
    TrajectoryShelf shelf = shelf(3, PLENTY, "pppfpf");
    assertThat(positions(shelf)).containsExactly(3, 5, 0);
    assertThat(shelf.offered()).isEqualTo(6);
    assertThat(shelf.failedLeftOut()).isZero();
    assertThat(shelf.passedLeftOut()).isEqualTo(3);
  }

  @Test
  void failedOnesBeyondTheLimitAreLeftOut() {
    TrajectoryShelf shelf = shelf(2, PLENTY, "pffpff");
    assertThat(positions(shelf)).containsExactly(1, 2);
    assertThat(shelf.failedLeftOut()).isEqualTo(2);
    assertThat(shelf.passedLeftOut()).isEqualTo(2);
  }

  @Test
  void bytesAreALimitToo() {
    long one = shelf(1, PLENTY, "f").kept().get(0).bytes();
    TrajectoryShelf shelf = shelf(100, 2 * one + one / 2, "pppff");
    assertThat(positions(shelf)).containsExactly(3, 4);
    assertThat(shelf.passedLeftOut()).isEqualTo(3);
  }

  @Test
  void nothingIsKeptWithoutRoom() {
    TrajectoryShelf shelf = shelf(0, PLENTY, "pf");
    assertThat(shelf.kept()).isEmpty();
    assertThat(shelf.offered()).isEqualTo(2);
  }

  @Test
  void negativeLimitsAreRefused() {
    assertThatThrownBy(() -> new ReportLimits(-1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ReportLimits(0, -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
