package org.sealflow.tau.world;

import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;

/**
 * The result of a call.
 *
 * @param content the text that the caller sees
 * @param error whether the call failed
 * @param kind the family of the error; null without an error, and where only the text is known
 */
public record ToolAnswer(String content, boolean error, CallException.@Nullable Kind kind) {
  static ToolAnswer ok(String content) {
    return new ToolAnswer(content, false, null);
  }

  static ToolAnswer failed(CallException failure) {
    return new ToolAnswer("Error: " + failure.text(), true, failure.kind());
  }
}
