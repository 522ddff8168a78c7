package org.sealflow.learn.algorithm;

/** Which feedback the teacher of a failed turn reads, see {@link FeedbackCredit}. */
public enum FeedbackRule {
  /** None: there is no teacher. */
  NONE,
  /** The evidence of the turn's own diagnosis. */
  EVIDENCE,
  /** That of an episode of another group: a control, see {@link FeedbackDeal}. */
  PERMUTED
}
