package org.sealflow.jobs.report.inspect;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A property by which episodes are filtered. An episode may have several values of one. */
public enum EpisodeFacet {
  /** The outcome that the episode counts as. */
  VERDICT,
  /** The benchmark's verdict: true, false or null. */
  OFFICIAL,
  /** Category of the task. */
  CATEGORY,
  /** Failures of its turns. */
  FAILURE,
  /** Whether its failing turns fail by themselves. */
  ORIGIN,
  /** The root cause in words, as the first screen lists it. */
  CAUSE,
  /** Index of the root-cause turn, or the reason of the episode's failure. */
  ROOT,
  /** The repair in words. */
  REPAIR,
  /** Tools that policy or ground truth call. */
  TOOL,
  /** Arguments that the evidence names, as tool and argument. */
  ARGUMENT,
  /** Tags of its turns. */
  TAG,
  /** Whether recorded results are not reproduced. */
  DRIFT,
  /** The model that acted. */
  MODEL,
  /** Whether patches were shown. */
  ARM,
  /** Keys of the patches shown. */
  PATCH,
  /** The file it was read from, or the run it was played in. */
  RUN,
  /** Whether it was played to train or to evaluate. */
  MODE,
  /** The newest policy version among its steps. */
  VERSION,
  /** When it ended, in steps that leave at most sixty of them. */
  TIME,
  /** The group whose rewards are compared, if it has more than one episode. */
  GROUP,
  /** What the learner made of its group. */
  LEARNER,
  /** Against the first file's episode of the same record: fixed, broken, or the same. */
  CHANGED,
  /** Name of the task. */
  TASK;

  /** The name in addresses, such as {@code verdict}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The facet of that name; empty if there is none. */
  public static Optional<EpisodeFacet> of(String key) {
    return Stream.of(values()).filter(each -> each.key().equals(key)).findFirst();
  }
}
