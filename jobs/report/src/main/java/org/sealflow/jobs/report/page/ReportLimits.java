package org.sealflow.jobs.report.page;

/**
 * Limits of what a page holds of a run.
 *
 * @param trajectories trajectories to browse at most, at least 0
 * @param bytes their size in the page at most, bytes, at least 0: a browser reads the whole page
 *     before it shows it
 */
public record ReportLimits(int trajectories, long bytes) {
  /** 2,000 trajectories, 64 MiB. */
  public static final ReportLimits DEFAULT = new ReportLimits(2_000, 64L << 20);

  public ReportLimits {
    if (trajectories < 0 || bytes < 0) {
      throw new IllegalArgumentException(
          "limits are at least 0, not " + trajectories + " trajectories of " + bytes + " bytes");
    }
  }
}
