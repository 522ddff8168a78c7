package org.sealflow.serve.nemo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sealflow.serve.http.DetailError;
import org.sealflow.serve.session.CallText;

/**
 * A model's words and calls between two results, read from items of the Responses API.
 *
 * @param text its words, without its reasoning
 * @param calls its calls, in order
 */
record ModelReply(String text, List<ModelReply.FunctionCall> calls) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Tools over MCP carry the name of their server. */
  private static final Pattern SERVED = Pattern.compile("mcp__.+?__(.+)");

  /**
   * A call.
   *
   * @param callId how its result is called
   * @param call the arguments, as JSON; a text where they are none
   */
  record FunctionCall(String callId, CallText.JsonCall call) {}

  ModelReply {
    calls = List.copyOf(calls);
  }

  /**
   * The replies of a response, each up to the results of its calls.
   *
   * @throws DetailError if it has no list of items
   */
  static List<ModelReply> of(JsonNode response) {
    JsonNode output = response.path("output");
    if (!output.isArray()) {
      throw DetailError.malformed(
          "response", "response.output is missing or no list, expected the items of the model");
    }
    List<ModelReply> replies = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    List<FunctionCall> calls = new ArrayList<>();
    boolean said = false;
    for (JsonNode item : output) {
      String type = item.path("type").asText("message");
      if (type.equals("function_call_output")) {
        if (said) {
          replies.add(new ModelReply(text.toString(), calls));
        }
        text.setLength(0);
        calls.clear();
        said = false;
      } else if (type.equals("function_call")) {
        calls.add(call(item));
        said = true;
      } else if (type.equals("message")) {
        text.append(text(item.path("content")));
        said = true;
      }
    }
    if (said) {
      replies.add(new ModelReply(text.toString(), calls));
    }
    return replies;
  }

  private static String text(JsonNode content) {
    if (content.isTextual()) {
      return content.asText();
    }
    StringBuilder text = new StringBuilder();
    content.forEach(part -> text.append(part.path("text").asText("")));
    return text.toString();
  }

  private static FunctionCall call(JsonNode item) {
    return new FunctionCall(
        item.path("call_id").asText(""),
        new CallText.JsonCall(tool(item.path("name").asText()), arguments(item.path("arguments"))));
  }

  /** The name of a tool without that of a server. */
  static String tool(String name) {
    Matcher served = SERVED.matcher(name);
    return served.matches() ? served.group(1) : name;
  }

  private static JsonNode arguments(JsonNode written) {
    if (!written.isTextual()) {
      return written.isMissingNode() ? TextNode.valueOf("") : written;
    }
    try {
      JsonNode arguments = JSON.readTree(written.asText());
      return arguments.isObject() ? arguments : written;
    } catch (JsonProcessingException broken) {
      return written;
    }
  }

  /** The reply as one answer of a policy. */
  String answer() {
    return CallText.answer(text, calls.stream().map(FunctionCall::call).toList());
  }

  /** The reply as answers with one call each, as the simple agent sends calls. */
  List<String> answers() {
    if (calls.isEmpty()) {
      return List.of(text);
    }
    List<String> answers = new ArrayList<>();
    for (FunctionCall call : calls) {
      answers.add(CallText.answer(answers.isEmpty() ? text : "", List.of(call.call())));
    }
    return answers;
  }
}
