package org.sealflow.jobs.chaos;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
    List<PlannedRound> left = left();
    if (left.isEmpty()) {
      return true;
    }
    Deadline end = Deadline.in(Duration.ofMinutes(settings.minutes()));
    progress.accept("starting a broker, a JobManager and two TaskManagers");
    try (ChaosSystem system = ChaosSystem.start(settings)) {
      RoundJobs.generateTasks(commands, settings);
      for (PlannedRound round : left) {
        if (end.isOver()) {
          break;
        }
        if (!play(round, system)) {
          return false;
        }
      }
      return true;
    }
  }

  /** The rounds that the log does not hold yet: a run that was cut off goes on with them. */
  private List<PlannedRound> left() {
    Set<Integer> held =
        settings.log() == null ? Set.of() : new ChaosLog(settings.log()).held(settings.again());
    List<PlannedRound> left =
        settings.schedule().stream().filter(round -> !held.contains(round.number())).toList();
    int done = settings.schedule().size() - left.size();
    if (done > 0) {
      progress.accept(
          "%d of %d rounds stand in %s as held and are not played again"
              .formatted(done, settings.schedule().size(), settings.log()));
    }
    return left;
  }

  private boolean play(PlannedRound planned, ChaosSystem system) throws Exception {
    progress.accept(
        "round %d, %d faults, policy %s"
            .formatted(
                planned.number(),
                planned.faults().size(),
                planned.served() ? "behind a server" : "in the rollout job"));
    RoundJobs jobs =
        new RoundJobs(
            commands,
            settings,
            system,
            new RoundJobs.Run(
                "chaos-" + seed + "-" + planned.number(),
                seed + planned.number(),
                planned.served()));
    try (ChaosRound round = new ChaosRound(system, jobs, settings, progress)) {
      RoundResult result = round.play(planned);
      if (system.isStopped()) {
        return false;
      }
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
