package org.sealflow.rollout.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;

class BatchPlannerTest {
  private static final Instant NOW = Instant.parse("2026-01-15T08:00:00Z");
  private static final long STARTED = 1_700_000_000_000L;

  private static PlannedBatch batch(RolloutPlan plan, long number) {
    return new BatchPlanner(plan).batch(number, 4, NOW, STARTED, anyOf(plan));
  }

  private static BatchChoices anyOf(RolloutPlan plan) {
    return new BatchChoices(plan.tasks(), null, List.of(), PatchSets.NONE);
  }

  private static RolloutPlan training(int tasks, BatchShape shape, ArmSplit arms, long seed) {
    return TestingPlans.plan(Mode.TRAIN, TestingPlans.tasks(tasks), shape, arms, seed).plan();
  }

  @Test
  void theManifestSaysWhatTheRequestsPlay() {
    RolloutPlan plan = training(5, new BatchShape(3, 2, 2, 0), ArmSplit.DEFAULT, 1);
    PlannedBatch batch = batch(plan, 7);
    BatchManifest manifest = batch.manifest();

    assertThat(manifest.getRunId()).isEqualTo("run");
    assertThat(manifest.getBatchNumber()).isEqualTo(7);
    assertThat(manifest.getMode()).isEqualTo(Mode.TRAIN);
    assertThat(manifest.getPolicyVersion()).isEqualTo(4);
    assertThat(manifest.getPlannedAt()).isEqualTo(NOW);
    assertThat(manifest.getGroupsNeeded()).isEqualTo(2);
    assertThat(manifest.getGroups())
        .extracting(PlannedGroup::getGroupId)
        .containsExactly("run/b7/g0", "run/b7/g1", "run/b7/g2");
    assertThat(batch.requests())
        .extracting(EpisodeRequest::episodeId)
        .containsExactly(
            "run/b7/g0/s0",
            "run/b7/g0/s1",
            "run/b7/g1/s0",
            "run/b7/g1/s1",
            "run/b7/g2/s0",
            "run/b7/g2/s1");
    assertThat(batch.requests())
        .allSatisfy(
            request -> {
              PlannedGroup group =
                  manifest.getGroups().get(Integer.parseInt(request.groupId().substring(8)));
              assertThat(request.runId()).isEqualTo("run");
              assertThat(request.attempt()).isZero();
              assertThat(request.groupId()).isEqualTo(group.getGroupId());
              assertThat(request.taskId()).isEqualTo(group.getTaskId());
              assertThat(request.taskDigest()).isEqualTo(group.getTaskDigest());
              assertThat(request.arm()).isEqualTo(group.getArm());
              assertThat(request.groupSize()).isEqualTo(group.getSize()).isEqualTo(2);
              assertThat(request.episodeId()).endsWith("/s" + request.sampleIndex());
              assertThat(request.batchNumber()).isEqualTo(7);
              assertThat(request.runStartedAt()).isEqualTo(STARTED);
              assertThat(request.sampling().maxTokens()).isEqualTo(512);
            });
  }

  @ParameterizedTest
  @CsvSource({"POLICY, 0, 7", "POLICY, 1, 6", "POLICY, 9, 0", "BATCHES, 1, -1"})
  void episodesWaitForTheVersionThatIsNoOlderThanAllowed(
      VersionRule rule, int maxStaleness, long oldest) {
    RolloutPlan base = training(5, new BatchShape(3, 2, 2, 0), ArmSplit.DEFAULT, 1);
    RolloutPlan plan =
        new RolloutPlan(
            base.runId(),
            base.mode(),
            base.tasks(),
            base.shape(),
            base.arms(),
            new BatchAdmission(rule, maxStaleness),
            base.sampling(),
            base.seed());

    assertThat(batch(plan, 7).requests())
        .extracting(EpisodeRequest::oldestVersion)
        .containsOnly(oldest);
  }

  @Test
  void theSamePlanPlansTheSameBatchWhateverWasPlannedBefore() {
    RolloutPlan plan = training(7, new BatchShape(3, 3, 4, 0), ArmSplit.DEFAULT, 5);
    BatchPlanner used = new BatchPlanner(plan);
    for (long number = 0; number < 20; number++) {
      PlannedBatch unused = used.batch(number, 0, NOW, STARTED, anyOf(plan));
    }

    assertThat(used.batch(3, 4, NOW, STARTED, anyOf(plan))).isEqualTo(batch(plan, 3));
  }

  @Test
  void anotherSeedIsAnotherOrder() {
    BatchShape shape = new BatchShape(20, 20, 1, 0);

    assertThat(tasks(training(20, shape, ArmSplit.DEFAULT, 1), 1))
        .isNotEqualTo(tasks(training(20, shape, ArmSplit.DEFAULT, 2), 1));
  }

  @ParameterizedTest
  @CsvSource({"5, 2", "5, 5", "3, 7", "10, 4", "1, 3"})
  void everyTaskIsPlayedOnceBeforeAnyIsPlayedAgain(int count, int groups) {
    List<String> order =
        tasks(training(count, new BatchShape(groups, groups, 1, 0), ArmSplit.DEFAULT, 3), 12);

    for (int epoch = 0; (epoch + 1) * count <= order.size(); epoch++) {
      assertThat(order.subList(epoch * count, (epoch + 1) * count)).doesNotHaveDuplicates();
    }
  }

  @Test
  void epochsDifferInTheirOrder() {
    List<String> order = tasks(training(12, new BatchShape(12, 12, 1, 0), ArmSplit.DEFAULT, 3), 2);

    assertThat(order.subList(0, 12)).isNotEqualTo(order.subList(12, 24));
  }

  private static List<String> tasks(RolloutPlan plan, int batches) {
    List<String> tasks = new ArrayList<>();
    for (int number = 0; number < batches; number++) {
      batch(plan, number).manifest().getGroups().forEach(group -> tasks.add(group.getTaskId()));
    }
    return tasks;
  }

  @ParameterizedTest
  @CsvSource({"8, 0.125", "4, 0.125", "3, 0.125", "5, 0.3", "2, 0", "2, 1", "7, 0.5", "1, 0.01"})
  void theHoldoutsShareIsRightToLessThanAGroupUpToAnyBatch(int groups, double share) {
    RolloutPlan plan =
        training(5, new BatchShape(groups, groups, 1, 0), new ArmSplit(true, share), 9);
    int held = 0;
    for (int number = 0; number < 200; number++) {
      List<PlannedGroup> planned = batch(plan, number).manifest().getGroups();
      held += (int) planned.stream().filter(group -> group.getArm() == Arm.HOLDOUT).count();
      assertThat(Math.abs(held - (number + 1) * groups * share)).isLessThan(1 + 1e-9);
    }
  }

  @Test
  void anyGroupOfABatchMayBeTheHoldout() {
    RolloutPlan plan = training(5, new BatchShape(8, 8, 1, 0), ArmSplit.DEFAULT, 9);
    Set<Integer> held = new HashSet<>();
    for (int number = 0; number < 100; number++) {
      List<PlannedGroup> groups = batch(plan, number).manifest().getGroups();
      for (int i = 0; i < groups.size(); i++) {
        if (groups.get(i).getArm() == Arm.HOLDOUT) {
          held.add(i);
        }
      }
    }

    assertThat(held).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void nobodyIsShownPatchesInARunWithoutThem() {
    RolloutPlan plan = training(5, new BatchShape(4, 4, 2, 0), ArmSplit.NONE, 9);

    assertThat(batch(plan, 1).requests()).extracting(EpisodeRequest::arm).containsOnly(Arm.HOLDOUT);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.125})
  void evaluationsAreNeverPatchedAndNamedApart(double share) {
    RolloutPlan plan =
        TestingPlans.plan(
                Mode.EVAL,
                TestingPlans.tasks(3),
                new BatchShape(3, 3, 1, 1),
                new ArmSplit(true, share),
                9)
            .plan();

    assertThat(batch(plan, 0).requests())
        .allSatisfy(
            request -> {
              assertThat(request.arm()).isEqualTo(Arm.HOLDOUT);
              assertThat(request.mode()).isEqualTo(Mode.EVAL);
              assertThat(request.episodeId()).startsWith("run/eval/b0/g");
            });
  }

  @Test
  void everyEpisodeIsSampledFromASeedOfItsOwn() {
    RolloutPlan plan = training(5, new BatchShape(4, 4, 8, 0), ArmSplit.DEFAULT, 9);
    List<EpisodeRequest> requests = new ArrayList<>(batch(plan, 0).requests());
    requests.addAll(batch(plan, 1).requests());

    assertThat(requests).extracting(EpisodeRequest::samplingSeed).doesNotHaveDuplicates();
  }

  @Test
  void anEvaluationPlaysEveryTaskOnceInOneBatch() {
    RolloutPlan plan = RolloutPlan.evaluation("run", TestingPlans.tasks(6), 1);

    assertThat(tasks(plan, 1)).doesNotHaveDuplicates().hasSize(6);
    assertThat(plan.shape().has(1)).isFalse();
    assertThat(plan.admission().admits(0, 0)).isTrue();
    assertThat(plan.sampling().temperature()).isZero();
  }
}
