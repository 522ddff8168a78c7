package org.sealflow.tau.judge;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.task.EnvironmentAssertion;
import org.sealflow.tau.task.FunctionCall;
import org.sealflow.tau.world.TauWorld;

/** Asks a world at the end of a conversation. */
final class EnvironmentCheck {
  private EnvironmentCheck() {}

  /**
   * A check for each assertion, made one after another on the same world.
   *
   * @throws CallException if an assertion raises or gives no truth value
   */
  static List<Check.OfEnvironment> of(List<EnvironmentAssertion> assertions, TauWorld world) {
    List<Check.OfEnvironment> checks = new ArrayList<>(assertions.size());
    for (EnvironmentAssertion assertion : assertions) {
      FunctionCall call = assertion.call();
      Object result = world.callFunction(call.party(), call.function(), call.arguments());
      if (!(result instanceof Boolean truth)) {
        throw CallException.tool(
            "Function %s returned <class '%s'> instead of bool"
                .formatted(call.function(), Python.typeName(result)));
      }
      checks.add(new Check.OfEnvironment(assertion, truth == assertion.expected()));
    }
    return checks;
  }
}
