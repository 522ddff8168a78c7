/**
 * The policy model: decoder-only transformers of the Qwen2, Qwen3 and Llama families on libtorch.
 *
 * <p>Weights, adapters and optimizer state are owned by Java as DJL arrays; the hot functions are
 * TorchScript text ({@code transformer.txt}, and a linear map of either {@code linear_onednn.txt}
 * or {@code linear_plain.txt}) compiled at start-up. Batches are ragged rows padded on the right:
 * under causal attention no token sees what follows it, so padding needs neither a mask nor shifted
 * positions, and position 0 is each row's first token. First tokens that all rows of a batch share
 * are computed once.
 *
 * <p>Shapes in comments: B rows, T tokens, D model width, H query heads, K key-value heads, C head
 * width, S cached positions, V vocabulary, N scored tokens.
 */
@NullMarked
package org.sealflow.model;

import org.jspecify.annotations.NullMarked;
