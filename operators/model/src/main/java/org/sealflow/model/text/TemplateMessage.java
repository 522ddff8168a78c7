package org.sealflow.model.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message of a conversation.
 *
 * @param role who speaks: {@code system}, {@code user}, {@code assistant}, {@code tool}, or what
 *     else the template knows; not empty
 * @param content what is said, or null for a message of tool calls alone
 * @param reasoning what the assistant thought before it spoke, where that is told apart, or null
 * @param toolCalls the tools the assistant calls, in order
 * @param toolCallId the call that a tool answers, or null
 */
public record TemplateMessage(
    String role,
    @Nullable String content,
    @Nullable String reasoning,
    List<MessageCall> toolCalls,
    @Nullable String toolCallId) {
  public TemplateMessage {
    if (role.isEmpty()) {
      throw new IllegalArgumentException("a message needs a role, such as user or assistant");
    }
    toolCalls = List.copyOf(toolCalls);
  }

  /** A message of text. */
  public static TemplateMessage of(String role, String content) {
    return new TemplateMessage(role, content, null, List.of(), null);
  }

  public static TemplateMessage system(String content) {
    return of("system", content);
  }

  public static TemplateMessage user(String content) {
    return of("user", content);
  }

  public static TemplateMessage assistant(String content) {
    return of("assistant", content);
  }

  public static TemplateMessage tool(String content) {
    return of("tool", content);
  }

  /** As chat templates expect it: what is not there has no key, a content of null is none. */
  Map<String, @Nullable Object> variables() {
    Map<String, @Nullable Object> variables = new LinkedHashMap<>();
    variables.put("role", role);
    variables.put("content", content);
    if (reasoning != null) {
      variables.put("reasoning_content", reasoning);
    }
    if (!toolCalls.isEmpty()) {
      variables.put("tool_calls", toolCalls.stream().map(MessageCall::variables).toList());
    }
    if (toolCallId != null) {
      variables.put("tool_call_id", toolCallId);
    }
    return variables;
  }
}
