package org.sealflow.python.call;

import static java.util.Objects.requireNonNull;

import java.util.function.IntFunction;

/**
 * Executes calls on live instances (call-execution.md). Not thread-safe; made for one verification
 * and dropped.
 */
public final class CallExecutor {
  private final MethodTable methods;
  private final InstanceNames names;
  private final ResultText texts = new ResultText();
  private final IntFunction<LiveInstance<?>> instances;

  /**
   * An executor over some instances.
   *
   * @param methods the methods of the instances' classes
   * @param names the instances' names
   * @param instances by index of its class the instance a method is about to be called on
   */
  public CallExecutor(
      MethodTable methods, InstanceNames names, IntFunction<LiveInstance<?>> instances) {
    this.methods = methods;
    this.names = names;
    this.instances = instances;
  }

  /** Executes a call that is executed once. */
  public CallOutcome execute(String call) {
    return execute(PreparedCall.of(call, methods));
  }

  /**
   * Executes a call. Whatever Python raises is in the outcome; a configuration that lacks what a
   * call needs is thrown.
   *
   * @param call prepared with this executor's table
   */
  public CallOutcome execute(PreparedCall call) {
    if (call.methods() != methods) {
      throw new IllegalArgumentException("the call was prepared for another task: " + call);
    }
    Plan plan = call.plan(names);
    CallOutcome settled = plan.settled();
    return settled == null
        ? new Execution(instances, plan.targets(), texts)
            .run(requireNonNull(plan.expression()), plan.outermost())
        : settled;
  }
}
