package org.sealflow.capability;

import java.io.Serializable;
import java.util.List;

/**
 * When CoEvolve's signals of a task fire (arXiv 2604.15840, section 3.2). The paper states neither
 * W nor N_min. Checked as a part of {@link CapabilitySettings}.
 *
 * @param scoreWindow W: how many of a task's last scores are remembered, from 1
 * @param patternsNeeded N_min: how many failure patterns a run must have shown before any counts as
 *     rare, from 1
 * @param rareShare theta: the share of all patterns seen below which one is rare, above 0 up to 1
 */
public record SignalSettings(int scoreWindow, long patternsNeeded, double rareShare)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The last 16 scores, two groups of SEAL's eight; rare is less than 5 % of at least 100. */
  public static final SignalSettings DEFAULT = new SignalSettings(16, 100, 0.05);

  void check(List<String> problems) {
    if (scoreWindow < 1) {
      problems.add("signals.scoreWindow is " + scoreWindow + ", expected 1 or more");
    }
    if (patternsNeeded < 1) {
      problems.add("signals.patternsNeeded is " + patternsNeeded + ", expected 1 or more");
    }
    if (!(rareShare > 0 && rareShare <= 1)) {
      problems.add("signals.rareShare is " + rareShare + ", expected more than 0, up to 1");
    }
  }
}
