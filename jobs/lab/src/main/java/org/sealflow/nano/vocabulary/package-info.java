/**
 * The tokenizer of the nano policy: whole words and names where they are frequent, letters and
 * digits where they are not, written as a {@code tokenizer.json} of Hugging Face (nano-policy.md).
 *
 * <p>Two properties matter more than short sequences. A value has the same tokens wherever it
 * stands, in the user's words and in the JSON of a call, so that it can be copied token by token.
 * And decoding gives every text back exactly, whatever it holds.
 */
@NullMarked
package org.sealflow.nano.vocabulary;

import org.jspecify.annotations.NullMarked;
