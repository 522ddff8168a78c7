package org.sealflow.learn.algorithm;

/**
 * Sums up what feedback did to the tokens of failed turns, summed over passes.
 *
 * @param tokens number of tokens with feedback
 * @param divergence sum of |D|, see {@link FeedbackCredit}
 * @param clipped how many of the tokens' factors were clipped
 * @param leftOut number of turns whose feedback could not be read: the sequence would not have fit
 *     the context, or the turn does not begin as the template has it
 */
public record FeedbackTally(long tokens, double divergence, long clipped, long leftOut) {
  /** No feedback. */
  public static final FeedbackTally NONE = new FeedbackTally(0, 0, 0, 0);

  /** Turns left out alone. */
  public static FeedbackTally ofLeftOut(long turns) {
    return new FeedbackTally(0, 0, 0, turns);
  }

  /** Both together. */
  public FeedbackTally plus(FeedbackTally other) {
    return new FeedbackTally(
        tokens + other.tokens,
        divergence + other.divergence,
        clipped + other.clipped,
        leftOut + other.leftOut);
  }

  /** Mean |D| of a token; 0 without any. */
  public double divergenceMean() {
    return tokens == 0 ? 0 : divergence / tokens;
  }

  /** Share of tokens whose factor was clipped, 0 to 1; 0 without any. */
  public double clipShare() {
    return tokens == 0 ? 0 : (double) clipped / tokens;
  }
}
