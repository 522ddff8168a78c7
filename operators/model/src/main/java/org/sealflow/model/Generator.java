package org.sealflow.model;

import java.util.List;
import java.util.Set;

/**
 * Continues prompts, many at once, with the policy as it is at that moment. What is drawn for a
 * prompt depends on the prompt and its seed alone, up to the rounding that other companions in the
 * batch, or contexts known from before, bring about. One thread at a time, and not while the model
 * trains.
 */
public final class Generator implements AutoCloseable {
  private final PolicyModel model;
  private final Set<Integer> stopTokens;
  private final GenerationWeights weights;
  private final GenerationBatch batch;

  /**
   * A generator.
   *
   * @param stopTokens tokens that end a continuation
   * @param keptTokens most tokens whose keys and values are kept from call to call, so that an
   *     episode's next step reads only what is new; 0 for none
   */
  public Generator(PolicyModel model, Set<Integer> stopTokens, long keptTokens) {
    this.model = model;
    this.stopTokens = Set.copyOf(stopTokens);
    weights = GenerationWeights.of(model);
    batch = new GenerationBatch(weights, keptTokens);
  }

  /**
   * Continues prompts.
   *
   * @return the continuations, in the order of the requests
   * @throws IllegalArgumentException if a prompt fills the context, or holds an unknown token
   */
  public List<Generation> generate(List<GenerationRequest> requests) {
    for (GenerationRequest request : requests) {
      request.check(model.config(), model.options().contextLength());
    }
    List<GenerationRow> rows =
        batch.add(requests.stream().map(request -> request.stoppedBy(stopTokens)).toList());
    try {
      while (batch.size() > 0) {
        batch.step();
      }
    } finally {
      batch.drop(row -> true);
    }
    return rows.stream().map(GenerationRow::result).toList();
  }

  @Override
  public void close() {
    batch.close();
    weights.close();
  }
}
