package org.sealflow.jobs.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.sealflow.statistics.Interval;

/**
 * Successes among the episodes that count, those the policy passed or failed.
 *
 * @param counted episodes that count
 * @param passed those passed officially
 * @param strict those of them in which every turn is {@code pass} or {@code correct_abstention}
 */
public record Successes(int counted, int passed, int strict) {
  /** Nothing yet. */
  public static final Successes NONE = new Successes(0, 0, 0);

  /** Both together. */
  public Successes plus(Successes other) {
    return new Successes(counted + other.counted, passed + other.passed, strict + other.strict);
  }

  /** Share of strict successes; NaN of none. */
  @JsonIgnore
  public double rate() {
    return counted == 0 ? Double.NaN : strict / (double) counted;
  }

  /** Wilson's interval of that share at 95 %; of none, it is 0 to 1. */
  @JsonIgnore
  public Interval interval() {
    return Interval.wilson(strict, counted);
  }
}
