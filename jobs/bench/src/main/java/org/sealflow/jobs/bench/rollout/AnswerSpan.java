package org.sealflow.jobs.bench.rollout;

/**
 * A stretch of time in which answers were counted.
 *
 * @param answers how many came
 * @param seconds how long it was
 * @param cpuNanos processor time of this process in it
 * @param times how long answers took
 */
record AnswerSpan(long answers, double seconds, long cpuNanos, AnswerTimes times) {
  /** Both stretches as one. */
  AnswerSpan plus(AnswerSpan other) {
    AnswerTimes both = new AnswerTimes();
    both.addAll(times);
    both.addAll(other.times);
    return new AnswerSpan(
        answers + other.answers, seconds + other.seconds, cpuNanos + other.cpuNanos, both);
  }

  double perSecond() {
    return answers / seconds;
  }

  double cpuMicrosPerAnswer() {
    return cpuNanos / 1e3 / Math.max(1, answers);
  }
}
