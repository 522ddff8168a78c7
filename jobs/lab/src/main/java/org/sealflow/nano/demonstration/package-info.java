/**
 * Demonstrations: tasks solved by their ground truth, as conversations of the real environment in
 * the prompt style {@code signatures}, and as token ids to learn from (nano-policy.md, warm start).
 */
@NullMarked
package org.sealflow.nano.demonstration;

import org.jspecify.annotations.NullMarked;
