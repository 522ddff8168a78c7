/**
 * From conversations to token ids and back: tokenizers, chat templates, and prompts that grow
 * without ever tokenising again what a policy has said. {@link
 * org.sealflow.model.text.HuggingFacePromptTokenizer} alone needs DJL.
 */
@NullMarked
package org.sealflow.model.text;

import org.jspecify.annotations.NullMarked;
