package org.sealflow.serve.gateway;

/** Makes the listener of each conversation that begins. */
@FunctionalInterface
public interface ConversationListeners {
  /** The listener of a conversation. */
  ConversationListener begun(GatewayConversation conversation);
}
