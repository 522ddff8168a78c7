package org.sealflow.environment.conversation;

import java.util.List;
import org.sealflow.environment.ToolDoc;

/**
 * The style in which the environment writes: the system prompt, revealed tools, results
 * (environment-protocol.md sections 3, 5.1 and 6). Immutable and thread-safe.
 */
public interface PromptStyle {
  /** The name settings use. */
  String name();

  /** A tool known from the start, as {@link #systemPrompt} takes it. */
  String tool(ToolDoc tool);

  /** The system prompt without guidelines. */
  String systemPrompt(List<String> tools);

  /** A tool revealed later, as {@link #reveal} takes it. */
  String revealedTool(ToolDoc tool);

  /** The user message that reveals tools. */
  String reveal(List<String> revealedTools);

  /** The result of a call. */
  String result(String result);

  /** SHA-256 (hex) of everything the style writes of a fixed example: its template's identity. */
  default String templateDigest() {
    return PromptStyles.digest(this);
  }
}
