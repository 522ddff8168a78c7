package org.sealflow.learn.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.IValue;
import java.util.ArrayList;
import java.util.List;

/** The keys and values of rows being generated, [B, K, S, C] for each layer, owned until closed. */
final class KeyValueCache implements AutoCloseable {
  private final TorchScript script;
  private final NDManager manager;
  private List<NDArray> tensors;
  private IValue arrays;
  private int capacity;

  /** An empty cache for some rows of at most {@code capacity} tokens. */
  KeyValueCache(PolicyModel model, int rows, int capacity) {
    script = model.script();
    manager = model.newScope();
    this.capacity = capacity;
    AttentionConfig attention = model.config().attention();
    List<Long> shape =
        List.of(
            (long) rows,
            (long) attention.keyValueHeads(),
            (long) capacity,
            (long) attention.headWidth());
    tensors = new ArrayList<>();
    for (int i = 0; i < 2 * model.config().layers(); i++) {
      tensors.add(model.transfer().allocate(shape, model.options().precision().type(), manager));
    }
    arrays = list(tensors);
  }

  private static IValue list(List<NDArray> tensors) {
    return IValue.listFrom(tensors.stream().map(PtNDArray.class::cast).toArray(PtNDArray[]::new));
  }

  /** The tensors as TorchScript takes them. */
  IValue arrays() {
    return arrays;
  }

  /** Positions of a row that there is room for. */
  int capacity() {
    return capacity;
  }

  NDManager newScope() {
    return manager.newSubManager();
  }

  /** Keeps the rows named, in that order and possibly more than once, with another capacity. */
  void selectRows(long[] rows, int newCapacity) {
    List<NDArray> selected;
    try (NDManager scope = newScope();
        ScriptCall call = script.call("select_rows")) {
      selected =
          call.shared(arrays).tensor(scope.create(rows)).integer(newCapacity).toTensors(manager);
    }
    arrays.close();
    tensors.forEach(NDArray::close);
    tensors = selected;
    arrays = list(tensors);
    capacity = newCapacity;
  }

  /** A copy of a row's first positions, which the manager then owns. */
  NDArray copyRow(int row, int length, NDManager owner) {
    try (ScriptCall call = script.call("copy_row")) {
      return call.shared(arrays).integer(row).integer(length).toTensor(owner);
    }
  }

  /** Sets a row's first positions to those of a copy. */
  void restoreRow(int row, NDArray copy, int length) {
    try (ScriptCall call = script.call("restore_row")) {
      call.shared(arrays).integer(row).tensor(copy).integer(length).toNothing();
    }
  }

  @Override
  public void close() {
    arrays.close();
    manager.close();
  }
}
