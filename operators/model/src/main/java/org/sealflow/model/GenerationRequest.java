package org.sealflow.model;

import java.util.Set;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.sampling.SamplingSettings;

/** A prompt to be continued. */
public final class GenerationRequest {
  private final int[] prompt;
  private final SamplingSettings sampling;
  private final Set<Integer> stopTokens;

  /**
   * A request that no token ends.
   *
   * @param prompt token ids from the start of the context, not empty; handed over and changed no
   *     more
   * @param sampling how to go on; the seed alone decides what is drawn, whatever else is in the
   *     batch
   * @throws IllegalArgumentException if the prompt is empty
   */
  public GenerationRequest(int[] prompt, SamplingSettings sampling) {
    this(prompt, sampling, Set.of());
  }

  /**
   * A request that tokens end.
   *
   * @param prompt token ids from the start of the context, not empty; handed over and changed no
   *     more
   * @param sampling how to go on; the seed alone decides what is drawn, whatever else is in the
   *     batch
   * @param stopTokens tokens that end the continuation and belong to it
   * @throws IllegalArgumentException if the prompt is empty
   */
  public GenerationRequest(int[] prompt, SamplingSettings sampling, Set<Integer> stopTokens) {
    if (prompt.length == 0) {
      throw new IllegalArgumentException("a prompt is empty, expected at least one token");
    }
    this.prompt = prompt;
    this.sampling = sampling;
    this.stopTokens = Set.copyOf(stopTokens);
  }

  /** The same, ended by other tokens. */
  GenerationRequest stoppedBy(Set<Integer> tokens) {
    return new GenerationRequest(prompt, sampling, tokens);
  }

  /**
   * Refuses a prompt that a model cannot continue.
   *
   * @param contextLength longest context, prompt and answer together, tokens
   * @throws IllegalArgumentException if the prompt fills the context, or holds an unknown token
   */
  public void check(ModelConfig config, int contextLength) {
    if (prompt.length >= contextLength) {
      throw new IllegalArgumentException(
          "a prompt has "
              + prompt.length
              + " tokens, expected fewer than the context length "
              + contextLength);
    }
    TokenBatch.of(TokenSequence.allScored(prompt)).check(config.vocabularySize(), contextLength);
  }

  int[] prompt() {
    return prompt;
  }

  SamplingSettings sampling() {
    return sampling;
  }

  Set<Integer> stopTokens() {
    return stopTokens;
  }
}
