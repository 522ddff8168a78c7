package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.text.ChatSettings;

/**
 * The content of requests besides conversation and sampling.
 *
 * @param seeded whether each carries a seed: repeatable where the server keeps to it, but off
 *     vLLM's fast sampler
 * @param thinking the chat template's {@code enable_thinking}; null leaves it to the template
 */
public record RequestOptions(boolean seeded, @Nullable Boolean thinking) implements Serializable {
  /** Seeded, the template's own way of thinking. */
  public static final RequestOptions DEFAULT = new RequestOptions(true, null);

  /** The template variable's name, as Qwen3's templates know it. */
  static final String THINKING = "enable_thinking";

  /** Adds to a request of a chat what its template is told. */
  void write(ObjectNode body) {
    if (thinking != null) {
      body.putObject("chat_template_kwargs").put(THINKING, thinking);
    }
  }

  /** The input of the chat template beside the messages. */
  public ChatSettings chatSettings() {
    Map<String, @Nullable Object> variables = new HashMap<>();
    if (thinking != null) {
      variables.put(THINKING, thinking);
    }
    return new ChatSettings(List.of(), variables);
  }
}
