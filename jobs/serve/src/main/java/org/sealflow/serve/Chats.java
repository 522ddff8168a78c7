package org.sealflow.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.TemplateMessage;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;

/**
 * {@code POST /v1/chat/completions}: answers a conversation as the model's own chat template shows
 * it; where tools are offered, the calls of an answer are told apart from its text.
 */
final class Chats implements Endpoint {
  private final Service service;

  Chats(Service service) {
    this.service = service;
  }

  /**
   * How the answers are shown.
   *
   * @param model as the caller named it
   * @param id of the answer
   * @param created seconds since 1970
   * @param toolCalls whether they are told apart
   */
  private record Reply(String model, String id, long created, boolean toolCalls, OutputForm form) {
    ObjectNode head(String object) {
      return ResponseJson.head(id, object, created, model);
    }
  }

  @Override
  public Answer answer(HttpCall call) throws IOException {
    RequestFields fields = RequestFields.of(call);
    String model = fields.text("model");
    String adapter = service.models().adapter(model);
    NeutralFields.read(fields, true);
    OutputForm form = OutputForm.read(fields, fields.flag("logprobs", false));
    fields.neutral("top_logprobs", JsonNodeFactory.instance.numberNode(0));
    RequestedSampling sampling =
        RequestedSampling.read(
            fields, maxTokens(fields), service.text().tokenizer().endOfTurnIds(), service.seeds());
    List<TemplateMessage> messages = RequestMessages.read(fields);
    ChatSettings settings = new ChatSettings(tools(fields), RequestMessages.variables(fields));
    fields.end();
    List<Integer> prompt =
        Arrays.stream(service.text().prompt(messages, settings)).boxed().toList();
    service.sampler().check(prompt, "messages");
    List<ShownAnswer> answers = service.answers(List.of(prompt), sampling, adapter);
    Reply reply =
        new Reply(
            model == null ? service.models().base() : model,
            service.ids().next("chatcmpl"),
            service.clock().instant().getEpochSecond(),
            !settings.tools().isEmpty(),
            form);
    return form.stream() ? events(reply, prompt, answers) : whole(reply, prompt, answers);
  }

  /** The newer name first; where there is none, what is left of the context. */
  private static int maxTokens(RequestFields fields) {
    int most = Integer.MAX_VALUE;
    return fields.count(
        "max_completion_tokens", fields.count("max_tokens", most, 1, most), 1, most);
  }

  /** The tools, unless the model is not to call any. */
  private static List<Map<String, @Nullable Object>> tools(RequestFields fields) {
    List<Map<String, @Nullable Object>> tools = RequestMessages.tools(fields);
    JsonNode choice = fields.value("tool_choice");
    if (choice == null || choice.equals(JsonNodeFactory.instance.textNode("auto"))) {
      return tools;
    }
    if (choice.equals(JsonNodeFactory.instance.textNode("none"))) {
      return List.of();
    }
    throw ApiError.unsupported(
        "tool_choice", "tool_choice is " + RequestFields.shown(choice) + ", expected auto or none");
  }

  private Answer whole(Reply reply, List<Integer> prompt, List<ShownAnswer> answers) {
    ObjectNode body = reply.head("chat.completion");
    ArrayNode choices = body.putArray("choices");
    for (ShownAnswer answer : answers) {
      ToolCalls calls = calls(reply, answer);
      ObjectNode choice = choices.addObject().put("index", choices.size() - 1);
      choice.set("message", message(calls, callIds(reply, choices.size() - 1), false));
      choice.set("logprobs", logProbs(answer, reply.form()));
      finish(choice, calls, answer);
      if (reply.form().tokenIds()) {
        choice.set("token_ids", ResponseJson.ids(answer.ids()));
      }
    }
    body.set("usage", ResponseJson.usage(prompt.size(), ResponseJson.tokens(answers)));
    if (reply.form().tokenIds()) {
      body.set("prompt_token_ids", ResponseJson.ids(prompt));
    }
    return Answer.json(body);
  }

  private Answer events(Reply reply, List<Integer> prompt, List<ShownAnswer> answers) {
    List<ObjectNode> events = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      ToolCalls calls = calls(reply, answers.get(i));
      ObjectNode said = reply.head("chat.completion.chunk");
      ObjectNode choice = said.putArray("choices").addObject().put("index", i);
      choice.set("delta", message(calls, callIds(reply, i), true));
      choice.set("logprobs", logProbs(answers.get(i), reply.form()));
      choice.putNull("finish_reason");
      if (reply.form().tokenIds()) {
        choice.set("token_ids", ResponseJson.ids(answers.get(i).ids()));
        if (i == 0) {
          said.set("prompt_token_ids", ResponseJson.ids(prompt));
        }
      }
      events.add(said);
      ObjectNode ended = reply.head("chat.completion.chunk");
      ObjectNode last = ended.putArray("choices").addObject().put("index", i);
      last.putObject("delta");
      finish(last, calls, answers.get(i));
      events.add(ended);
    }
    if (reply.form().streamUsage()) {
      ObjectNode usage = reply.head("chat.completion.chunk");
      usage.putArray("choices");
      usage.set("usage", ResponseJson.usage(prompt.size(), ResponseJson.tokens(answers)));
      events.add(usage);
    }
    return ResponseJson.events(events);
  }

  private static ToolCalls calls(Reply reply, ShownAnswer answer) {
    return reply.toolCalls()
        ? ToolCalls.in(answer.text())
        : new ToolCalls(answer.text(), List.of());
  }

  private static String callIds(Reply reply, int index) {
    return "call-" + reply.id() + "-" + index + "-";
  }

  /**
   * The assistant's message.
   *
   * @param callIds what the names of the calls begin with
   * @param numbered whether each call says which it is, as events do
   */
  private static ObjectNode message(ToolCalls said, String callIds, boolean numbered) {
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("role", "assistant");
    boolean onlyCalls = said.content().isEmpty() && !said.calls().isEmpty();
    message.put("content", onlyCalls ? null : said.content());
    if (!said.calls().isEmpty()) {
      ArrayNode calls = message.putArray("tool_calls");
      for (ToolCalls.Written written : said.calls()) {
        int number = calls.size();
        ObjectNode call = calls.addObject();
        if (numbered) {
          call.put("index", number);
        }
        call.put("id", callIds + number).put("type", "function");
        call.putObject("function")
            .put("name", written.name())
            .put("arguments", written.arguments());
      }
    }
    return message;
  }

  private static void finish(ObjectNode choice, ToolCalls calls, ShownAnswer answer) {
    String reason = calls.calls().isEmpty() ? "stop" : "tool_calls";
    choice.put("finish_reason", answer.stopped() ? reason : "length");
    choice.set("stop_reason", answer.stopReason());
  }

  private @Nullable ObjectNode logProbs(ShownAnswer answer, OutputForm form) {
    if (!form.logProbs()) {
      return null;
    }
    ObjectNode logProbs = JsonNodeFactory.instance.objectNode();
    ArrayNode content = logProbs.putArray("content");
    for (int i = 0; i < answer.ids().size(); i++) {
      ObjectNode token = content.addObject();
      token.put("token", service.tokenName(answer.ids().get(i), form));
      token.put("logprob", ResponseJson.finite(answer.logProbs().get(i)));
      token.putNull("bytes");
      token.putArray("top_logprobs");
    }
    return logProbs;
  }
}
