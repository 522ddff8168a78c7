package org.sealflow.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.TemplateException;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.model.text.TemplateMessage;

/** The words of a model: its tokenizer, and its chat template where it has one. */
public final class ServedText implements AutoCloseable {
  private final PromptTokenizer tokenizer;
  private final @Nullable ChatTemplate template;

  /** Of each id asked about whether it is special; at most as many as the vocabulary has. */
  private final Map<Integer, Boolean> specials = new ConcurrentHashMap<>();

  /**
   * A tokenizer with or without a template.
   *
   * @param tokenizer closed with this
   */
  ServedText(PromptTokenizer tokenizer, @Nullable ChatTemplate template) {
    this.tokenizer = tokenizer;
    this.template = template;
  }

  /**
   * Opens those of a model directory.
   *
   * @param clock the time and zone for templates that tell the date
   * @throws IllegalArgumentException if there is no tokenizer, or a file is broken: one line
   * @throws TemplateException if the template is broken: one line
   * @throws IOException if a file cannot be read
   */
  public static ServedText open(Path directory, Clock clock) throws IOException {
    HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(directory);
    try {
      return new ServedText(tokenizer, template(directory, clock));
    } catch (IOException | RuntimeException broken) {
      tokenizer.close();
      throw broken;
    }
  }

  /** The template; null if the directory, whose files the tokenizer has read, holds none. */
  private static @Nullable ChatTemplate template(Path directory, Clock clock) throws IOException {
    try {
      return ChatTemplate.fromDirectory(directory, clock);
    } catch (IllegalArgumentException absent) {
      return null;
    }
  }

  PromptTokenizer tokenizer() {
    return tokenizer;
  }

  /** Whether conversations can be rendered. */
  public boolean hasTemplate() {
    return template != null;
  }

  /**
   * The ids of a conversation up to the header under which the assistant speaks.
   *
   * @throws ApiError if there is no template, or it refuses the conversation
   */
  int[] prompt(List<TemplateMessage> messages, ChatSettings settings) {
    if (template == null) {
      throw ApiError.wrong(
          "messages",
          "this model has no chat template, so it takes no messages: use /v1/completions, or add"
              + " chat_template.jinja to its directory");
    }
    try {
      return tokenizer.encode(template.render(messages, settings, true));
    } catch (TemplateException refused) {
      throw ApiError.wrong(
          "messages", "the chat template refuses the conversation: " + refused.getMessage());
    }
  }

  /** Whether an id is that of a special token. */
  boolean isSpecial(int id) {
    return specials.computeIfAbsent(
        id, asked -> tokenizer.specialId(tokenizer.decode(new int[] {asked})).isPresent());
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
