package org.sealflow.rollout.branch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.rollout.plan.NamedDraws;
import org.sealflow.schemas.Branch;

class BranchChoiceTest {
  private static Failed failed(int group, int sample, int rootCause, int turns) {
    String id = "g" + group;
    return new Failed(id + "/s" + sample, 0, id, sample, rootCause, turns);
  }

  private static List<Branch> choose(BranchStart start, int perGroup, List<Failed> failures) {
    Branching branching = new Branching(start, BranchEnd.TURN, 8, perGroup);
    return new BranchChoice(branching, NamedDraws.of(3)).choose(failures);
  }

  private static List<Failed> failures() {
    List<Failed> failures = new ArrayList<>();
    for (int group = 0; group < 6; group++) {
      for (int sample = 0; sample < 4; sample++) {
        failures.add(failed(group, sample, (group + sample) % 5, 5));
      }
    }
    return failures;
  }

  @Test
  void theRootCauseOfOneFailureOfEachGroupIsSampledAnew() {
    List<Branch> branches = choose(BranchStart.ROOT_CAUSE, 1, failures());

    assertThat(branches).hasSize(6);
    for (int group = 0; group < 6; group++) {
      String id = branches.get(group).getEpisodeId();
      assertThat(id).startsWith("g" + group + "/s");
      assertThat(branches.get(group).getTurn())
          .isEqualTo((group + Integer.parseInt(id.substring(4))) % 5);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ROOT_CAUSE", "RANDOM", "PERMUTED"})
  void theOrderInWhichFailuresCameMakesNoDifference(BranchStart start) {
    List<Failed> other = new ArrayList<>(failures());
    Collections.reverse(other);

    assertThat(choose(start, 2, other)).isEqualTo(choose(start, 2, failures())).hasSize(12);
  }

  @Test
  void controlsBranchOffTheSameEpisodes() {
    List<String> episodes =
        choose(BranchStart.ROOT_CAUSE, 1, failures()).stream().map(Branch::getEpisodeId).toList();

    assertThat(choose(BranchStart.RANDOM, 1, failures()))
        .extracting(Branch::getEpisodeId)
        .isEqualTo(episodes);
    assertThat(choose(BranchStart.PERMUTED, 1, failures()))
        .extracting(Branch::getEpisodeId)
        .isEqualTo(episodes);
  }

  @Test
  void aRandomTurnMayBeAnyThatWasReached() {
    Set<Integer> turns = new HashSet<>();
    for (int group = 0; group < 100; group++) {
      turns.add(choose(BranchStart.RANDOM, 1, List.of(failed(group, 0, 1, 4))).get(0).getTurn());
    }

    assertThat(turns).containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  @Test
  void permutedRootCausesAreThoseOfOthersWithinWhatWasReached() {
    List<Failed> failures = List.of(failed(0, 0, 0, 2), failed(1, 0, 4, 5), failed(2, 0, 3, 5));

    assertThat(choose(BranchStart.PERMUTED, 1, failures))
        .extracting(Branch::getTurn)
        .containsExactly(1, 3, 0);
  }

  @Test
  void noFailureIsNoBranch() {
    assertThat(choose(BranchStart.ROOT_CAUSE, 1, List.of())).isEmpty();
  }

  @Test
  void settingsOutOfTheirRangeAreNamedTogether() {
    assertThatThrownBy(() -> new Branching(BranchStart.NONE, BranchEnd.TURN, 1, 0))
        .hasMessage(
            "branching: samples is 1, expected 2 or more; perGroup is 0, expected 1 or more");
  }
}
