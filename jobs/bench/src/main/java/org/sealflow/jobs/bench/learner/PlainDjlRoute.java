package org.sealflow.jobs.bench.learner;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sealflow.model.AdamWSettings;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.TensorLayout;

/** The same work with DJL alone. */
final class PlainDjlRoute implements LearnerRoute {
  private static final String PROJECTION = "_proj.weight";

  private final LearnerLoad load;
  private final NDManager manager;
  private final PlainDjlTransformer transformer;
  private final PlainDjlOptimizer optimizer;

  PlainDjlRoute(Path directory, LearnerLoad load, String device) throws IOException {
    this.load = load;
    LearnerShape shape = load.shape();
    ModelConfig config = shape.config();
    manager = NDManager.newBaseManager(Device.fromName(device), "PyTorch");
    Map<String, NDArray> weights = new LinkedHashMap<>();
    LearnerModelFiles.read(
        directory,
        config,
        (name, sizes, values) ->
            weights.put(
                name,
                manager.create(
                    values.asFloatBuffer(),
                    new Shape(sizes.stream().mapToLong(Long::longValue).toArray()))));
    int rank = shape.adapterRank();
    Map<String, NDArray> trained = rank == 0 ? weights : adapters(config, rank);
    trained.values().forEach(weight -> weight.setRequiresGradient(true));
    Map<String, NDArray> all = new LinkedHashMap<>(weights);
    all.putAll(trained);
    int positions = Math.max(shape.tokens(), 2 * shape.promptTokens());
    transformer = new PlainDjlTransformer(config, all, 2, positions, manager);
    optimizer =
        new PlainDjlOptimizer(new ArrayList<>(trained.values()), AdamWSettings.standard(), manager);
  }

  /** Adapters of every projection that change nothing yet. */
  private Map<String, NDArray> adapters(ModelConfig config, int rank) {
    Map<String, NDArray> adapters = new LinkedHashMap<>();
    TensorLayout.of(config)
        .forEach(
            (name, sizes) -> {
              if (name.endsWith(PROJECTION)) {
                String module = name.substring(0, name.length() - ".weight".length());
                Shape narrow = new Shape(rank, sizes.get(1));
                adapters.put(
                    module + ".lora_A",
                    manager.randomUniform(-0.01f, 0.01f, narrow, DataType.FLOAT32));
                adapters.put(module + ".lora_B", manager.zeros(new Shape(sizes.get(0), rank)));
              }
            });
    return adapters;
  }

  @Override
  public void run(LearnerWork work) {
    switch (work) {
      case FORWARD -> logProbs();
      case TRAINING -> train();
      case GENERATION -> generate();
    }
  }

  @Override
  public float[][] logProbs() {
    JniUtils.setGradMode(false);
    try (NDManager scope = manager.newSubManager()) {
      float[] values = logProbs(scope).toFloatArray();
      float[][] rows = new float[load.rows().length][];
      int scored = load.rows()[0].length - 1;
      for (int row = 0; row < rows.length; row++) {
        rows[row] = new float[scored + 1];
        System.arraycopy(values, row * scored, rows[row], 1, scored);
      }
      return rows;
    }
  }

  /** Log-probabilities [B, T - 1] of all tokens but the first. */
  private NDArray logProbs(NDManager scope) {
    int[][] rows = load.rows();
    int scored = rows[0].length - 1;
    NDArray ids = ids(rows, 0, scored, scope);
    NDArray targets = ids(rows, 1, scored, scope).expandDims(-1);
    return transformer.logits(ids).logSoftmax(-1).gather(targets, -1).squeeze(-1);
  }

  /** Token ids [B, count] from a position on. */
  static NDArray ids(int[][] rows, int from, int count, NDManager scope) {
    long[] ids = new long[rows.length * count];
    for (int row = 0; row < rows.length; row++) {
      for (int token = 0; token < count; token++) {
        ids[row * count + token] = rows[row][from + token];
      }
    }
    return scope.create(ids, new Shape(rows.length, count));
  }

  private void train() {
    try (NDManager scope = manager.newSubManager()) {
      JniUtils.setGradMode(true);
      NDArray logProbs = logProbs(scope);
      float[][] gradient = load.gradient();
      int scored = gradient[0].length - 1;
      float[] flat = new float[gradient.length * scored];
      for (int row = 0; row < gradient.length; row++) {
        System.arraycopy(gradient[row], 1, flat, row * scored, scored);
      }
      NDArray slopes = scope.create(flat, logProbs.getShape());
      JniUtils.backward((PtNDArray) logProbs, (PtNDArray) slopes, false, false);
    } finally {
      JniUtils.setGradMode(false);
    }
    optimizer.step(LearnerLoad.RATE, LearnerLoad.LARGEST_NORM);
  }

  private void generate() {
    JniUtils.setGradMode(false);
    try (PlainDjlGeneration generation = new PlainDjlGeneration(transformer, 1, manager)) {
      generation.sample(load.prompts(), load.shape().promptTokens());
    }
  }

  @Override
  public void close() {
    manager.close();
  }
}
