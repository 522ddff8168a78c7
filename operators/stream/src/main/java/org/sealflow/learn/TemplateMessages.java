package org.sealflow.learn;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.sealflow.model.template.TemplateException;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.model.text.TemplateMessage;

/**
 * Messages as a model's own chat template and tokenizer make them: the difference that a message
 * makes behind another one of the user.
 */
public final class TemplateMessages implements MessageTokens, AutoCloseable {
  /** No message that is put in tells a time, so that it has the same ids whenever it is. */
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  private static final TemplateMessage BEFORE = TemplateMessage.user("before");

  private final ChatTemplate template;
  private final PromptTokenizer tokenizer;
  private final int[] header;

  private TemplateMessages(ChatTemplate template, PromptTokenizer tokenizer, int[] header) {
    this.template = template;
    this.tokenizer = tokenizer;
    this.header = header;
  }

  /**
   * Opens the template and tokenizer of a model's directory.
   *
   * @throws IllegalArgumentException one line, if they cannot be used, or the template has no
   *     header for the assistant or takes no second message of the user
   */
  public static TemplateMessages open(Path directory) {
    PromptTokenizer tokenizer = tokenizer(directory);
    try {
      ChatTemplate template = ChatTemplate.fromDirectory(directory, CLOCK);
      String header =
          behind(
              template.render(List.of(BEFORE), ChatSettings.NONE, false),
              template.render(List.of(BEFORE), ChatSettings.NONE, true));
      TemplateMessages messages =
          new TemplateMessages(template, tokenizer, tokenizer.encode(header));
      int[] unused = messages.message("probe");
      return messages;
    } catch (IOException | TemplateException | IllegalArgumentException unusable) {
      tokenizer.close();
      throw new IllegalArgumentException(
          "feedback cannot be put into prompts of the model in "
              + directory
              + ": "
              + unusable.getMessage()
              + "; set feedback.rule to none",
          unusable);
    }
  }

  private static PromptTokenizer tokenizer(Path directory) {
    try {
      return HuggingFacePromptTokenizer.open(directory);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "the tokenizer in " + directory + " cannot be read: " + unreadable.getMessage(),
          unreadable);
    }
  }

  @Override
  public int[] header() {
    return header.clone();
  }

  @Override
  public int[] message(String text) {
    return tokenizer.encode(
        behind(
            template.render(List.of(BEFORE), ChatSettings.NONE, false),
            template.render(
                List.of(BEFORE, TemplateMessage.user(text)), ChatSettings.NONE, false)));
  }

  private static String behind(String beginning, String whole) {
    if (!whole.startsWith(beginning) || whole.length() == beginning.length()) {
      throw new IllegalArgumentException(
          "the chat template shows a message in another way once another one follows");
    }
    return whole.substring(beginning.length());
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
