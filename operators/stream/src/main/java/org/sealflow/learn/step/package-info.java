/** A training step: from groups of episodes to updates of the weights. */
@NullMarked
package org.sealflow.learn.step;

import org.jspecify.annotations.NullMarked;
