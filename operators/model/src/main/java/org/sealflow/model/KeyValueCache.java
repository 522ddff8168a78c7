package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.IValue;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.script.ScriptCall;
import org.sealflow.model.script.TorchScript;

/**
 * The keys and values of rows being generated, [R, K, S, C] for each layer, owned until closed.
 * Positions never written to are zero, for what is masked is multiplied by zero and must not be
 * NaN.
 */
final class KeyValueCache implements AutoCloseable {
  private final TorchScript script;
  private final NDManager manager;
  private final int capacity;
  private List<NDArray> tensors = new ArrayList<>();
  private IValue arrays;
  private int rows;

  /** An empty cache for some rows of at most {@code capacity} tokens. */
  KeyValueCache(GenerationWeights weights, int rows, int capacity) {
    GenerationWeights.Base base = weights.base();
    script = base.script();
    manager = weights.newScope();
    this.rows = rows;
    this.capacity = capacity;
    AttentionConfig attention = base.config().attention();
    List<Long> shape =
        List.of(
            (long) rows,
            (long) attention.keyValueHeads(),
            (long) capacity,
            (long) attention.headWidth());
    for (int i = 0; i < 2 * base.config().layers(); i++) {
      tensors.add(base.transfer().allocate(shape, base.options().precision().type(), manager));
    }
    arrays = list(tensors);
  }

  private KeyValueCache(GenerationWeights weights, List<KeyValueCache> parts) {
    script = weights.base().script();
    manager = weights.newScope();
    rows = parts.stream().mapToInt(KeyValueCache::rows).sum();
    capacity = parts.stream().mapToInt(KeyValueCache::capacity).max().orElse(0);
    arrays = list(parts.stream().flatMap(part -> part.tensors.stream()).toList());
  }

  /**
   * Several caches as one, for a look at all of them: as long as none of them grows or is closed.
   */
  static KeyValueCache joined(GenerationWeights weights, List<KeyValueCache> parts) {
    return new KeyValueCache(weights, parts);
  }

  private static IValue list(List<NDArray> tensors) {
    return IValue.listFrom(tensors.stream().map(PtNDArray.class::cast).toArray(PtNDArray[]::new));
  }

  /** The tensors as TorchScript takes them. */
  IValue arrays() {
    return arrays;
  }

  /** Rows that there is room for. */
  int rows() {
    return rows;
  }

  /** Positions of a row that there is room for. */
  int capacity() {
    return capacity;
  }

  NDManager newScope() {
    return manager.newSubManager();
  }

  /**
   * Makes room for more rows.
   *
   * @param used rows at the beginning that stay as they are
   * @param newRows rows from then on, no fewer than before
   */
  void grow(int used, int newRows) {
    List<NDArray> grown;
    try (ScriptCall call = script.call("grow")) {
      grown = call.shared(arrays).integer(used).integer(newRows).toTensors(manager);
    }
    arrays.close();
    tensors.forEach(NDArray::close);
    tensors = grown;
    arrays = list(tensors);
    rows = newRows;
  }

  /** Copies the first positions of rows over those of others; none is both source and target. */
  void copyRows(List<Integer> sources, List<Integer> targets, int length) {
    try (NDManager scope = newScope();
        ScriptCall call = script.call("copy_rows")) {
      call.shared(arrays)
          .tensor(scope.create(longs(sources)))
          .tensor(scope.create(longs(targets)))
          .integer(length)
          .toNothing();
    }
  }

  private static long[] longs(List<Integer> values) {
    return values.stream().mapToLong(Integer::longValue).toArray();
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
