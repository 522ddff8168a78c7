/**
 * The start of the nano policy: a small Qwen3-shaped transformer whose first two layers hold, by
 * hand, the circuit that copies (induction heads, arXiv 2209.11895). Copying what stands in the
 * context does not form by itself within minutes of training; with the circuit in place it is there
 * from the first step, and every weight stays trainable.
 *
 * <p>Shapes in comments: V vocabulary, D model width, H query heads, K key-value heads, C head
 * width, F feed-forward width.
 */
@NullMarked
package org.sealflow.nano.induction;

import org.jspecify.annotations.NullMarked;
