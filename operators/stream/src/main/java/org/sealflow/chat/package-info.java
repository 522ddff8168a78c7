/** Questions to a model behind an OpenAI-compatible server, and a judge that asks them. */
@NullMarked
package org.sealflow.chat;

import org.jspecify.annotations.NullMarked;
