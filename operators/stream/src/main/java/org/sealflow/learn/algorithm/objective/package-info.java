/** The loss of a batch and its gradient. */
@NullMarked
package org.sealflow.learn.algorithm.objective;

import org.jspecify.annotations.NullMarked;
