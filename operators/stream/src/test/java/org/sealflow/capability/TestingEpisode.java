package org.sealflow.capability;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Diagnoses;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Verdict;

/** An ended training episode, as diagnoses or as what was observed of it. */
final class TestingEpisode {
  static final String CATEGORY = "multi_turn_base";
  static final String DIGEST = "ab".repeat(32);
  static final long ENDED_AT = 1_700_000_000_000L;

  private final String episodeId;
  private final List<TestingTurn> turns = new ArrayList<>();
  private String runId = "run";
  private int attempt;
  private String category = CATEGORY;
  private String taskId = "multi_turn_base_0";
  private String groupId = "group";
  private int groupSize = 1;
  private @Nullable Long batchNumber;
  private @Nullable Long policyVersion;
  private @Nullable String patchSet;
  private boolean patched;
  private Verdict verdict = Verdict.POLICY_FAILED;
  private boolean strict;
  private double reward;
  private long endedAt = ENDED_AT;

  TestingEpisode(String episodeId) {
    this.episodeId = episodeId;
  }

  static TestingEpisode failed(String episodeId) {
    return new TestingEpisode(episodeId);
  }

  static TestingEpisode passed(String episodeId) {
    return new TestingEpisode(episodeId).verdict(Verdict.PASSED).strict(true);
  }

  static TestingEpisode broken(String episodeId) {
    return new TestingEpisode(episodeId).verdict(Verdict.INFRASTRUCTURE_FAILED);
  }

  TestingEpisode run(String run) {
    runId = run;
    return this;
  }

  TestingEpisode attempt(int number) {
    attempt = number;
    return this;
  }

  TestingEpisode task(String task, String taskCategory) {
    taskId = task;
    category = taskCategory;
    return this;
  }

  TestingEpisode group(String group, int size) {
    groupId = group;
    groupSize = size;
    return this;
  }

  TestingEpisode batch(long number) {
    batchNumber = number;
    return this;
  }

  TestingEpisode by(long version) {
    policyVersion = version;
    return this;
  }

  TestingEpisode shown(String digest) {
    patched = true;
    patchSet = digest;
    return this;
  }

  TestingEpisode patchedWithNothing() {
    patched = true;
    return this;
  }

  TestingEpisode verdict(Verdict found) {
    verdict = found;
    reward = found == Verdict.PASSED ? 1 : 0;
    return this;
  }

  TestingEpisode strict(boolean success) {
    strict = success;
    return this;
  }

  /** A reward no rule gives today, for what is to hold of any. */
  TestingEpisode reward(double amount) {
    reward = amount;
    return this;
  }

  TestingEpisode endedAt(long milliseconds) {
    endedAt = milliseconds;
    return this;
  }

  TestingEpisode tags(Tag... tags) {
    for (Tag tag : tags) {
      turns.add(new TestingTurn(turns.size()).tag(tag));
    }
    return this;
  }

  TestingEpisode turn(TestingTurn turn) {
    turns.add(turn);
    return this;
  }

  List<Diagnosis> diagnoses() {
    EpisodeAttempt key = new EpisodeAttempt(runId, episodeId, attempt);
    List<Diagnosis> diagnoses = new ArrayList<>();
    turns.forEach(turn -> diagnoses.add(Diagnoses.turn(key, turn.diagnosis())));
    diagnoses.add(Diagnoses.episode(key, end()));
    return diagnoses;
  }

  /** The episode as diagnosis hands it on. */
  DiagnosedEpisode diagnosed() {
    List<Diagnosis> diagnoses = diagnoses();
    Diagnosis end = diagnoses.remove(diagnoses.size() - 1);
    return new DiagnosedEpisode(diagnoses, end);
  }

  private EpisodeDiagnosis end() {
    boolean judged = verdict == Verdict.PASSED || verdict == Verdict.POLICY_FAILED;
    return EpisodeDiagnosis.newBuilder()
        .setTaskId(taskId)
        .setTaskDigest("cd".repeat(32))
        .setCategory(category)
        .setMode(Mode.TRAIN)
        .setArm(patched ? Arm.PATCHED : Arm.HOLDOUT)
        .setPatchSetDigest(patchSet)
        .setShownPatches(patchSet == null ? List.of() : List.of("a patch"))
        .setGroupId(groupId)
        .setSampleIndex(0)
        .setGroupSize(groupSize)
        .setBatchNumber(batchNumber)
        .setPolicyVersionMin(policyVersion)
        .setPolicyVersionMax(policyVersion)
        .setVerdict(verdict)
        .setOfficialValid(judged ? Boolean.valueOf(verdict == Verdict.PASSED) : null)
        .setStrictSuccess(strict)
        .setTags(turns.stream().map(turn -> turn.diagnosis().getTag()).toList())
        .setTurns(turns.size())
        .setCalls(0)
        .setEndedAt(Instant.ofEpochMilli(endedAt))
        .build();
  }

  /** Observations, not yet stamped. */
  EpisodeObservation observation() {
    return withReward(EpisodeObservations.of(diagnosed(), RewardRule.OFFICIAL));
  }

  private EpisodeObservation withReward(EpisodeObservation observed) {
    return new EpisodeObservation(
        observed.runId(),
        observed.episodeId(),
        observed.attempt(),
        observed.placement(),
        observed.patching(),
        new EpisodeObservation.Result(
            observed.result().counted(),
            reward,
            observed.result().success(),
            observed.result().endedAt()),
        observed.turns(),
        observed.stamp());
  }

  /** Observations, counted under a version. */
  EpisodeObservation stamped(long version) {
    return observation()
        .with(new EpisodeObservation.Stamp(version, Map.of("state_mismatch", 1.25), List.of()));
  }

  /** As an observation of the task, counted under a version. */
  CapabilityObservation ofTask(long version, String... rarePatterns) {
    EpisodeObservation stamped =
        observation().with(new EpisodeObservation.Stamp(version, Map.of(), List.of(rarePatterns)));
    return CapabilityObservations.of(stamped).get(0);
  }
}
