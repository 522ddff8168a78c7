package org.sealflow.model.text;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.Template;
import org.sealflow.model.template.TemplateException;
import org.sealflow.schemas.digest.Sha256;

/**
 * The chat template of a model: how a conversation reads as one text. It is given what Hugging Face
 * gives one: {@code messages}, {@code tools} and {@code documents} (none if there are none), {@code
 * add_generation_prompt}, and the special tokens by their roles. Usable by many threads.
 */
public final class ChatTemplate {
  /** The template of this name, where there is one, serves conversations with tools. */
  private static final String TOOL_TEMPLATE = "tool_use";

  private final Template template;
  private final Template toolTemplate;
  private final Map<String, String> specialTokens;
  private final Clock clock;
  private final String digest;

  private ChatTemplate(
      Map<String, String> sources, Map<String, String> specialTokens, Clock clock, String origin) {
    String source = sources.get(TokenizerConfig.DEFAULT_TEMPLATE);
    if (source == null) {
      throw new IllegalArgumentException(
          origin
              + " holds no chat template, expected chat_template.jinja or the key chat_template of"
              + " tokenizer_config.json");
    }
    this.template = Template.parse(origin, source);
    String forTools = sources.get(TOOL_TEMPLATE);
    this.toolTemplate =
        forTools == null ? template : Template.parse(origin + " (" + TOOL_TEMPLATE + ")", forTools);
    this.specialTokens = Map.copyOf(specialTokens);
    this.clock = clock;
    this.digest = Sha256.hex(new TreeMap<>(sources) + "\n" + new TreeMap<>(specialTokens));
  }

  /**
   * A template from its source.
   *
   * @param specialTokens by their roles, such as {@code bos_token}
   * @param clock the time and zone for templates that tell the date
   * @throws TemplateException if the source is no template
   */
  public static ChatTemplate of(String source, Map<String, String> specialTokens, Clock clock) {
    return new ChatTemplate(
        Map.of(TokenizerConfig.DEFAULT_TEMPLATE, source), specialTokens, clock, "chat template");
  }

  /**
   * The template of a model directory: {@code chat_template.jinja}, or else the one in {@code
   * tokenizer_config.json}.
   *
   * @param clock the time and zone for templates that tell the date
   * @throws IllegalArgumentException if there is none: one line
   * @throws TemplateException if it is no template
   * @throws IOException if a file cannot be read
   */
  public static ChatTemplate fromDirectory(Path directory, Clock clock) throws IOException {
    TokenizerConfig config = TokenizerConfig.read(directory);
    return new ChatTemplate(
        config.chatTemplates(), config.specialTokens(), clock, directory.toString());
  }

  /**
   * The text of a conversation.
   *
   * @param generationPrompt whether the text ends with the header under which the assistant speaks
   * @throws TemplateException if the template refuses the conversation or cannot be rendered
   */
  public String render(
      List<TemplateMessage> messages, ChatSettings settings, boolean generationPrompt) {
    Map<String, @Nullable Object> variables = new LinkedHashMap<>(specialTokens);
    variables.put("messages", messages.stream().map(TemplateMessage::variables).toList());
    variables.put("tools", settings.tools().isEmpty() ? null : settings.tools());
    variables.put("documents", null);
    variables.put("add_generation_prompt", generationPrompt);
    variables.putAll(settings.variables());
    return (settings.tools().isEmpty() ? template : toolTemplate).render(variables, clock);
  }

  /** SHA-256, in hexadecimal, of the template and its special tokens. */
  public String digest() {
    return digest;
  }
}
