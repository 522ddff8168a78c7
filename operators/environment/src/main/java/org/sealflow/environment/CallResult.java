package org.sealflow.environment;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.schemas.CallStatus;

/**
 * The result of a call.
 *
 * @param tool the tool it names; null if it names none
 * @param arguments parameter name → value as Python writes it, defaults filled in; empty if nothing
 *     was bound
 * @param status how it ended
 * @param text the result as the policy is told it
 */
public record CallResult(
    @Nullable String tool, Map<String, String> arguments, CallStatus status, String text) {
  /** The result of a call whose arguments are all that was given. */
  public static CallResult of(KeywordCall call, CallStatus status, String text) {
    Map<String, String> arguments = new LinkedHashMap<>();
    for (PyDict.Entry argument : call.arguments().entries()) {
      arguments.put(Py.str(argument.key()), Py.repr(argument.value()));
    }
    return new CallResult(call.tool(), arguments, status, text);
  }
}
