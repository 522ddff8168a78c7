/**
 * The conversation between a policy and an environment (environment-protocol.md): what the policy
 * is shown, how its answers are parsed, checked and executed, when turns and episodes end.
 *
 * <p>One {@link org.sealflow.environment.conversation.ConversationTask} per task serves any number
 * of {@link org.sealflow.environment.conversation.Conversation}s, one per episode. What a policy in
 * training is shown beyond the plain protocol comes from a {@link
 * org.sealflow.environment.conversation.Presentation}; what is executed never depends on it.
 */
@NullMarked
package org.sealflow.environment.conversation;

import org.jspecify.annotations.NullMarked;
