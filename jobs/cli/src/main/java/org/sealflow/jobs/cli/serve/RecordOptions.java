package org.sealflow.jobs.cli.serve;

import java.time.Clock;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.serve.session.PatchedGroups;
import picocli.CommandLine.Option;

/** Options of how the episodes that others play are recorded. */
final class RecordOptions {
  /** Whether episodes are shown patches. */
  enum Patches {
    NONE,
    LIVE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--run",
      paramLabel = "RUN",
      description =
          "The run that episodes are recorded under; the patches shown are its (default: serve- and"
              + " the time).")
  private @Nullable String run;

  @Option(
      names = "--patches",
      paramLabel = "WHICH",
      defaultValue = "none",
      description =
          "live shows training episodes the patches of the run that are active; none shows none to"
              + " any (default: ${DEFAULT-VALUE}).")
  private Patches patches = Patches.NONE;

  @Option(
      names = "--group-size",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "Episodes of a task that the trainer compares: all are shown the same patches (default:"
              + " ${DEFAULT-VALUE}).")
  private int groupSize;

  @Option(
      names = "--holdout",
      paramLabel = "SHARE",
      defaultValue = "0.125",
      description =
          "Share of the groups that is shown no patch, so that what patches bring can be measured"
              + " (default: ${DEFAULT-VALUE}).")
  private double holdout;

  @Option(
      names = "--diagnose",
      description =
          "Runs the co-evolution job in the same process, which diagnoses what is recorded and makes"
              + " patches. Hosts a broker unless one runs or --bootstrap-servers names one.")
  private boolean diagnose;

  /** Whether episodes are recorded even if no broker is named. */
  boolean needBroker() {
    return diagnose || showPatches();
  }

  boolean diagnose() {
    return diagnose;
  }

  boolean showPatches() {
    return patches == Patches.LIVE;
  }

  /** The run, as named or made of the time. */
  String runId(Clock clock) {
    if (run == null) {
      return "serve-" + clock.instant().getEpochSecond();
    }
    if (run.isBlank()) {
      throw new UsageError("--run is empty, expected a name");
    }
    return run;
  }

  /**
   * How groups are formed.
   *
   * @throws UsageError if an option is out of range
   */
  PatchedGroups.Settings groups() {
    try {
      return new PatchedGroups.Settings(groupSize, holdout);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError("--" + Causes.oneLine(wrong.getMessage()), wrong);
    }
  }
}
