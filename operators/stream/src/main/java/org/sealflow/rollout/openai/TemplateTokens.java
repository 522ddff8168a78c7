package org.sealflow.rollout.openai;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.model.text.ChatSegments;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.model.text.PromptTokenizer;

/** An episode's token ids as a model's own chat template and tokenizer make them. */
public final class TemplateTokens implements EpisodeTokens {
  /** Some problems of a template show only when it is rendered. */
  private static final List<ChatMessage> FIRST =
      List.of(
          new ChatMessage("system", "You are helpful."),
          new ChatMessage("user", "List the files."));

  private final ChatSegments segments;
  private final PromptTokenizer tokenizer;
  private boolean opened;

  private TemplateTokens(ChatTemplate template, PromptTokenizer tokenizer, ChatSettings settings) {
    this.segments = new ChatSegments(template, tokenizer, settings);
    this.tokenizer = tokenizer;
  }

  /** Makes the ids of every episode with one template and tokenizer. */
  public static EpisodeTokens.Factory of(ChatTemplate template, PromptTokenizer tokenizer) {
    return of(template, tokenizer, ChatSettings.NONE);
  }

  /** The same with what the template is told besides. */
  public static EpisodeTokens.Factory of(
      ChatTemplate template, PromptTokenizer tokenizer, ChatSettings settings) {
    return () -> new TemplateTokens(template, tokenizer, settings);
  }

  /**
   * Makes the ids of every episode with the template and tokenizer of a model's directory. They
   * live as long as the process.
   *
   * @param settings what the template is told besides the messages
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if the tokenizer cannot be used
   * @throws org.sealflow.model.template.TemplateException if the template cannot be used
   */
  public static EpisodeTokens.Factory fromDirectory(Path directory, ChatSettings settings)
      throws IOException {
    return of(
        ChatTemplate.fromDirectory(directory, Clock.systemUTC()),
        HuggingFacePromptTokenizer.open(directory),
        settings);
  }

  /**
   * Checks that ids can be made with the template and tokenizer of a model's directory, and that
   * answers end, and lets go of them.
   *
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if the tokenizer cannot be used, or no token ends a turn
   * @throws org.sealflow.model.template.TemplateException if the template cannot be used
   */
  public static void check(Path directory) throws IOException {
    try (HuggingFacePromptTokenizer opened = HuggingFacePromptTokenizer.open(directory)) {
      EpisodeTokens tokens =
          of(ChatTemplate.fromDirectory(directory, Clock.systemUTC()), opened).open();
      List<Integer> unused = tokens.context(FIRST);
      if (tokens.stopIds().isEmpty()) {
        throw new IllegalArgumentException(
            "no token of "
                + directory
                + " ends a turn, expected eos_token in tokenizer_config.json or eos_token_id in"
                + " generation_config.json");
      }
    }
  }

  @Override
  public List<Integer> context(List<ChatMessage> added) {
    List<org.sealflow.model.text.TemplateMessage> messages =
        added.stream()
            .map(each -> org.sealflow.model.text.TemplateMessage.of(each.role(), each.content()))
            .toList();
    int[] ids = opened ? segments.add(messages).ids() : segments.open(messages).ids();
    opened = true;
    return Arrays.stream(ids).boxed().toList();
  }

  @Override
  public String sampled(List<Integer> ids) {
    return segments.sampled(ids.stream().mapToInt(Integer::intValue).toArray());
  }

  @Override
  public List<Integer> stopIds() {
    return tokenizer.endOfTurnIds().stream().sorted().toList();
  }
}
