package org.sealflow.jobs.chaos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.Verdict;

/** Checks of a round, which hold whatever happened in it. Each counts for itself. */
final class Invariants {
  private static final int NAMED = 3;

  private final RoundEvidence found;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Diagnosis> diagnosed = new TreeMap<>();
  private long lost;
  private long doubled;

  private Invariants(RoundEvidence found) {
    this.found = found;
  }

  /**
   * The outcome of all checks.
   *
   * @param violations a line for each that does not hold
   * @param lost planned episodes without a diagnosis
   * @param doubled episodes that counted twice
   */
  record Verdicts(List<String> violations, long lost, long doubled) {}

  /** Runs all checks. */
  static Verdicts check(RoundEvidence found) {
    Invariants checks = new Invariants(found);
    checks.everyEpisodeIsDiagnosedOnce();
    checks.theLedgerBalances();
    checks.theLedgerIsTheRecount();
    checks.copiesAreJudgedLikeTheirOriginals();
    checks.theProfilesAreTheRecount();
    checks.theProfilesAreThoseOfAnUndisturbedRun();
    checks.theWeightsAreThoseOfAnUndisturbedRun();
    checks.everyBatchIsLearnedFromOnce();
    checks.whatCannotBeReadIsAFailureAndNothingElse();
    return new Verdicts(List.copyOf(checks.violations), checks.lost, checks.doubled);
  }

  private void require(boolean holds, String violation) {
    if (!holds) {
      violations.add(violation);
    }
  }

  private void requireEqual(String what, Object actual, Object expected) {
    require(Objects.equals(actual, expected), what + " is " + actual + ", expected " + expected);
  }

  private void requireNone(String what, Collection<String> found) {
    require(
        found.isEmpty(),
        found.size()
            + " "
            + what
            + ": "
            + String.join(", ", found.stream().sorted().limit(NAMED).toList())
            + (found.size() > NAMED ? ", …" : ""));
  }

  /** A diagnosis may be written again after a restart, but it must be the same one. */
  private void everyEpisodeIsDiagnosedOnce() {
    Set<String> twice = new TreeSet<>();
    for (Diagnosis diagnosis : found.episodes()) {
      Diagnosis before = diagnosed.putIfAbsent(diagnosis.getEpisodeId(), diagnosis);
      if (before != null && !before.equals(diagnosis)) {
        twice.add(diagnosis.getEpisodeId());
      }
    }
    Set<String> missing = new TreeSet<>(found.planned());
    missing.addAll(found.injected().copies().keySet());
    missing.removeAll(diagnosed.keySet());
    Set<String> foreign = new TreeSet<>(diagnosed.keySet());
    foreign.removeAll(found.planned());
    foreign.removeIf(found.injected()::holds);
    lost = missing.size();
    doubled = twice.size();
    requireNone("episodes lost", missing);
    requireNone("episodes diagnosed twice", twice);
    requireNone("episodes that nobody planned", foreign);
  }

  private void theLedgerBalances() {
    Ledger ledger = found.ledger();
    require(ledger.balances(), "the ledger does not balance: " + ledger.line());
    require(ledger.inFlight() == 0, "episodes still in flight: " + ledger.line());
  }

  private void theLedgerIsTheRecount() {
    Ledger ledger = found.ledger();
    Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
    diagnosed.values().forEach(one -> verdicts.merge(verdict(one), 1L, Long::sum));
    requireEqual("the ledger's count of episodes started", ledger.started(), attempts());
    requireEqual(
        "the ledger's count of episodes passed",
        ledger.passed(),
        verdicts.getOrDefault(Verdict.PASSED, 0L));
    requireEqual(
        "the ledger's count of episodes failed by the policy",
        ledger.policyFailed(),
        verdicts.getOrDefault(Verdict.POLICY_FAILED, 0L));
    requireEqual("the ledger's count of records", ledger.recordsRead(), found.records());
  }

  private long attempts() {
    Map<String, CountedAttempts> attempts = new HashMap<>();
    found
        .events()
        .forEach(
            event ->
                attempts
                    .computeIfAbsent(event.getEpisodeId(), any -> new CountedAttempts())
                    .take(event));
    return attempts.values().stream().mapToLong(CountedAttempts::begun).sum();
  }

  private static EpisodeDiagnosis whole(Diagnosis diagnosis) {
    return Objects.requireNonNull(diagnosis.getEpisodeDiagnosis());
  }

  private static Verdict verdict(Diagnosis diagnosis) {
    return whole(diagnosis).getVerdict();
  }

  /** Whether profiles count an episode: a training episode that passed or failed by the policy. */
  static boolean isCounted(Diagnosis diagnosis) {
    return whole(diagnosis).getMode() == Mode.TRAIN
        && (verdict(diagnosis) == Verdict.PASSED || verdict(diagnosis) == Verdict.POLICY_FAILED);
  }

  private void copiesAreJudgedLikeTheirOriginals() {
    Set<String> other = new TreeSet<>();
    found
        .injected()
        .copies()
        .forEach(
            (copy, original) -> {
              Diagnosis one = diagnosed.get(copy);
              Diagnosis two = diagnosed.get(original);
              if (one != null && two != null && verdict(one) != verdict(two)) {
                other.add(copy);
              }
            });
    requireNone("reordered copies judged unlike their original", other);
  }

  /** Episodes are counted anew, in all and by their task. */
  private void theProfilesAreTheRecount() {
    Map<String, Long> counts = new HashMap<>();
    for (Diagnosis diagnosis : diagnosed.values()) {
      if (isCounted(diagnosis)) {
        counts.merge("*", 1L, Long::sum);
        counts.merge(whole(diagnosis).getTaskId(), 1L, Long::sum);
      }
    }
    requireEqual(
        "the profiles' count of all episodes",
        found.output().counted(found.runId()),
        counts.getOrDefault("*", 0L));
    Set<String> wrong = new TreeSet<>();
    for (CapabilityProfile profile : found.output().profiles().values()) {
      switch (profile.getCapability().getKind()) {
        case TASK -> {
          String task = profile.getCapability().getName();
          if (profile.getTotal().getCount() != counts.getOrDefault(task, 0L)) {
            wrong.add(task);
          }
        }
        case CATEGORY, TAG, CATEGORY_TAG, TURN_POSITION_TAG, TOOL, TOOL_FAILURE, TOOL_ARGUMENT -> {
          // Compared with those of an undisturbed run.
        }
      }
    }
    requireNone("profiles of tasks that differ from the recount", wrong);
  }

  private void theProfilesAreThoseOfAnUndisturbedRun() {
    Map<String, CapabilityProfile> expected = found.undisturbed().profiles();
    Map<String, CapabilityProfile> actual = found.output().profiles();
    Set<String> keys = new TreeSet<>(expected.keySet());
    keys.addAll(actual.keySet());
    keys.removeIf(
        key -> {
          CapabilityProfile one = actual.get(key);
          CapabilityProfile two = expected.get(key);
          return one != null && two != null && one.getTotal().equals(two.getTotal());
        });
    requireNone("profiles that differ from those of an undisturbed run", keys);
  }

  private void theWeightsAreThoseOfAnUndisturbedRun() {
    Map<Long, String> expected = digests(found.undisturbed());
    Map<Long, String> actual = digests(found.output());
    requireEqual("the versions of the policy", actual.keySet(), expected.keySet());
    Set<String> other = new TreeSet<>();
    actual.forEach(
        (version, digest) -> {
          if (!digest.equals(expected.getOrDefault(version, digest))) {
            other.add("version " + version);
          }
        });
    requireNone("versions with other weights than an undisturbed run's", other);
  }

  /** A restored learner says its newest version again; it must be the same one. */
  private Map<Long, String> digests(RunOutput output) {
    Map<Long, String> digests = new TreeMap<>();
    for (PolicyUpdate update : output.updates()) {
      String digest = String.valueOf(update.getWeightsDigest());
      String before = digests.putIfAbsent(update.getVersion(), digest);
      require(
          before == null || before.equals(digest),
          "version " + update.getVersion() + " was published with two weights");
    }
    return digests;
  }

  private void everyBatchIsLearnedFromOnce() {
    List<Long> batches = found.output().steps().stream().map(TrainingStep::getBatchNumber).toList();
    long planned = found.batches().stream().map(one -> one.getBatchNumber()).distinct().count();
    requireEqual(
        "the list of batches learned from", batches, LongStream.range(0, planned).boxed().toList());
  }

  private void whatCannotBeReadIsAFailureAndNothingElse() {
    Set<String> missing = new TreeSet<>(found.injected().unreadable());
    Set<String> unexpected = new TreeSet<>();
    for (Failure failure : found.failures()) {
      String position =
          failure.getSourcePartition() == null || failure.getSourceOffset() == null
              ? ""
              : Injected.position(failure.getSourcePartition(), failure.getSourceOffset());
      boolean hostile =
          failure.getEpisodeId() != null && found.injected().isHostile(failure.getEpisodeId());
      missing.remove(position);
      if (!hostile && !found.injected().unreadable().contains(position)) {
        unexpected.add(failure.getBoundary() + " " + failure.getReason());
      }
    }
    requireNone("unreadable records without a failure", missing);
    requireNone("failures of records that were in order", unexpected);
  }
}
