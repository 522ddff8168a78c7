package org.sealflow.serve;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.engine.Continuation;
import org.sealflow.learn.engine.ContinuationRequest;

/**
 * The parts that the endpoints which sample share.
 *
 * @param text the model's words
 * @param seeds seeds for requests that have none; asked from several threads
 */
record Service(
    Sampler sampler,
    ServedText text,
    ServedModels models,
    RequestIds ids,
    LongSupplier seeds,
    ServerMetrics metrics,
    Clock clock) {
  /**
   * Continues each prompt as often as asked for; a prompt's answers follow each other.
   *
   * @throws ApiError if these are too many, the server is busy or the engine fails
   */
  List<ShownAnswer> answers(
      List<List<Integer>> prompts, RequestedSampling sampling, @Nullable String adapter) {
    sampler.checkRows((long) prompts.size() * sampling.choices());
    List<ContinuationRequest> rows = new ArrayList<>();
    for (List<Integer> prompt : prompts) {
      for (int choice = 0; choice < sampling.choices(); choice++) {
        rows.add(
            new ContinuationRequest(
                prompt, sampling.settings(choice), sampling.stopTokens(), adapter));
      }
    }
    List<Continuation> continuations = sampler.sample(rows);
    prompts.forEach(prompt -> metrics.prompt(prompt.size()));
    return continuations.stream()
        .map(continuation -> ShownAnswer.of(continuation, sampling, text))
        .toList();
  }

  /** How a token is named where log-probabilities stand beside it. */
  String tokenName(int id, OutputForm form) {
    return form.tokensAsIds() ? "token_id:" + id : text.tokenizer().decode(new int[] {id});
  }
}
