package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.model.file.StoredType;
import org.sealflow.model.script.ScriptCall;
import org.sealflow.model.script.TorchScript;

/** Attention over shared keys and values is that over copies of them, in both types. */
final class GroupedAttentionTest {
  private static final int HEAD_WIDTH = 16;
  private static final int KEY_VALUE_HEADS = 2;
  private static final String CALLS =
      """
      def copied(q: Tensor, k: Tensor, v: Tensor, mask: Optional[Tensor]) -> Tensor:
        shared = q.size(1) // k.size(1)
        keys = torch.repeat_interleave(k, shared, 1)
        values = torch.repeat_interleave(v, shared, 1)
        return join_heads(torch.scaled_dot_product_attention(q, keys, values, mask, 0.0, mask is None))

      def attended(by_copies: bool, masked: bool, dtype: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        mask = annotate(Optional[Tensor], None)
        if masked:
          positions = torch.arange(k.size(2) - q.size(2), k.size(2)).unsqueeze(0).repeat([q.size(0), 1])
          mask = unseen_mask(positions, k.size(2), q.to(dtype))
        if by_copies:
          return copied(q.to(dtype), k.to(dtype), v.to(dtype), mask).to(6)
        return attend(q.to(dtype), k.to(dtype), v.to(dtype), mask).to(6)

      """;

  /** Rows of a batch with so many queries behind so many keys before them. */
  @ParameterizedTest
  @CsvSource({"1, 70, 0, 3", "2, 33, 0, 4", "3, 20, 50, 3", "1, 1, 40, 2", "2, 9, 9, 1"})
  void resultsAndGradientsAreThoseOfCopies(int rows, int queries, int before, int shared) {
    for (StoredType type : List.of(StoredType.F32, StoredType.BF16)) {
      try (NDManager manager = NDManager.newBaseManager(Device.cpu());
          TorchScript script = compile(manager)) {
        List<NDArray> grouped =
            run(script, false, type.scalarType(), rows, queries, before, shared, manager);
        List<NDArray> copied =
            run(script, true, type.scalarType(), rows, queries, before, shared, manager);
        double tolerance = type == StoredType.F32 ? 1e-5 : 3e-2;
        for (int i = 0; i < grouped.size(); i++) {
          assertThat(grouped.get(i).getShape()).isEqualTo(copied.get(i).getShape());
          assertThat(
                  TestingArrays.largestDifference(
                      grouped.get(i).toFloatArray(), copied.get(i).toFloatArray()))
              .as("array %d of type %s", i, type)
              .isLessThanOrEqualTo(
                  tolerance * Math.max(1, TestingArrays.largest(copied.get(i).toFloatArray())));
        }
      }
    }
  }

  private static TorchScript compile(NDManager manager) {
    return TorchScript.compile(
        (PtNDManager) manager,
        CALLS + TorchScript.resource("transformer.txt") + TorchScript.resource("linear_plain.txt"));
  }

  /** The output of attention, and the gradients of its weighted sum by queries, keys and values. */
  private static List<NDArray> run(
      TorchScript script,
      boolean byCopies,
      int type,
      int rows,
      int queries,
      int before,
      int shared,
      NDManager manager) {
    int keys = before + queries;
    NDArray q = random(manager, 1, rows, KEY_VALUE_HEADS * shared, queries);
    NDArray k = random(manager, 2, rows, KEY_VALUE_HEADS, keys);
    NDArray v = random(manager, 3, rows, KEY_VALUE_HEADS, keys);
    List.of(q, k, v).forEach(array -> array.setRequiresGradient(true));
    try (ScriptCall call = script.call("attended").recordGradients(true)) {
      NDArray y =
          call.flag(byCopies)
              .flag(before > 0)
              .integer(type)
              .tensor(q)
              .tensor(k)
              .tensor(v)
              .toTensor(manager);
      NDArray slopes = manager.create(uniform(4, (int) y.size()), y.getShape());
      JniUtils.backward((PtNDArray) y, (PtNDArray) slopes, false, false);
      return List.of(y, q.getGradient(), k.getGradient(), v.getGradient());
    }
  }

  private static NDArray random(NDManager manager, long seed, int rows, int heads, int tokens) {
    Shape shape = new Shape(rows, heads, tokens, HEAD_WIDTH);
    return manager.create(uniform(seed, (int) shape.size()), shape);
  }

  private static float[] uniform(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextDouble(-1, 1);
    }
    return values;
  }
}
