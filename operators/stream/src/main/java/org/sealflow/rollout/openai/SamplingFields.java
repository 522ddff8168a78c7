package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.sealflow.model.sampling.SamplingSettings;

/** Sampling settings under the names servers know. */
final class SamplingFields {
  private SamplingFields() {}

  /**
   * Adds them to a request.
   *
   * @param seeded whether it is to carry a seed
   * @param step which answer of the episode is asked for: each is sampled from a seed of its own
   */
  static void write(SamplingSettings sampling, boolean seeded, int step, ObjectNode body) {
    body.put("temperature", sampling.temperature());
    body.put("top_p", sampling.topP());
    if (sampling.topK() > 0) {
      body.put("top_k", sampling.topK());
    }
    body.put("max_tokens", sampling.maxTokens());
    if (seeded) {
      // Servers take seeds of 63 bits.
      body.put("seed", (sampling.seed() + step) & Long.MAX_VALUE);
    }
  }
}
