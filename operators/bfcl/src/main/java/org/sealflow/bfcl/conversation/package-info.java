/**
 * The conversation between a policy and the benchmark's environment (environment-protocol.md): what
 * the policy is shown, how its answers are parsed, checked and executed, when turns and episodes
 * end.
 *
 * <p>One {@link org.sealflow.bfcl.conversation.ConversationTask} per task serves any number of
 * {@link org.sealflow.bfcl.conversation.Conversation}s, one per episode. What a policy in training
 * is shown beyond the plain protocol comes from a {@link
 * org.sealflow.bfcl.conversation.Presentation}; what is executed never depends on it.
 */
@NullMarked
package org.sealflow.bfcl.conversation;

import org.jspecify.annotations.NullMarked;
