package org.sealflow.serve.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conversation of an agent with its model, as far as it has come. The last answer is taken when
 * the agent goes on with it, or at the end: until then the agent may ask again. Not thread-safe.
 */
public final class GatewayConversation {
  private final String id;
  private final CallLabels labels;
  private final List<KeptAnswer> answers = new ArrayList<>();
  private final ConversationTokens tokens = new ConversationTokens();
  private ChatCall last;
  private long answersSize;

  GatewayConversation(String id, ChatCall first) {
    this.id = id;
    this.labels = first.labels();
    this.last = first;
  }

  /** Unlike that of any other. */
  String id() {
    return id;
  }

  /** The labels of the first call. */
  CallLabels labels() {
    return labels;
  }

  /** The call made last; its request repeats all before. */
  ChatCall last() {
    return last;
  }

  /** The answers taken so far, in order, as far as they are kept. */
  List<KeptAnswer> answers() {
    return Collections.unmodifiableList(answers);
  }

  /** How much memory it takes, bytes, roughly. */
  long size() {
    return last.size() + answersSize;
  }

  /** The agent asked the same again, so that the last answer is not taken. */
  void again(ChatCall call) {
    last = call;
  }

  /**
   * The agent goes on.
   *
   * @param choice the choice of the last answer that it goes on with
   * @return the answer taken; null if there was none
   */
  @Nullable TakenAnswer goOn(int choice, ChatCall call) {
    TakenAnswer taken = take(choice);
    last = call;
    return taken;
  }

  /**
   * Takes the last answer.
   *
   * @return null if there is none
   */
  @Nullable TakenAnswer take(int number) {
    ObjectNode choice = last.choice(number);
    if (choice == null) {
      return null;
    }
    KeptAnswer kept =
        new KeptAnswer(
            last.messages().size(),
            choice.get("finish_reason"),
            last.response().get("usage"),
            tokens.next(AnswerTokens.of(last.response(), choice)),
            last.span());
    answers.add(kept);
    answersSize += kept.size();
    return new TakenAnswer(choice, kept);
  }
}
