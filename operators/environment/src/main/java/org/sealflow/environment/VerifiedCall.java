package org.sealflow.environment;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.CallStatus;

/**
 * A call and what became of it.
 *
 * @param step index of the step within the turn, counting the steps that hold calls
 * @param index index of the call within its step
 * @param text the call as written
 * @param tool the tool's name; null if the text names none
 * @param arguments parameter name → Python repr of the value given; empty if nothing was bound, and
 *     in a turn that succeeds
 * @param status how it ended
 * @param result the result text
 * @param outsideEnumeration names of arguments whose value is none of those their documentation
 *     lists; empty in a turn that succeeds
 */
public record VerifiedCall(
    int step,
    int index,
    String text,
    @Nullable String tool,
    Map<String, String> arguments,
    CallStatus status,
    String result,
    List<String> outsideEnumeration) {
  /** Whether the tool ran and answered with an error. */
  public boolean isError() {
    return switch (status) {
      case ERROR_RESULT, TYPE_ERROR, RAISED -> true;
      case SUCCEEDED, UNBOUND, UNKNOWN_NAME, MALFORMED, DENIED, UNSUPPORTED, REJECTED -> false;
    };
  }

  /** Whether it never was a valid call of a tool the policy has. */
  public boolean isInvalid() {
    return switch (status) {
      case UNKNOWN_NAME, MALFORMED, DENIED, UNSUPPORTED, REJECTED -> true;
      case SUCCEEDED, ERROR_RESULT, TYPE_ERROR, RAISED, UNBOUND -> false;
    };
  }

  /**
   * Whether the environment refused it: it names a tool that the policy does not have, or is no
   * call. A call that Sealflow does not support is not refused.
   */
  public boolean isRefused() {
    return isInvalid() && status != CallStatus.UNSUPPORTED;
  }
}
