package org.sealflow.jobs.bench.review;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.bench.verify.TauWorkload;
import org.sealflow.jobs.bench.verify.Trajectory;
import org.sealflow.tau.Benchmark;

/** Lays diagnosis without a reference beside diagnosis with one, and measures how fast it reads. */
public final class ReviewBenchmark {
  private static final double TRAJECTORIES_PER_SECOND = 10_000;

  private ReviewBenchmark() {}

  /** Compares both over recordings of BFCL. */
  public static ReviewAgreement ofBfcl(List<Trajectory> trajectories) {
    ReviewAgreement agreement = new ReviewAgreement("bfcl");
    BfclLogs logs = new BfclLogs();
    trajectories.forEach(trajectory -> agreement.add(logs.of(trajectory)));
    return agreement;
  }

  /**
   * Compares both over recordings of tau2-bench, those that have a verdict.
   *
   * @param folder the benchmark's, as for {@link TauWorkload#read}
   */
  public static ReviewAgreement ofTau2(TauWorkload workload, Path folder) {
    ReviewAgreement agreement = new ReviewAgreement("tau2");
    TauLogs logs = new TauLogs(new Benchmark(folder));
    for (TauWorkload.Episode episode : workload.episodes()) {
      ComparedEpisode compared = logs.of(episode);
      if (compared != null) {
        agreement.add(compared);
      }
    }
    return agreement;
  }

  /** Reads small trajectories. */
  public static ReadingRate reading(int trajectories) throws IOException {
    return ReadingRate.of(trajectories);
  }

  /** The sums and the rate as figures. */
  public static BenchResult figures(ReviewAgreement agreement, ReadingRate rate) {
    return new BenchResult(
        "review",
        Machine.here(),
        List.of(
            new BenchResult.Section(
                agreement.source(),
                List.of(
                    Figure.counted("episodes", "episodes", agreement.episodes()),
                    Figure.counted("failedEpisodes", "that fail", agreement.failedEpisodes()),
                    Figure.counted(
                        "failedFound", "that fail, with a finding", agreement.failedFound()),
                    Figure.counted("turns", "turns", agreement.turns()),
                    Figure.counted("failingTurns", "that fail", agreement.failingTurns()),
                    Figure.counted("foundTurns", "with a finding", agreement.foundTurns()),
                    Figure.counted(
                        "foundFailing", "that fail, with a finding", agreement.foundFailing()))),
            new BenchResult.Section(
                "reading",
                List.of(
                    Figure.counted("trajectories", "trajectories", rate.trajectories()),
                    Figure.counted("bytes", "bytes of each", rate.bytes()),
                    Figure.counted("findings", "findings", rate.findings()),
                    Figure.measured(
                        "trajectoriesPerSecond",
                        "trajectories/s",
                        rate.perSecond(),
                        Goal.atLeast(TRAJECTORIES_PER_SECOND))))),
        List.of(
            "A turn is what follows a message of the user. Precision: of the turns in which the"
                + " rule finds something, those that fail by the reference. Recall: of the turns"
                + " in which the reference shows what the rule is about, those in which the rule"
                + " finds something.",
            "Rate: trajectories read from a file of chat messages and diagnosed in one thread, per"
                + " second of its processor time; the median of five readings."));
  }
}
