package org.sealflow.schemas;

import static org.sealflow.schemas.Samples.DIGEST;
import static org.sealflow.schemas.Samples.TIME;

import java.util.List;
import java.util.Map;

/** Batches, policies and steps of the learner. Their bytes are stored, see {@link Samples}. */
final class LearningSamples {
  private LearningSamples() {}

  static BatchManifest manifest() {
    return Records.valid(
        new BatchManifest(
            "run-7",
            3L,
            Mode.TRAIN,
            12L,
            TIME,
            1,
            List.of(
                new PlannedGroup(
                    "run-7/b3/g0",
                    "multi_turn_base_4",
                    DIGEST,
                    8,
                    Arm.PATCHED,
                    null,
                    null,
                    List.of()),
                new PlannedGroup(
                    "run-7/b3/g1",
                    "multi_turn_base_9",
                    DIGEST,
                    8,
                    Arm.HOLDOUT,
                    null,
                    null,
                    List.of()),
                new PlannedGroup(
                    "run-7/b3/g2",
                    "multi_turn_base_4",
                    DIGEST,
                    8,
                    Arm.PATCHED,
                    new Branch("run-7/b1/g0/s3", 1, 2),
                    null,
                    List.of())),
            lowering(),
            0.375,
            true));
  }

  static RateLowering lowering() {
    return new RateLowering(2, 0.25, "base success fell to 0.840 at version 40");
  }

  static PolicyUpdate firstPolicy() {
    return PolicyUpdate.newBuilder()
        .setPolicyName("nano")
        .setRunId("run-7")
        .setVersion(0L)
        .setFormat(WeightsFormat.NONE)
        .setPublishedAt(TIME)
        .build();
  }

  static PolicyUpdate trainedPolicy() {
    return PolicyUpdate.newBuilder()
        .setPolicyName("nano")
        .setRunId("run-7")
        .setVersion(13L)
        .setParentVersion(12L)
        .setBatchNumber(12L)
        .setWeightsUri("file:///weights/9f86")
        .setWeightsDigest(DIGEST)
        .setFormat(WeightsFormat.PEFT_ADAPTER)
        .setMetrics(Map.of("loss", -0.125))
        .setPublishedAt(TIME)
        .build();
  }

  static TrainingSample trainingSample() {
    return TrainingSample.newBuilder()
        .setRunId("run-7")
        .setPolicyName("nano")
        .setBatchNumber(12L)
        .setGroupId("run-7/b12/g0")
        .setSampleIndex(1)
        .setEpisodeId("run-7/b12/g0/s1")
        .setAttempt(0)
        .setTaskId("multi_turn_base_4")
        .setCategory("base")
        .setBranch(false)
        .setVerdict(Verdict.POLICY_FAILED)
        .setTags(List.of(Tag.PASS, Tag.STATE_MISMATCH))
        .setJudgements(List.of(TurnJudgement.RIGHT, TurnJudgement.WRONG))
        .setRootCauseTurn(1)
        .setPolicyVersions(List.of(11L, 12L))
        .setTemperature(1.0)
        .setReward(0.0)
        .setAdvantage(-0.5)
        .setWeight(1.25)
        .setTokens(List.of(3, 4, 9, 5, 151645))
        .setSampled(List.of(false, true, true, false, true))
        .setTurns(List.of(-1, 0, 0, -1, 1))
        .setLogProbs(List.of(0.0f, -0.5f, -0.25f, 0.0f, -1.5f))
        .setAdvantages(List.of(0.0f, 0.5f, 0.5f, 0.0f, -0.625f))
        .setLossWeights(Map.of("rl", 1.0))
        .build();
  }

  static TrainingSample unscoredSample() {
    return TrainingSample.newBuilder(trainingSample())
        .setVerdict(Verdict.PASSED)
        .setRootCauseTurn(null)
        .setLogProbs(null)
        .build();
  }

  static TrainingStep trainingStep() {
    return TrainingStep.newBuilder()
        .setRunId("run-7")
        .setPolicyName("nano")
        .setBatchNumber(12L)
        .setVersion(13L)
        .setApplied(true)
        .setGroups(
            List.of(
                new GroupStep(
                    "run-7/b12/g0",
                    "multi_turn_base_4",
                    GroupOutcome.USED,
                    List.of(1.0, 0.0),
                    List.of(0.5, -0.5),
                    List.of(1.0, 2.0),
                    0.0,
                    List.of(List.of(0.5, 0.5), List.of(-0.5))),
                new GroupStep(
                    "run-7/b12/g1",
                    "multi_turn_base_9",
                    GroupOutcome.EXPIRED,
                    List.of(),
                    List.of(),
                    List.of(),
                    0.0,
                    List.of())))
        .setMetrics(Map.of("loss", -0.125))
        .setTagWeights(Map.of("pass", 1.0))
        .setStaleness(Map.of("1", 40L))
        .setQueuedGroups(2)
        .setRateLowering(lowering())
        .setStartedAt(TIME)
        .setEndedAt(TIME)
        .setReliance(
            Map.of(
                "multi_turn_base/place_order/SCHEMA_CUE/ARGUMENT_MISMATCH",
                new PatchReliance(6L, 420L, 15.5)))
        .build();
  }
}
