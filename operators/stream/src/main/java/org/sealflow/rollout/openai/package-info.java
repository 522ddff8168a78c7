/**
 * A policy behind an OpenAI-compatible server: completions of token ids where an episode may train,
 * chats elsewhere.
 */
@NullMarked
package org.sealflow.rollout.openai;

import org.jspecify.annotations.NullMarked;
