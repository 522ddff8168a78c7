/**
 * New samples from the middle of an episode that failed: which episode and turn they start from,
 * and what must be repeated to get there.
 */
@NullMarked
package org.sealflow.rollout.branch;

import org.jspecify.annotations.NullMarked;
