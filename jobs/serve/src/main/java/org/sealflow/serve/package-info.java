/**
 * A policy as an OpenAI-compatible server: completions of token ids and chats with tools over the
 * sampling engine, adapters loaded and unloaded as vLLM's endpoints do it. Built on the JDK's own
 * HTTP server.
 */
@NullMarked
package org.sealflow.serve;

import org.jspecify.annotations.NullMarked;
