package org.sealflow.jobs.bench.attribution;

/** The kinds of passing episodes that faults are planted in. */
enum AttributionGround {
  /** A task that was generated, as its ground truth plays it. */
  GENERATED,
  /** A recording that passes. */
  RECORDED,
  /** A recording that passes officially, and deviates all the same. */
  DEVIATING;

  static AttributionGround of(UnplantedEpisode episode) {
    if (episode.deviates()) {
      return DEVIATING;
    }
    return episode.isRecorded() ? RECORDED : GENERATED;
  }
}
