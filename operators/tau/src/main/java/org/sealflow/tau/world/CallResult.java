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
public record CallResult(String content, boolean error, CallException.@Nullable Kind kind) {
  static CallResult ok(String content) {
    return new CallResult(content, false, null);
  }

  static CallResult failed(CallException failure) {
    return new CallResult("Error: " + failure.text(), true, failure.kind());
  }
}
