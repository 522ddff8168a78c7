package org.sealflow.nano.warm;

import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.environment.conversation.ConversationTask;

/**
 * A task the policy is judged by.
 *
 * @param conversation the task as it is played
 * @param verification the same task as it is verified
 */
record JudgedTask(ConversationTask conversation, BfclTask verification) {
  String category() {
    return conversation.task().category();
  }
}
