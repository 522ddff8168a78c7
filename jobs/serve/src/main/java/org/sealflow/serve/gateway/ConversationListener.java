package org.sealflow.serve.gateway;

/** Hears what happens in one conversation, in order, from one thread at a time. */
public interface ConversationListener {
  /** An answer was taken. */
  void answered(TakenAnswer answer);

  /** The conversation is over; its last answer has been told. */
  void ended(GatewayConversation conversation);
}
