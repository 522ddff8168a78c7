package org.sealflow.learn.engine;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.sampling.SamplingSettings;

/**
 * A prompt to be continued.
 *
 * @param prompt token ids from the start of the context, at least one
 * @param sampling how to go on; with the prompt, its seed alone decides what is drawn
 * @param stopTokens tokens that end the answer and belong to it
 * @param adapter name of a loaded adapter; null for the policy itself, at its newest version
 */
public record ContinuationRequest(
    List<Integer> prompt,
    SamplingSettings sampling,
    Set<Integer> stopTokens,
    @Nullable String adapter) {
  /**
   * Copies the tokens.
   *
   * @throws IllegalArgumentException if the prompt is empty
   */
  public ContinuationRequest {
    prompt = List.copyOf(prompt);
    stopTokens = Set.copyOf(stopTokens);
    if (prompt.isEmpty()) {
      throw new IllegalArgumentException("a prompt is empty, expected at least one token");
    }
  }
}
