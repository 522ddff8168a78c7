package org.sealflow.jobs.chaos;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Rounds of faults on one system, until the schedule or the time is over or a check fails. */
public final class ChaosRun {
  private final CommandWords commands;
  private final ChaosSettings settings;
  private final long seed;
  private final Consumer<String> progress;

  /**
   * A run.
   *
   * @param commands how commands are executed
   * @param seed of the tasks' order and of sampling
   * @param progress takes a line for each fault and check
   */
  public ChaosRun(
      CommandWords commands, ChaosSettings settings, long seed, Consumer<String> progress) {
    this.commands = commands;
    this.settings = settings;
    this.seed = seed;
    this.progress = progress;
  }

  /**
   * Plays the schedule.
   *
   * @return whether everything held
   */
  public boolean play() throws Exception {
    Deadline end = Deadline.in(Duration.ofMinutes(settings.minutes()));
    progress.accept("starting a broker, a JobManager and two TaskManagers");
    try (ChaosSystem system = ChaosSystem.start(settings.directory())) {
      RoundJobs.generateTasks(commands, settings);
      List<List<PlannedFault>> rounds =
          FaultSchedule.rounds(settings.schedule(), settings.faultsOfRound());
      for (int round = 1; round <= rounds.size() && !end.isOver(); round++) {
        if (!play(round, rounds.get(round - 1), system)) {
          return false;
        }
      }
      return true;
    }
  }

  private boolean play(int number, List<PlannedFault> faults, ChaosSystem system) throws Exception {
    progress.accept("round " + number + ", " + faults.size() + " faults");
    RoundJobs jobs =
        new RoundJobs(commands, settings, system, "chaos-" + seed + "-" + number, seed + number);
    try (ChaosRound round = new ChaosRound(system, jobs, settings, progress)) {
      RoundResult result = round.play(number, faults);
      report(result);
      if (result.holds()) {
        round.delete();
      }
      return result.holds();
    }
  }

  private void report(RoundResult result) {
    if (settings.log() != null) {
      new ChaosLog(settings.log()).add(LocalDate.now(Clock.systemUTC()), settings.again(), result);
    }
    progress.accept(
        String.format(
            Locale.ROOT,
            "round %d %s: %d faults, %d episodes, %d versions, %d lost, %d double, %d hangs;"
                + " longest recovery %s; %.2f %% of the sampled tokens lost; %.1f min",
            result.number(),
            result.holds() ? "holds" : "FAILED",
            result.faults().size(),
            result.episodes(),
            result.versions(),
            result.verdicts().lost(),
            result.verdicts().doubled(),
            result.hangs(),
            result.recovery(),
            100 * result.lostTokens(),
            result.took().toMillis() / 60e3));
    result.verdicts().violations().forEach(violation -> progress.accept("  " + violation));
  }
}
