package org.sealflow.jobs.bench.rollout;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import org.sealflow.jobs.bench.BenchJob;
import org.sealflow.jobs.settings.UserError;

/** The runner at work, as many episodes in flight as it may, until it is closed. */
final class RunnerPhase implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration LONGEST_START = Duration.ofSeconds(60);

  /** After so long the counts of a second are known. */
  private static final Duration KNOWN = Duration.ofMillis(1200);

  private final BenchJob job;
  private final Clock clock;
  private final long originSecond;
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private RunnerPhase(BenchJob job, Clock clock, long originSecond) {
    this.job = job;
    this.clock = clock;
    this.originSecond = originSecond;
  }

  /**
   * Starts the runners and waits for the first answers.
   *
   * @param inFlight episodes each runner plays at the same time
   * @param baseUrl where the server's paths begin
   * @throws UserError if none comes
   */
  static RunnerPhase start(
      RunnerJob.Load load, int parallelism, int inFlight, String baseUrl, Clock clock)
      throws Exception {
    long origin = clock.instant().getEpochSecond();
    BenchJob job =
        BenchJob.start(
            "sealflow-bench-rollout",
            RunnerJob.configuration(parallelism),
            environment -> RunnerJob.attach(environment, load, inFlight, baseUrl, origin));
    RunnerPhase phase = new RunnerPhase(job, clock, origin);
    try {
      phase.awaitAnswers();
      return phase;
    } catch (Exception failed) {
      phase.close();
      throw failed;
    }
  }

  private void awaitAnswers() throws Exception {
    long deadline = clock.millis() + LONGEST_START.toMillis();
    while (tally().times().count() == 0) {
      if (clock.millis() > deadline) {
        throw new UserError(
            "the runner took no answer within "
                + LONGEST_START.toSeconds()
                + " s; is the machine overloaded?");
      }
      pauseUntil(clock.millis() + LOOK.toMillis());
    }
  }

  /** The counts so far, at most half a second old. */
  private AnswerTally tally() throws Exception {
    return job.accumulators().get(TallyFunction.TALLY) instanceof AnswerTally known
        ? known
        : new AnswerTally(originSecond);
  }

  /** Episodes played so far. */
  long episodes() throws Exception {
    return tally().episodes();
  }

  /** Lets it work for a while. */
  void settle(Duration time) throws Exception {
    pauseUntil(clock.millis() + time.toMillis());
  }

  /** Counts the answers of whole seconds. */
  AnswerSpan measure(Duration time) throws Exception {
    long from = clock.millis() / 1000 + 1;
    long until = from + Math.max(1, time.toSeconds());
    pauseUntil(from * 1000);
    AnswerTally before = tally();
    long cpuBefore = system.getProcessCpuTime();
    pauseUntil(until * 1000);
    long cpuNanos = system.getProcessCpuTime() - cpuBefore;
    pauseUntil(until * 1000 + KNOWN.toMillis());
    AnswerTally after = tally();
    return new AnswerSpan(
        after.answers(from, until), until - from, cpuNanos, after.times().since(before.times()));
  }

  private void pauseUntil(long epochMillis) throws Exception {
    while (true) {
      requireSuccess();
      long left = epochMillis - clock.millis();
      if (left <= 0) {
        return;
      }
      Thread.sleep(Math.min(left, LOOK.toMillis()));
    }
  }

  private void requireSuccess() throws Exception {
    job.requireRunning();
    AnswerTally tally = tally();
    if (tally.failures() > 0) {
      throw new UserError(
          tally.failures()
              + " of "
              + tally.episodes()
              + " episodes failed, so the figures say nothing; the first: "
              + tally.firstFailure());
    }
  }

  @Override
  public void close() {
    job.close();
  }
}
