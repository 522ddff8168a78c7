package org.sealflow.environment.conversation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer, parsed.
 *
 * @param content the text beside its tool calls, trimmed
 * @param calls its well-formed calls, in order
 * @param error what is wrong with it, several errors joined by {@code "; "}; null if nothing is
 */
record ParsedAnswer(String content, List<ToolCall> calls, @Nullable String error) {}
