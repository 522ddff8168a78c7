package org.sealflow.nano.demonstration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.model.text.TemplateMessage;

/**
 * Turns demonstrations into the token ids that rollouts would have ({@link
 * org.sealflow.model.text.ChatSegments}): each answer encoded by itself and ended by the token that
 * ends a turn, what stands between two answers encoded by itself. Usable by many threads where the
 * tokenizer is.
 */
public final class DemonstrationTokens {
  private static final String TURN_ENDS = "<|im_end|>";

  private final ChatTemplate template;
  private final PromptTokenizer tokenizer;
  private final int turnEnds;

  /**
   * For one tokenizer.
   *
   * @throws IllegalArgumentException if the tokenizer has no {@code <|im_end|>}
   */
  public DemonstrationTokens(ChatTemplate template, PromptTokenizer tokenizer) {
    this.template = template;
    this.tokenizer = tokenizer;
    this.turnEnds =
        tokenizer
            .specialId(TURN_ENDS)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the tokenizer has no special token "
                            + TURN_ENDS
                            + "; expected one of the ChatML family"));
  }

  /**
   * The ids of a demonstration; scored is what is to be imitated.
   *
   * @throws IllegalArgumentException if the template does not show an answer as it is, or does not
   *     end it with {@code <|im_end|>}
   */
  public TokenizedDemonstration of(Demonstration demonstration) {
    List<DemonstratedMessage> answers =
        demonstration.messages().stream().filter(DemonstratedMessage::isAnswer).toList();
    List<String> contexts = contexts(demonstration);
    if (contexts.size() != answers.size() + 1) {
      throw new IllegalArgumentException(
          "the chat template shows "
              + (contexts.size() - 1)
              + " of "
              + answers.size()
              + " answers as they are; expected all");
    }
    Growing growing = new Growing();
    for (int i = 0; i < answers.size(); i++) {
      String context = i == 0 ? contexts.get(0) : behindEnd(contexts.get(i));
      growing.add(tokenizer.encode(context), false);
      DemonstratedMessage answer = answers.get(i);
      growing.add(tokenizer.encode(answer.content()), answer.imitated());
      growing.add(new int[] {turnEnds}, answer.imitated());
    }
    return growing.demonstration();
  }

  /** The text before, between and behind the answers; rendered once, with stand-ins for these. */
  private List<String> contexts(Demonstration demonstration) {
    String standIn = "StandInForTheAnswer";
    String all = String.join("\n", demonstration.texts());
    while (all.contains(standIn)) {
      standIn += "X";
    }
    List<TemplateMessage> messages = new ArrayList<>();
    for (DemonstratedMessage message : demonstration.messages()) {
      messages.add(
          message.isAnswer() ? TemplateMessage.assistant(standIn) : message.asChatMessage());
    }
    return parts(template.render(messages, ChatSettings.NONE, false), standIn);
  }

  private static List<String> parts(String text, String separator) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
      parts.add(text.substring(from, at));
      from = at + separator.length();
    }
    parts.add(text.substring(from));
    return parts;
  }

  private static String behindEnd(String context) {
    if (!context.startsWith(TURN_ENDS)) {
      throw new IllegalArgumentException(
          "the chat template does not end an answer with "
              + TURN_ENDS
              + "; expected one of the ChatML family");
    }
    return context.substring(TURN_ENDS.length());
  }

  /** A row that grows with the conversation. */
  private static final class Growing {
    private int[] tokens = new int[0];
    private boolean[] scored = new boolean[0];

    void add(int[] ids, boolean imitated) {
      int begin = tokens.length;
      tokens = Arrays.copyOf(tokens, begin + ids.length);
      System.arraycopy(ids, 0, tokens, begin, ids.length);
      scored = Arrays.copyOf(scored, tokens.length);
      Arrays.fill(scored, begin, tokens.length, imitated);
    }

    TokenizedDemonstration demonstration() {
      return new TokenizedDemonstration(tokens, scored);
    }
  }
}
