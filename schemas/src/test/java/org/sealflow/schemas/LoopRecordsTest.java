package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.sealflow.schemas.Refusals.refuses;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class LoopRecordsTest {
  @Test
  void aTaskNamesTheDocsOfEachOfItsClasses() {
    refuses(
        task("task"),
        record -> payload(record).setToolDocsDigests(List.of(Samples.DIGEST)),
        "1 toolDocsDigests for 2 involvedClasses");
    refuses(task("task"), record -> payload(record).setTurns(List.of()), "turns are empty");
    refuses(task("task"), record -> payload(record).setDigest(""), "digest is missing or blank");
    refuses(
        task("task"), record -> payload(record).setCategory(" "), "category is missing or blank");
    refuses(
        task("task"), record -> payload(record).setInitialConfig(""), "initialConfig is missing");
  }

  @Test
  void aBatchNamesEachGroupOnce() {
    PlannedGroup group =
        new PlannedGroup("g", "task", Samples.DIGEST, 8, Arm.PATCHED, null, null, List.of());
    refuses(
        LearningSamples.manifest(),
        manifest -> manifest.setGroups(List.of(group, group)),
        "groupId g is there twice");
    refuses(
        LearningSamples.manifest(),
        manifest ->
            manifest.setGroups(
                List.of(new PlannedGroup("g", "", "", 0, Arm.PATCHED, null, null, List.of()))),
        "size is 0, expected 1 or more");
  }

  @Test
  void aStepNeedsSomeOfTheBatchsGroups() {
    refuses(
        LearningSamples.manifest(),
        manifest -> manifest.setGroupsNeeded(3),
        "groupsNeeded is 3 of 2 groups that are no branches");
    refuses(
        LearningSamples.manifest(),
        manifest -> manifest.setGroupsNeeded(0),
        "groupsNeeded is 0 of 2 groups that are no branches");
    refuses(
        LearningSamples.manifest(),
        manifest -> manifest.setGroups(List.of()),
        "no group begins at the beginning");
    refuses(
        LearningSamples.manifest(),
        manifest -> manifest.setPolicyVersion(-1),
        "policyVersion is -1");
  }

  @Test
  void aBranchNamesItsEpisodeAndIsForTraining() {
    refuses(
        LearningSamples.manifest(),
        manifest -> manifest.getGroups().get(2).setBranch(new Branch("", -1, -1)),
        "branch.episodeId is missing or empty; branch.attempt is -1, expected 0 or more;"
            + " branch.turn is -1, expected 0 or more");
    refusesEpisode(
        episode -> {
          episode.setBranch(new Branch("e", 0, 1));
          episode.setMode(Mode.EVAL);
        },
        "branch is set although the mode is EVAL");
  }

  @Test
  void aLoweringOfTheRateLowersItAndSaysWhy() {
    refuses(
        LearningSamples.manifest(),
        manifest -> manifest.setRateLowering(new RateLowering(0, 0.5, "fell")),
        "rateLowering.number is 0, expected 1 or more");
    refuses(
        LearningSamples.manifest(),
        manifest -> manifest.setRateLowering(new RateLowering(1, 1.0, "fell")),
        "rateLowering.factor is 1.0, expected more than 0 and less than 1");
    refuses(
        LearningSamples.manifest(),
        manifest -> manifest.setRateLowering(new RateLowering(1, 0.5, "")),
        "rateLowering.reason is missing or empty");
    refuses(
        LearningSamples.trainingStep(),
        step -> step.setRateLowering(new RateLowering(1, Double.NaN, "fell")),
        "rateLowering.factor is NaN");
  }

  @Test
  void relianceIsANumberOfNatsOverEpisodes() {
    refuses(
        LearningSamples.trainingStep(),
        step -> step.setReliance(Map.of("*/hint", new PatchReliance(-1L, 5L, 1.0))),
        "reliance of */hint.episodes is -1, expected 0 or more");
    refuses(
        PatchRecord.class,
        "patch-cue",
        record ->
            Objects.requireNonNull(record.getPatch())
                .setReliance(new PatchReliance(1L, 5L, Double.NaN)),
        "reliance.logRatio is NaN, expected a finite number");
  }

  @Test
  void aPolicyVersionFollowsItsParentAndNamesItsWeights() {
    refuses(
        PolicyUpdate.class,
        "policy-trained",
        update -> update.setParentVersion(13L),
        "parentVersion is 13 of version 13");
    refuses(
        PolicyUpdate.class,
        "policy-trained",
        update -> update.setFormat(WeightsFormat.NONE),
        "weightsUri does not fit the format NONE");
    refuses(
        PolicyUpdate.class,
        "policy-trained",
        update -> update.setWeightsDigest(null),
        "only one of weightsUri and weightsDigest is set");
  }

  @Test
  void aTrainingSampleHasAValueForEachToken() {
    TrainingSample sample = TrainingSample.newBuilder(LearningSamples.trainingSample()).build();
    sample.setAdvantages(List.of(0.5f));
    sample.setLogProbs(List.of());
    sample.setTemperature(0.0);

    assertThat(Records.check(sample))
        .hasValue(
            "TrainingSample: temperature is 0.0, expected more than 0;"
                + " advantages has 1 values for 5 tokens; logProbs has 0 values for 5 tokens");
  }

  @Test
  void aTrainingStepIsAppliedOrRefused() {
    refuses(
        TrainingStep.class,
        "training-step",
        step -> step.setRefusal("not finite"),
        "the step is applied and refused");
    refuses(
        TrainingStep.class,
        "training-step",
        step -> step.getGroups().get(0).setOutcome(GroupOutcome.SURPLUS),
        "group run-7/b12/g0 has advantages although it is not USED");
  }

  private static void refusesEpisode(Consumer<EpisodeDiagnosis> change, String problem) {
    EpisodeDiagnosis episode = DiagnosisSamples.episodeFailed();
    change.accept(episode);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Diagnoses.episode(Samples.ATTEMPT, episode))
        .withMessageContaining(problem);
  }

  private static TaskRecord task(String sample) {
    return Samples.get(TaskRecord.class, sample);
  }

  private static Task payload(TaskRecord record) {
    return Objects.requireNonNull(record.getTask());
  }
}
