package org.sealflow.model.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The token ids of one conversation, token in = token out: what the policy samples is spliced in
 * unchanged and never tokenised again; what the environment adds is tokenised by itself, as the
 * difference that its messages make in the template (design section 4, spec/method.md 1.9).
 *
 * <p>The difference is taken behind a stand-in for the assistant's answer, so it does not depend on
 * what the answer is. The template's closing of the assistant's turn belongs to it, but for the
 * token that ends a turn where the policy has sampled one itself.
 *
 * <pre>
 *   open(messages) → ids      the prompt of the first step
 *   sampled(ids)   → text     what the assistant said
 *   add(messages)  → ids      to append before the next step
 * </pre>
 *
 * Not for several threads.
 */
public final class ChatSegments {
  private final ChatTemplate template;
  private final PromptTokenizer tokenizer;
  private final ChatSettings settings;
  private final List<TemplateMessage> messages = new ArrayList<>();
  private final StringBuilder shown = new StringBuilder();
  private int[] ids = new int[0];
  private boolean awaitsSample;
  private boolean turnIsEnded;

  /**
   * A conversation that has not begun.
   *
   * @param settings the tools and variables of the whole conversation
   */
  public ChatSegments(ChatTemplate template, PromptTokenizer tokenizer, ChatSettings settings) {
    this.template = template;
    this.tokenizer = tokenizer;
    this.settings = settings;
  }

  /**
   * Begins the conversation.
   *
   * @param opening the messages before the assistant first speaks
   * @throws org.sealflow.model.template.TemplateException where the template refuses them
   */
  public AddedContext open(List<TemplateMessage> opening) {
    if (!messages.isEmpty() || awaitsSample) {
      throw new IllegalStateException("the conversation is open already, use add");
    }
    messages.addAll(opening);
    return append(WellFormed.of(template.render(messages, settings, true)), false);
  }

  /**
   * Takes what the policy has sampled.
   *
   * @param sampledIds its ids, with the one that ends the turn where the policy drew it
   * @return what the assistant said: the text of the ids without the one that ends the turn
   */
  public String sampled(int[] sampledIds) {
    if (!awaitsSample) {
      throw new IllegalStateException("the assistant is not to speak now, use open or add first");
    }
    int last = sampledIds.length - 1;
    turnIsEnded = last >= 0 && tokenizer.endOfTurnIds().contains(sampledIds[last]);
    String said =
        tokenizer.decode(turnIsEnded ? Arrays.copyOf(sampledIds, last) : sampledIds.clone());
    messages.add(TemplateMessage.assistant(said));
    shown.append(tokenizer.decode(sampledIds));
    ids = joined(ids, sampledIds);
    awaitsSample = false;
    return said;
  }

  /**
   * Adds what the environment answers.
   *
   * @param answers the messages after the assistant's last, at least one
   * @throws org.sealflow.model.template.TemplateException where the template refuses them
   * @throws IllegalArgumentException if the template does not show an assistant's text as it is, so
   *     that no difference can be taken: one line
   */
  public AddedContext add(List<TemplateMessage> answers) {
    if (awaitsSample || messages.isEmpty()) {
      throw new IllegalStateException("the assistant has not spoken yet, use sampled first");
    }
    if (answers.isEmpty()) {
      throw new IllegalArgumentException("there is no message to add, expected at least one");
    }
    String text = difference(answers);
    messages.addAll(answers);
    return append(WellFormed.of(text), true);
  }

  /** The ids so far: the prompt of the next step, or the whole conversation. */
  public int[] ids() {
    return ids.clone();
  }

  /** The messages so far, the assistant's as it said them. */
  public List<TemplateMessage> messages() {
    return List.copyOf(messages);
  }

  private AddedContext append(String text, boolean mayBreak) {
    shown.append(text);
    int[] added = tokenizer.encode(text);
    ids = joined(ids, added);
    awaitsSample = true;
    if (!mayBreak) {
      return new AddedContext(text, added, null);
    }
    String rendered = WellFormed.of(template.render(messages, settings, true));
    boolean kept = rendered.contentEquals(shown);
    return new AddedContext(
        text, added, kept ? null : PrefixBreak.between(shown.toString(), rendered));
  }

  private String difference(List<TemplateMessage> answers) {
    List<TemplateMessage> history = messages.subList(0, messages.size() - 1);
    String standIn = standIn(answers);
    List<TemplateMessage> closed = new ArrayList<>(history);
    closed.add(TemplateMessage.assistant(standIn));
    String closing = behind(standIn, template.render(closed, settings, false));
    closed.addAll(answers);
    String rest = behind(standIn, template.render(closed, settings, true));
    boolean templateEndsTurn = endOfTurn(closing) >= 0;
    return turnIsEnded && templateEndsTurn ? rest.substring(endOfTurn(rest)) : rest;
  }

  /** A text that stands in no message, and that no template has a reason to change. */
  private String standIn(List<TemplateMessage> answers) {
    String standIn = "StandInForTheAnswer";
    while (shown.indexOf(standIn) >= 0 || occurs(standIn, answers)) {
      standIn += "X";
    }
    return standIn;
  }

  private static boolean occurs(String text, List<TemplateMessage> messages) {
    return messages.stream()
        .anyMatch(message -> message.content() != null && message.content().contains(text));
  }

  private static String behind(String standIn, String rendered) {
    int at = rendered.indexOf(standIn);
    if (at < 0 || at != rendered.lastIndexOf(standIn)) {
      throw new IllegalArgumentException(
          "the chat template does not show an assistant's text once and as it is, so a conversation"
              + " cannot be continued by token ids; use a template that does");
    }
    return rendered.substring(at + standIn.length());
  }

  /** Behind the first token that ends a turn, or a negative number where there is none. */
  private int endOfTurn(String text) {
    int start = Integer.MAX_VALUE;
    int end = -1;
    for (int id : tokenizer.endOfTurnIds()) {
      String token = tokenizer.decode(new int[] {id});
      int at = token.isEmpty() ? -1 : text.indexOf(token);
      if (at >= 0 && at < start) {
        start = at;
        end = at + token.length();
      }
    }
    return end;
  }

  private static int[] joined(int[] left, int[] right) {
    int[] joined = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, joined, left.length, right.length);
    return joined;
  }
}
