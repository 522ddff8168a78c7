/** Weights and snapshots as files and as state. */
@NullMarked
package org.sealflow.learn.weights;

import org.jspecify.annotations.NullMarked;
