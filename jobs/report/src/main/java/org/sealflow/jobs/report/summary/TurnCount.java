package org.sealflow.jobs.report.summary;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;

/** Counts over all turns. Of unreached turns only their number and their padded tags count. */
final class TurnCount {
  private final EnumCount<Tag> tags = new EnumCount<>(Tag.class);
  private final EnumCount<Tag> paddedTags = new EnumCount<>(Tag.class);
  private final Map<TurnFailure, EnumCount<FailureOrigin>> failures =
      new EnumMap<>(TurnFailure.class);
  private final PositionCount reachedAt = new PositionCount();
  private final PositionCount failingAt = new PositionCount();
  private long deviating;
  private long calls;
  private long errors;
  private long withDrift;
  private long driftedResults;

  void add(TurnDiagnosis turn) {
    if (!turn.getReached()) {
      paddedTags.increment(turn.getTag());
      return;
    }
    tags.increment(turn.getTag());
    reachedAt.increment(turn.getTurn());
    deviating += turn.getDeviating() ? 1 : 0;
    calls += turn.getCalls();
    errors += turn.getErrors();
    withDrift += turn.getDrift().isEmpty() ? 0 : 1;
    driftedResults += turn.getDrift().size();
    addFailure(turn, turn.getFailure(), turn.getOrigin());
  }

  private void addFailure(
      TurnDiagnosis turn, @Nullable TurnFailure failure, @Nullable FailureOrigin origin) {
    if (failure != null) {
      failingAt.increment(turn.getTurn());
      origins(failure).increment(origin == null ? FailureOrigin.UNDETERMINED : origin);
    }
  }

  private EnumCount<FailureOrigin> origins(TurnFailure failure) {
    return failures.computeIfAbsent(failure, absent -> new EnumCount<>(FailureOrigin.class));
  }

  long reached() {
    return tags.total();
  }

  long unreached() {
    return paddedTags.total();
  }

  long tagged(Tag tag) {
    return tags.of(tag);
  }

  long padded(Tag tag) {
    return paddedTags.of(tag);
  }

  long failing() {
    return failures.values().stream().mapToLong(EnumCount::total).sum();
  }

  /** Turns that fail so, among the failing ones. */
  Proportion failing(TurnFailure failure) {
    return new Proportion(origins(failure).total(), failing());
  }

  long failing(TurnFailure failure, FailureOrigin origin) {
    return origins(failure).of(origin);
  }

  /** Failing turns of this origin, among the failing ones. */
  Proportion origin(FailureOrigin origin) {
    long count = failures.values().stream().mapToLong(each -> each.of(origin)).sum();
    return new Proportion(count, failing());
  }

  /** One more than the last turn index reached. */
  int positions() {
    return reachedAt.length();
  }

  /** The failing turns at this index, among those reached. */
  Proportion failingAt(int position) {
    return new Proportion(failingAt.of(position), reachedAt.of(position));
  }

  long deviating() {
    return deviating;
  }

  long calls() {
    return calls;
  }

  /** Calls with an error as result. */
  long errors() {
    return errors;
  }

  long withDrift() {
    return withDrift;
  }

  long driftedResults() {
    return driftedResults;
  }
}
