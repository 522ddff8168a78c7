package org.sealflow.nano.warm;

/** Is told how a warm start comes along. */
public interface WarmListener {
  /** A copying exercise was done. */
  void copied(int step, StepFigures figures);

  /**
   * A step of the curriculum was made.
   *
   * @param read tokens read in all phases
   * @param learningRate it was made with
   */
  void learnt(int step, int phase, long read, double learningRate, StepFigures figures);

  /**
   * The policy was judged.
   *
   * @param best whether it is the best so far
   */
  void judged(int step, long read, StrictSuccesses judgement, boolean best);

  /** Called after a checkpoint was saved. */
  void saved(int step);
}
