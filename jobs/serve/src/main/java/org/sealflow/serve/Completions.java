package org.sealflow.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;

/**
 * {@code POST /v1/completions}: continues prompts given as text or as token ids. Log-probabilities
 * are those of the sampled tokens; the engine keeps no others.
 */
final class Completions implements Endpoint {
  private static final int MAX_TOKENS = 16;

  private final Service service;

  Completions(Service service) {
    this.service = service;
  }

  @Override
  public Answer answer(HttpCall call) throws IOException {
    RequestFields fields = RequestFields.of(call);
    String model = fields.text("model");
    String adapter = service.models().adapter(model);
    NeutralFields.read(fields, false);
    OutputForm form = OutputForm.read(fields, fields.whole("logprobs", 0, 1) != null);
    RequestedSampling sampling =
        RequestedSampling.read(
            fields,
            fields.count("max_tokens", MAX_TOKENS, 1, Integer.MAX_VALUE),
            service.text().tokenizer().endOfTurnIds(),
            service.seeds());
    List<List<Integer>> prompts = prompts(fields);
    fields.end();
    List<ShownAnswer> answers = service.answers(prompts, sampling, adapter);
    return answer(model == null ? service.models().base() : model, prompts, answers, form);
  }

  private List<List<Integer>> prompts(RequestFields fields) {
    JsonNode value = fields.value("prompt");
    List<List<Integer>> prompts = new ArrayList<>();
    if (value instanceof ArrayNode several && !several.isEmpty() && !several.get(0).isNumber()) {
      for (JsonNode each : several) {
        prompts.add(prompt(each, "prompt[" + prompts.size() + "]"));
      }
    } else {
      prompts.add(prompt(value, "prompt"));
    }
    return prompts;
  }

  private List<Integer> prompt(@Nullable JsonNode value, String path) {
    List<Integer> prompt;
    if (value != null && value.isTextual()) {
      prompt = Arrays.stream(service.text().tokenizer().encode(value.asText())).boxed().toList();
    } else if (value instanceof ArrayNode ids) {
      prompt = RequestFields.tokenIds(ids, path);
    } else {
      throw ApiError.wrong(
          path,
          path
              + " is "
              + (value == null ? "missing" : RequestFields.shown(value))
              + ", expected a text, a list of token ids, or a list of such");
    }
    service.sampler().check(prompt, path);
    return prompt;
  }

  private Answer answer(
      String model, List<List<Integer>> prompts, List<ShownAnswer> answers, OutputForm form) {
    ObjectNode head =
        ResponseJson.head(
            service.ids().next("cmpl"),
            "text_completion",
            service.clock().instant().getEpochSecond(),
            model);
    ObjectNode usage =
        ResponseJson.usage(
            prompts.stream().mapToLong(List::size).sum(), ResponseJson.tokens(answers));
    ArrayNode choices = JsonNodeFactory.instance.arrayNode();
    int perPrompt = answers.size() / prompts.size();
    for (int i = 0; i < answers.size(); i++) {
      choices.add(choice(i, prompts.get(i / perPrompt), answers.get(i), form));
    }
    if (form.stream()) {
      return events(head, choices, usage, form);
    }
    head.set("choices", choices);
    head.set("usage", usage);
    return Answer.json(head);
  }

  private ObjectNode choice(int index, List<Integer> prompt, ShownAnswer answer, OutputForm form) {
    ObjectNode choice =
        JsonNodeFactory.instance.objectNode().put("index", index).put("text", answer.text());
    choice.set("logprobs", form.logProbs() ? logProbs(answer, form) : null);
    choice.put("finish_reason", answer.stopped() ? "stop" : "length");
    choice.set("stop_reason", answer.stopReason());
    if (form.tokenIds()) {
      choice.set("prompt_token_ids", ResponseJson.ids(prompt));
      choice.set("token_ids", ResponseJson.ids(answer.ids()));
    }
    return choice;
  }

  private ObjectNode logProbs(ShownAnswer answer, OutputForm form) {
    ObjectNode logProbs = JsonNodeFactory.instance.objectNode();
    ArrayNode tokens = logProbs.putArray("tokens");
    answer.ids().forEach(id -> tokens.add(service.tokenName(id, form)));
    ArrayNode values = logProbs.putArray("token_logprobs");
    answer.logProbs().forEach(value -> values.add(ResponseJson.finite(value)));
    logProbs.putNull("top_logprobs");
    logProbs.set("text_offset", ResponseJson.ids(answer.offsets()));
    return logProbs;
  }

  private static Answer events(
      ObjectNode head, ArrayNode choices, ObjectNode usage, OutputForm form) {
    List<ObjectNode> events = new ArrayList<>();
    for (JsonNode choice : choices) {
      ObjectNode event = head.deepCopy();
      event.putArray("choices").add(choice);
      events.add(event);
    }
    if (form.streamUsage()) {
      ObjectNode event = head.deepCopy();
      event.putArray("choices");
      event.set("usage", usage);
      events.add(event);
    }
    return ResponseJson.events(events);
  }
}
