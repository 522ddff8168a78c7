package org.sealflow.serve.gateway;

import java.util.ArrayList;
import java.util.List;

/** Hears everything; conversations are told by their names. */
final class TestingListeners implements ConversationListeners {
  final List<String> heard = new ArrayList<>();

  @Override
  public ConversationListener begun(GatewayConversation conversation) {
    heard.add(conversation.id() + " begun");
    return new ConversationListener() {
      @Override
      public void answered(TakenAnswer answer) {
        heard.add(
            conversation.id()
                + " "
                + answer.position()
                + " "
                + answer.choice().at("/message/content").asText());
      }

      @Override
      public void ended(GatewayConversation ended) {
        heard.add(ended.id() + " ended");
      }
    };
  }
}
