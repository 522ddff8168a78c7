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

class KeptTrajectoriesTest {
  private static final long PLENTY = 1 << 20;

  private static KeptTrajectories trajectories(int most, long bytes, String verdicts) {
    KeptTrajectories trajectories = new KeptTrajectories(new ReportLimits(most, bytes));
    verdicts
        .chars()
        .mapToObj(letter -> episode("travel", verdict(letter)).build())
        .forEach(episode -> trajectories.add(List.of(passedTurn(0).build()), episode));
    return trajectories;
  }

  private static Verdict verdict(int letter) {
    return switch (letter) {
      case 'p' -> Verdict.PASSED;
      case 'f' -> Verdict.POLICY_FAILED;
      case 'i' -> Verdict.INFRASTRUCTURE_FAILED;
      default -> Verdict.TASK_DEFECTIVE;
    };
  }

  private static List<Integer> positions(KeptTrajectories trajectories) {
    return trajectories.kept().stream().map(KeptTrajectoriesTest::position).toList();
  }

  private static int position(KeptTrajectories.Kept kept) {
    try {
      return new ObjectMapper().readTree(kept.entry()).get("position").asInt();
    } catch (JsonProcessingException error) {
      throw new AssertionError(error);
    }
  }

  @Test
  void failedOnesComeFirstEachInInputOrder() {
    assertThat(positions(trajectories(10, PLENTY, "pfpidp"))).containsExactly(1, 3, 4, 0, 2, 5);
  }

  @Test
  void failedOnesTakeThePlaceOfTheLastPassedOnes() {
    KeptTrajectories trajectories = trajectories(3, PLENTY, "pppfpf");
    assertThat(positions(trajectories)).containsExactly(3, 5, 0);
    assertThat(trajectories.offered()).isEqualTo(6);
    assertThat(trajectories.failedLeftOut()).isZero();
    assertThat(trajectories.passedLeftOut()).isEqualTo(3);
  }

  @Test
  void failedOnesBeyondTheLimitAreLeftOut() {
    KeptTrajectories trajectories = trajectories(2, PLENTY, "pffpff");
    assertThat(positions(trajectories)).containsExactly(1, 2);
    assertThat(trajectories.failedLeftOut()).isEqualTo(2);
    assertThat(trajectories.passedLeftOut()).isEqualTo(2);
  }

  @Test
  void bytesAreALimitToo() {
    long one = trajectories(1, PLENTY, "f").kept().get(0).bytes();
    KeptTrajectories trajectories = trajectories(100, 2 * one + one / 2, "pppff");
    assertThat(positions(trajectories)).containsExactly(3, 4);
    assertThat(trajectories.passedLeftOut()).isEqualTo(3);
  }

  @Test
  void nothingIsKeptWithoutRoom() {
    KeptTrajectories trajectories = trajectories(0, PLENTY, "pf");
    assertThat(trajectories.kept()).isEmpty();
    assertThat(trajectories.offered()).isEqualTo(2);
  }

  @Test
  void negativeLimitsAreRefused() {
    assertThatThrownBy(() -> new ReportLimits(-1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ReportLimits(0, -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
