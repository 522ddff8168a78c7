package org.sealflow.learn.model;

import org.sealflow.learn.policy.SamplingSettings;

/** A prompt to be continued. */
public final class GenerationRequest {
  private final int[] prompt;
  private final SamplingSettings sampling;

  /**
   * A request.
   *
   * @param prompt token ids from the start of the context, not empty; handed over and changed no
   *     more
   * @param sampling how to go on; the seed alone decides what is drawn, whatever else is in the
   *     batch
   * @throws IllegalArgumentException where the prompt is empty
   */
  public GenerationRequest(int[] prompt, SamplingSettings sampling) {
    if (prompt.length == 0) {
      throw new IllegalArgumentException("a prompt is empty, expected at least one token");
    }
    this.prompt = prompt;
    this.sampling = sampling;
  }

  int[] prompt() {
    return prompt;
  }

  SamplingSettings sampling() {
    return sampling;
  }
}
