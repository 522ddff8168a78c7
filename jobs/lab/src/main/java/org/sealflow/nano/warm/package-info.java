/**
 * The warm start of the nano policy: from the induction start through copying exercises and a
 * curriculum of demonstrations to a policy that solves a good part of the tasks, with greedy
 * episodes as the judge (nano-policy.md). {@link org.sealflow.nano.warm.WarmStart} runs it.
 */
@NullMarked
package org.sealflow.nano.warm;

import org.jspecify.annotations.NullMarked;
