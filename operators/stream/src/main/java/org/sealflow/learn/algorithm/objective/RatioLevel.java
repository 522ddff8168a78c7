package org.sealflow.learn.algorithm.objective;

/** Over what the ratio of new to old policy is taken. */
public enum RatioLevel {
  /** Each token: {@code r_t = exp(logp_t - old_t)} (PPO, arXiv 1707.06347, equation 6). */
  TOKEN,
  /**
   * The sequence, normalised by its length: {@code s = exp(mean_t(logp_t - old_t))}, one ratio for
   * all its tokens (GSPO, arXiv 2507.18071, section 4). Its clip range is far smaller: the paper
   * takes 3e-4 below and 4e-4 above.
   */
  SEQUENCE
}
