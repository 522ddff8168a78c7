package org.sealflow.learn.algorithm;

/** How the rewards of a group become advantages. */
public enum AdvantageRule {
  /**
   * {@code (r - mean) / (std + 1e-6)} with the unbiased standard deviation (GRPO, arXiv 2402.03300,
   * section 4.1; the release of SEAL).
   */
  GRPO,
  /**
   * {@code r - mean}: without the standard deviation, which gives groups that are nearly all right
   * or all wrong too much weight (Dr. GRPO, arXiv 2503.20783, section 3).
   */
  DR_GRPO
}
