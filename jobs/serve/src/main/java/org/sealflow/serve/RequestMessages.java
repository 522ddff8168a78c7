package org.sealflow.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.text.MessageCall;
import org.sealflow.model.text.TemplateJson;
import org.sealflow.model.text.TemplateMessage;

/** Reads the messages and tools of a chat request. */
final class RequestMessages {
  private static final Set<String> ROLES =
      Set.of("system", "developer", "user", "assistant", "tool");

  private static final Set<String> SILENT = Set.of("name", "refusal", "annotations");

  private RequestMessages() {}

  /**
   * The messages of a conversation.
   *
   * @throws ApiError if there are none, or one is broken
   */
  static List<TemplateMessage> read(RequestFields request) {
    List<RequestFields> objects = request.objects("messages");
    if (objects.isEmpty()) {
      throw request.wrong("messages", "is missing or empty, expected at least one message");
    }
    List<TemplateMessage> messages = new ArrayList<>();
    objects.forEach(fields -> messages.add(message(fields)));
    return messages;
  }

  private static TemplateMessage message(RequestFields fields) {
    String role = fields.requiredText("role");
    if (!ROLES.contains(role)) {
      throw fields.wrong(
          "role", "is '" + role + "', expected system, developer, user, assistant or tool");
    }
    String content = content(fields);
    List<MessageCall> calls = new ArrayList<>();
    fields.objects("tool_calls").forEach(call -> calls.add(call(call)));
    if (content == null && calls.isEmpty()) {
      throw fields.wrong("content", "is missing, expected a text");
    }
    TemplateMessage message =
        new TemplateMessage(
            // A developer's message is what was a system's before models that think.
            role.equals("developer") ? "system" : role,
            content,
            fields.text("reasoning_content"),
            calls,
            fields.text("tool_call_id"));
    fields.neutral("function_call", NullNode.instance);
    fields.neutral("audio", NullNode.instance);
    fields.ignored(SILENT);
    fields.end();
    return message;
  }

  /** A text, or the texts of a list of parts one after another. */
  private static @Nullable String content(RequestFields fields) {
    JsonNode value = fields.value("content");
    if (value == null || value.isTextual()) {
      return value == null ? null : value.asText();
    }
    if (!value.isArray()) {
      throw fields.wrong(
          "content",
          "is " + RequestFields.shown(value) + ", expected a text or a list of parts of text");
    }
    StringBuilder text = new StringBuilder();
    for (RequestFields part : fields.objects("content")) {
      String type = part.requiredText("type");
      if (!type.equals("text")) {
        throw part.wrong("type", "is '" + type + "', expected text: this model reads nothing else");
      }
      String said = part.text("text");
      if (said == null) {
        throw part.wrong("text", "is missing, expected a text");
      }
      text.append(said);
      part.end();
    }
    return text.toString();
  }

  private static MessageCall call(RequestFields fields) {
    RequestFields function = function(fields);
    String id = fields.text("id");
    fields.ignored(Set.of("index"));
    fields.end();
    String name = function.requiredText("name");
    String arguments = function.text("arguments");
    function.end();
    return new MessageCall(
        id,
        name,
        arguments == null || arguments.isBlank()
            ? Map.of()
            : values(arguments, function.path("arguments")));
  }

  private static RequestFields function(RequestFields fields) {
    String type = fields.text("type");
    if (type != null && !type.equals("function")) {
      throw fields.wrong("type", "is '" + type + "', expected function");
    }
    RequestFields function = fields.object("function");
    if (function == null) {
      throw fields.wrong("function", "is missing, expected an object with a name");
    }
    return function;
  }

  /**
   * The tools offered, each as it was sent.
   *
   * @throws ApiError if one is no function with a name
   */
  static List<Map<String, @Nullable Object>> tools(RequestFields request) {
    List<Map<String, @Nullable Object>> tools = new ArrayList<>();
    for (RequestFields tool : request.objects("tools")) {
      function(tool).requiredText("name");
      tools.add(values(tool.asObject().toString(), tool.path("")));
    }
    return tools;
  }

  /** The values that the chat template gets beside messages and tools. */
  static Map<String, @Nullable Object> variables(RequestFields request) {
    RequestFields variables = request.object("chat_template_kwargs");
    return variables == null
        ? Map.of()
        : values(variables.asObject().toString(), "chat_template_kwargs");
  }

  /** A JSON object as templates take it. */
  private static Map<String, @Nullable Object> values(String json, String path) {
    try {
      return TemplateJson.object(json, path);
    } catch (IllegalArgumentException malformed) {
      throw ApiError.wrong(path, String.valueOf(malformed.getMessage()));
    }
  }
}
