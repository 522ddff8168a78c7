package org.sealflow.jobs.report.summary;

import java.util.List;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/** Counts over some episodes: all, those of a category or those of a model. */
final class EpisodeCount {
  private final EnumCount<Verdict> verdicts = new EnumCount<>(Verdict.class);
  private final EnumCount<TurnFailure> failures = new EnumCount<>(TurnFailure.class);
  private long valid;
  private long invalid;
  private long strictSuccesses;
  private long drifted;
  private long turnsReached;

  void add(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    verdicts.increment(episode.getVerdict());
    Boolean official = episode.getOfficialValid();
    valid += Boolean.TRUE.equals(official) ? 1 : 0;
    invalid += Boolean.FALSE.equals(official) ? 1 : 0;
    strictSuccesses += episode.getStrictSuccess() ? 1 : 0;
    drifted += episode.getDrifted() ? 1 : 0;
    turns.forEach(this::addTurn);
  }

  private void addTurn(TurnDiagnosis turn) {
    turnsReached += turn.getReached() ? 1 : 0;
    TurnFailure failure = turn.getFailure();
    if (failure != null) {
      failures.increment(failure);
    }
  }

  long episodes() {
    return verdicts.total();
  }

  long verdict(Verdict verdict) {
    return verdicts.of(verdict);
  }

  /** The benchmark's accuracy: the valid among those its checker gave a verdict on. */
  Proportion official() {
    return new Proportion(valid, valid + invalid);
  }

  /** Episodes the benchmark's checker gave no verdict on. */
  long withoutOfficial() {
    return episodes() - valid - invalid;
  }

  /** The passed among those where the policy decided the outcome. */
  Proportion passed() {
    long passed = verdict(Verdict.PASSED);
    return new Proportion(passed, passed + verdict(Verdict.POLICY_FAILED));
  }

  /** The strict successes among those that were judged. */
  Proportion strict() {
    return new Proportion(strictSuccesses, episodes() - verdict(Verdict.UNJUDGED));
  }

  Proportion drifted() {
    return new Proportion(drifted, episodes());
  }

  long turnsReached() {
    return turnsReached;
  }

  Proportion failing() {
    return new Proportion(failures.total(), turnsReached);
  }

  long failing(TurnFailure failure) {
    return failures.of(failure);
  }
}
