package org.sealflow.nano.warm;

import org.sealflow.bfcl.conversation.ConversationTask;
import org.sealflow.verify.VerificationTask;

/**
 * A task the policy is judged by.
 *
 * @param conversation the task as it is played
 * @param verification the same task as it is verified
 */
record JudgedTask(ConversationTask conversation, VerificationTask verification) {
  String category() {
    return conversation.task().category();
  }
}
