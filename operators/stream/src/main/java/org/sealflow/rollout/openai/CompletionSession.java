package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.model.sampling.SamplingSettings;

/** An episode as one growing sequence of token ids: what was sampled goes back as it came. */
final class CompletionSession implements PolicySession {
  private final SamplingSettings sampling;
  private final RequestOptions requests;
  private final EpisodeTokens tokens;
  private final PlainContext plain;
  private final ServerClient client;
  private final ServerAnswers answers;
  private final AdapterLoader adapters;
  private final List<Integer> sequence = new ArrayList<>();
  private int steps;
  private int asked;

  CompletionSession(
      SamplingSettings sampling,
      RequestOptions requests,
      EpisodeTokens.Factory tokens,
      ServerClient client,
      ServerAnswers answers,
      AdapterLoader adapters) {
    this.sampling = sampling;
    this.requests = requests;
    this.tokens = tokens.open();
    this.plain = new PlainContext(tokens);
    this.client = client;
    this.answers = answers;
    this.adapters = adapters;
  }

  @Override
  public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
    List<Integer> context = tokens.context(added);
    List<Integer> plainContext = plain.context(added);
    sequence.addAll(context);
    return adapters
        .at(asked++)
        .thenCompose(
            served ->
                adapters
                    .ask(client, "/completions", body(served.model()), deadline)
                    .thenApply(answer -> read(answer, context, plainContext, served)))
        .exceptionallyCompose(ServerFailures::asPolicyException);
  }

  @Override
  public void repeat(List<ChatMessage> added, PolicyAnswer given) {
    sequence.addAll(tokens.repeat(added, given));
    plain.repeat(added, given);
    steps++;
  }

  private ObjectNode body(String model) {
    ObjectNode body = client.json().createObjectNode();
    body.put("model", model);
    ArrayNode prompt = body.putArray("prompt");
    sequence.forEach(prompt::add);
    body.put("logprobs", 1);
    // Two names for the same wish: newer vLLM gives ids, older ones write them as tokens.
    body.put("return_token_ids", true);
    body.put("return_tokens_as_token_ids", true);
    ArrayNode stops = body.putArray("stop_token_ids");
    tokens.stopIds().forEach(stops::add);
    SamplingFields.write(sampling, requests.seeded(), steps++, body);
    return body;
  }

  private PolicyAnswer read(
      JsonNode answer,
      List<Integer> context,
      @Nullable List<Integer> plainContext,
      ServedVersion served) {
    ServerAnswers.Completion completion = answers.completion(answer);
    List<Integer> ids = completion.ids();
    if (ids == null) {
      throw answers.withoutTokens(answer);
    }
    sequence.addAll(ids);
    plain.sampled(ids);
    return new PolicyAnswer(
        tokens.sampled(ids),
        served.version(),
        new SampledTokens(context, ids, completion.logProbs(), plainContext));
  }

  @Override
  public void close() {}
}
