package org.sealflow.model.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The input of a chat template beside the messages; the same for a whole conversation.
 *
 * @param tools offered, each as its JSON schema (see {@link TemplateJson#object})
 * @param variables others that the template knows, such as {@code enable_thinking}
 */
public record ChatSettings(
    List<Map<String, @Nullable Object>> tools, Map<String, @Nullable Object> variables) {
  /** No tools, no variables. */
  public static final ChatSettings NONE = new ChatSettings(List.of(), Map.of());

  public ChatSettings {
    tools = List.copyOf(tools);
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }
}
