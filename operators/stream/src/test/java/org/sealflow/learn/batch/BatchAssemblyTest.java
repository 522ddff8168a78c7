package org.sealflow.learn.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.algorithm.CreditRule;
import org.sealflow.learn.algorithm.DropRule;
import org.sealflow.learn.algorithm.SampleDiagnosis;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Verdict;

class BatchAssemblyTest {
  private static final String DIGEST = "0".repeat(64);

  /** A manifest of groups of two that names them in the order given. */
  private static BatchManifest manifest(int needed, String... groups) {
    return new BatchManifest(
        "run",
        7L,
        Mode.TRAIN,
        3L,
        Instant.EPOCH,
        needed,
        Arrays.stream(groups)
            .map(
                id ->
                    new PlannedGroup(
                        id, "task-" + id, DIGEST, 2, Arm.PATCHED, null, null, List.of()))
            .toList(),
        null,
        null,
        false);
  }

  private static ArrivedEpisode episode(String group, int sample, Verdict verdict) {
    double reward = verdict == Verdict.PASSED ? 1 : 0;
    return new ArrivedEpisode(
        group, sample, group + "/" + sample, 0, verdict, reward, SampleDiagnosis.NONE, 3L);
  }

  private static List<ArrivedEpisode> pair(String group, Verdict first, Verdict second) {
    return List.of(episode(group, 0, first), episode(group, 1, second));
  }

  private static List<ArrivedEpisode> mixed(String... groups) {
    List<ArrivedEpisode> episodes = new ArrayList<>();
    for (String group : groups) {
      episodes.addAll(pair(group, Verdict.PASSED, Verdict.POLICY_FAILED));
    }
    return episodes;
  }

  private static List<String> complete(SettledGroups settled) {
    return settled.complete().stream().map(group -> group.planned().getGroupId()).toList();
  }

  @Test
  void usefulGroupsAreOrderedByIdAndTheirEpisodesByIndex() {
    BatchAssembly assembly =
        new BatchAssembly(
            manifest(2, "c", "a", "d", "b"), DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY);
    List<ArrivedEpisode> arrived = new ArrayList<>(mixed("d", "c", "b"));
    arrived.addAll(pair("a", Verdict.PASSED, Verdict.PASSED));
    Collections.reverse(arrived);
    SettledGroups settled = assembly.settle(arrived, Set.of());
    assertThat(settled.isSettled()).isTrue();
    assertThat(complete(settled)).containsExactly("b", "c", "d");
    assertThat(settled.complete().get(0).episodes())
        .extracting(ArrivedEpisode::sampleIndex)
        .containsExactly(0, 1);
    assertThat(settled.complete().get(0).rewards()).containsExactly(1.0, 0.0);
    assertThat(settled.groups(GroupStatus.ZERO_VARIANCE)).containsExactly("a");
  }

  @Test
  void nothingIsTakenWhileAGroupWaits() {
    BatchAssembly assembly =
        new BatchAssembly(manifest(1, "a", "b"), DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY);
    List<ArrivedEpisode> arrived = new ArrayList<>(mixed("a"));
    arrived.add(episode("b", 1, Verdict.PASSED));
    SettledGroups waiting = assembly.settle(arrived, Set.of());
    assertThat(waiting.isSettled()).isFalse();
    assertThat(waiting.complete()).isEmpty();
    assertThat(waiting.statuses())
        .isEqualTo(Map.of("a", GroupStatus.COMPLETE, "b", GroupStatus.WAITING));
    arrived.add(episode("b", 0, Verdict.POLICY_FAILED));
    assertThat(complete(assembly.settle(arrived, Set.of()))).containsExactly("a", "b");
  }

  @Test
  void aGroupWhoseTimeIsUpIsDroppedUnlessItIsComplete() {
    BatchAssembly assembly =
        new BatchAssembly(manifest(2, "a", "b"), DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY);
    List<ArrivedEpisode> arrived = new ArrayList<>(mixed("a"));
    arrived.add(episode("b", 0, Verdict.PASSED));
    SettledGroups settled = assembly.settle(arrived, Set.of("a", "b"));
    assertThat(settled.statuses())
        .isEqualTo(Map.of("a", GroupStatus.COMPLETE, "b", GroupStatus.EXPIRED));
    assertThat(complete(settled)).containsExactly("a");
    arrived.add(episode("b", 1, Verdict.POLICY_FAILED));
    assertThat(complete(assembly.settle(arrived, Set.of("a", "b")))).containsExactly("a", "b");
  }

  @Test
  void aLostEpisodeThatLeavesNothingToCompareDropsItsGroupAtOnce() {
    BatchAssembly assembly =
        new BatchAssembly(manifest(1, "a"), DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY);
    SettledGroups settled =
        assembly.settle(List.of(episode("a", 1, Verdict.INFRASTRUCTURE_FAILED)), Set.of());
    assertThat(settled.isSettled()).isTrue();
    assertThat(settled.statuses()).containsEntry("a", GroupStatus.INFRASTRUCTURE);
    assertThat(settled.complete()).isEmpty();
  }

  @Test
  void aLostEpisodeCostsItselfAloneAsLongAsTwoAreLeft() {
    BatchManifest three =
        new BatchManifest(
            "run",
            7L,
            Mode.TRAIN,
            3L,
            Instant.EPOCH,
            1,
            List.of(new PlannedGroup("a", "task-a", DIGEST, 3, Arm.PATCHED, null, null, List.of())),
            null,
            null,
            false);
    BatchAssembly assembly =
        new BatchAssembly(three, DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY);
    List<ArrivedEpisode> arrived =
        new ArrayList<>(pair("a", Verdict.PASSED, Verdict.INFRASTRUCTURE_FAILED));
    assertThat(assembly.settle(arrived, Set.of()).isSettled()).isFalse();
    arrived.add(episode("a", 2, Verdict.POLICY_FAILED));
    SettledGroups settled = assembly.settle(arrived, Set.of());
    assertThat(settled.complete().get(0).rewards()).containsExactly(1.0, 0.0);
    assertThat(settled.complete().get(0).episodes())
        .extracting(ArrivedEpisode::sampleIndex)
        .containsExactly(0, 2);
  }

  @Test
  void aDefectiveTaskIsTheReasonBeforeALostEpisode() {
    BatchAssembly assembly =
        new BatchAssembly(manifest(1, "a"), DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY);
    List<ArrivedEpisode> arrived = pair("a", Verdict.INFRASTRUCTURE_FAILED, Verdict.TASK_DEFECTIVE);
    assertThat(assembly.settle(arrived, Set.of("a")).statuses())
        .containsEntry("a", GroupStatus.DEFECTIVE_TASK);
  }

  @Test
  void groupsOfEqualRewardsStayWhereTheyAreNotToBeDropped() {
    List<ArrivedEpisode> arrived = new ArrayList<>(mixed("b"));
    arrived.addAll(pair("a", Verdict.POLICY_FAILED, Verdict.POLICY_FAILED));
    assertThat(
            complete(
                new BatchAssembly(manifest(2, "a", "b"), DropRule.NONE, CreditRule.TRAJECTORY)
                    .settle(arrived, Set.of())))
        .containsExactly("a", "b");
    assertThat(
            complete(
                new BatchAssembly(
                        manifest(2, "a", "b"), DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY)
                    .settle(arrived, Set.of())))
        .containsExactly("b");
  }

  @Test
  void anEmptyBatchIsStillASettledBatch() {
    BatchAssembly assembly =
        new BatchAssembly(
            manifest(2, "a", "b", "c", "d"), DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY);
    List<ArrivedEpisode> arrived = new ArrayList<>(pair("a", Verdict.PASSED, Verdict.PASSED));
    arrived.addAll(pair("b", Verdict.PASSED, Verdict.INFRASTRUCTURE_FAILED));
    arrived.add(episode("c", 0, Verdict.TASK_DEFECTIVE));
    SettledGroups settled = assembly.settle(arrived, Set.of("d"));
    assertThat(settled.isSettled()).isTrue();
    assertThat(settled.complete()).isEmpty();
    assertThat(settled.statuses().values())
        .containsExactly(
            GroupStatus.ZERO_VARIANCE,
            GroupStatus.INFRASTRUCTURE,
            GroupStatus.DEFECTIVE_TASK,
            GroupStatus.EXPIRED)
        .allMatch(GroupStatus::isDropped);
    assertThat(
            new BatchAssembly(manifest(1), DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY)
                .settle(List.of(), Set.of())
                .isSettled())
        .isTrue();
  }

  @Test
  void theOrderOfArrivalDoesNotMatter() {
    BatchAssembly assembly =
        new BatchAssembly(
            manifest(3, "a", "b", "c", "d", "e", "f", "g", "h"),
            DropRule.ZERO_VARIANCE,
            CreditRule.TRAJECTORY);
    List<ArrivedEpisode> arrived = new ArrayList<>(mixed("a", "c", "f", "h"));
    arrived.addAll(pair("b", Verdict.PASSED, Verdict.PASSED));
    arrived.addAll(pair("d", Verdict.POLICY_FAILED, Verdict.INFRASTRUCTURE_FAILED));
    arrived.addAll(pair("e", Verdict.TASK_DEFECTIVE, Verdict.INFRASTRUCTURE_FAILED));
    arrived.add(episode("g", 1, Verdict.PASSED));
    arrived.add(arrived.get(0));
    arrived.add(
        new ArrivedEpisode(
            "a", 1, "a/1", 1, Verdict.INFRASTRUCTURE_FAILED, 0, SampleDiagnosis.NONE, null));
    SettledGroups expected = assembly.settle(arrived, Set.of("g"));
    assertThat(complete(expected)).containsExactly("a", "c", "f", "h");
    assertThat(expected.groups(GroupStatus.EXPIRED)).containsExactly("g");
    Random random = new Random(17);
    for (int order = 0; order < 1000; order++) {
      Collections.shuffle(arrived, random);
      assertThat(assembly.settle(arrived, Set.of("g"))).isEqualTo(expected);
    }
  }

  @Test
  void aSettledGroupStaysSettledWhateverStillArrives() {
    BatchAssembly assembly =
        new BatchAssembly(
            manifest(2, "a", "b", "c", "d"), DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY);
    List<ArrivedEpisode> all = new ArrayList<>(mixed("a", "b"));
    all.addAll(pair("c", Verdict.PASSED, Verdict.PASSED));
    all.addAll(pair("d", Verdict.INFRASTRUCTURE_FAILED, Verdict.PASSED));
    Random random = new Random(4);
    for (int order = 0; order < 1000; order++) {
      Collections.shuffle(all, random);
      SettledGroups before = assembly.settle(List.of(), Set.of());
      for (int arrived = 1; arrived <= all.size(); arrived++) {
        SettledGroups after = assembly.settle(all.subList(0, arrived), Set.of());
        before.statuses().entrySet().stream()
            .filter(entry -> entry.getValue().isSettled())
            .forEach(
                entry ->
                    assertThat(after.statuses()).containsEntry(entry.getKey(), entry.getValue()));
        before = after;
      }
      assertThat(complete(before)).containsExactly("a", "b");
    }
  }

  @Test
  void episodesThatWereNotPlannedAreRefusedWithWhatToDo() {
    BatchAssembly assembly =
        new BatchAssembly(manifest(1, "a"), DropRule.ZERO_VARIANCE, CreditRule.TRAJECTORY);
    ArrivedEpisode foreign = episode("z", 0, Verdict.PASSED);
    ArrivedEpisode beyond = episode("a", 2, Verdict.PASSED);
    assertThat(assembly.problem(foreign))
        .contains("episode z/0 is of group z, which batch 7 did not plan; drop it");
    assertThat(assembly.problem(beyond))
        .contains("episode a/2 is sample 2 of group a, expected 0 to 1; drop it");
    assertThat(assembly.problem(episode("a", 1, Verdict.PASSED))).isEmpty();
    assertThatThrownBy(() -> assembly.settle(List.of(foreign), Set.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("episode z/0 is of group z, which batch 7 did not plan; drop it");
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    assertThatThrownBy(
            () ->
                new ArrivedEpisode(
                    "a", -1, "a/x", 0, Verdict.PASSED, 1, SampleDiagnosis.NONE, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "episode a/x has sample -1, attempt 0 and reward 1.0, expected 0 or more and a finite"
                + " reward");
  }
}
