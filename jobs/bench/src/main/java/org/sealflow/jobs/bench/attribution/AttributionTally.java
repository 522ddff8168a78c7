package org.sealflow.jobs.bench.attribution;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Counts findings by what was planted and by what it was planted in. Not thread-safe. */
final class AttributionTally {
  private final Map<PlantedFaultKind, AttributionCount> kinds =
      new EnumMap<>(PlantedFaultKind.class);
  private final AttributionCount cascades;
  private final AttributionCount pairs;
  private final AttributionCount recorded;
  private final AttributionCount all;
  private final AttributionCount deviating;
  private long passing;
  private long deviatingBefore;
  private long falseAlarms;

  AttributionTally(int maxEdits) {
    for (PlantedFaultKind kind : PlantedFaultKind.values()) {
      kinds.put(kind, new AttributionCount(kind.label(), maxEdits));
    }
    this.cascades = new AttributionCount("of these, cascading", maxEdits);
    this.pairs = new AttributionCount("two faults", maxEdits);
    this.recorded = new AttributionCount("of these, recorded", maxEdits);
    this.all = new AttributionCount("all", maxEdits);
    this.deviating = new AttributionCount("deviating before", maxEdits);
  }

  /** An episode in which nothing was planted yet. */
  void addPassing(AttributionGround ground, boolean isFalseAlarm) {
    passing++;
    deviatingBefore += ground == AttributionGround.DEVIATING ? 1 : 0;
    falseAlarms += isFalseAlarm ? 1 : 0;
  }

  /** A planting after which the episode still passes; of two faults if there is no kind. */
  void addHarmless(@Nullable PlantedFaultKind kind, AttributionGround ground) {
    if (ground == AttributionGround.DEVIATING) {
      deviating.addHarmless();
    } else {
      (kind == null ? pairs : count(kind)).addHarmless();
      all.addHarmless();
    }
  }

  /** Counts the finding on one fault, or on two if there is no kind. */
  void add(@Nullable PlantedFaultKind kind, AttributionGround ground, Finding finding) {
    if (ground == AttributionGround.DEVIATING) {
      deviating.add(finding);
      return;
    }
    (kind == null ? pairs : count(kind)).add(finding);
    all.add(finding);
    if (kind != null && finding.cascades()) {
      cascades.add(finding);
    }
    if (ground == AttributionGround.RECORDED) {
      recorded.add(finding);
    }
  }

  private AttributionCount count(PlantedFaultKind kind) {
    return Objects.requireNonNull(kinds.get(kind));
  }

  AttributionResult result(
      List<Miss> misses, SearchRate plantedRate, @Nullable SearchRate recordedRate) {
    return new AttributionResult(
        new AttributionResult.Counts(
            List.copyOf(kinds.values()), cascades, pairs, recorded, all, deviating),
        new AttributionResult.Unplanted(passing, deviatingBefore, falseAlarms),
        misses,
        plantedRate,
        recordedRate);
  }
}
