package org.sealflow.model.script;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.IValue;
import java.util.ArrayList;
import java.util.List;

/**
 * A call of a TorchScript function: its arguments, in order. Native values have no finalizer, so
 * those made here are released by {@link #close}, and those shared are left to their owner.
 */
public final class ScriptCall implements AutoCloseable {
  private final TorchScript script;
  private final String function;
  private final List<IValue> arguments = new ArrayList<>();
  private final List<IValue> owned = new ArrayList<>();
  private boolean gradients;

  ScriptCall(TorchScript script, String function) {
    this.script = script;
    this.function = function;
  }

  /** Lets autograd record what the function does. */
  public ScriptCall recordGradients(boolean on) {
    gradients = on;
    return this;
  }

  public ScriptCall tensor(NDArray value) {
    return own(IValue.from((PtNDArray) value));
  }

  public ScriptCall tensors(List<? extends NDArray> values) {
    return own(
        IValue.listFrom(values.stream().map(PtNDArray.class::cast).toArray(PtNDArray[]::new)));
  }

  public ScriptCall integer(long value) {
    return own(IValue.from(value));
  }

  public ScriptCall integers(List<Long> values) {
    return own(IValue.listFrom(values.stream().mapToLong(Long::longValue).toArray()));
  }

  public ScriptCall real(double value) {
    return own(IValue.from(value));
  }

  public ScriptCall flag(boolean value) {
    return own(IValue.from(value));
  }

  /** An argument that outlives the call. */
  public ScriptCall shared(IValue value) {
    arguments.add(value);
    return this;
  }

  private ScriptCall own(IValue value) {
    owned.add(value);
    return shared(value);
  }

  private IValue run() {
    long[] handles = arguments.stream().mapToLong(IValue::getHandle).toArray();
    return script.run(function, handles, gradients);
  }

  /** Runs the function for its effect. */
  public void toNothing() {
    run().close();
  }

  /** Runs the function for a number. */
  public double toReal() {
    try (IValue result = run()) {
      return result.toDouble();
    }
  }

  /** Runs the function for a tensor, which the manager then owns. */
  public NDArray toTensor(NDManager manager) {
    try (IValue result = run()) {
      return result.toTensor((PtNDManager) manager);
    }
  }

  /** Runs the function for a list of tensors, which the manager then owns. */
  public List<NDArray> toTensors(NDManager manager) {
    try (IValue result = run()) {
      return List.of(result.toTensorArray((PtNDManager) manager));
    }
  }

  /** Runs the function for a tuple of tensors, which the manager then owns. */
  public List<NDArray> toTuple(NDManager manager) {
    try (IValue result = run()) {
      List<NDArray> tensors = new ArrayList<>();
      for (IValue item : result.toIValueTuple()) {
        try (item) {
          tensors.add(item.toTensor((PtNDManager) manager));
        }
      }
      return tensors;
    }
  }

  @Override
  public void close() {
    owned.forEach(IValue::close);
    owned.clear();
  }
}
