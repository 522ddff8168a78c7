package org.sealflow.learn.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.List;
import org.sealflow.learn.policy.SamplingSettings;

/** How the next token of each row is chosen. */
final class Draw {
  private final NDArray uniforms;
  private final NDArray temperatures;
  private final NDArray greedy;
  private final boolean anyGreedy;
  private final NDArray topK;
  private final NDArray topP;
  private final boolean anyTruncated;

  /** The next draw of each row; takes one number from the row's own sequence. */
  Draw(List<GenerationRow> rows, int vocabularySize, NDManager manager) {
    int count = rows.size();
    double[] uniform = new double[count];
    float[] temperature = new float[count];
    boolean[] likeliest = new boolean[count];
    long[] kept = new long[count];
    double[] mass = new double[count];
    for (int i = 0; i < count; i++) {
      SamplingSettings sampling = rows.get(i).sampling();
      uniform[i] = rows.get(i).nextUniform();
      likeliest[i] = sampling.temperature() == 0;
      temperature[i] = likeliest[i] ? 1 : (float) sampling.temperature();
      kept[i] = sampling.topK() == 0 ? vocabularySize : sampling.topK();
      mass[i] = sampling.topP();
    }
    Shape shape = new Shape(count, 1);
    uniforms = manager.create(uniform, shape);
    temperatures = manager.create(temperature, shape);
    greedy = manager.create(likeliest, shape);
    anyGreedy = rows.stream().anyMatch(row -> row.sampling().temperature() == 0);
    topK = manager.create(kept, shape);
    topP = manager.create(mass, shape);
    anyTruncated = rows.stream().anyMatch(row -> isTruncated(row.sampling(), vocabularySize));
  }

  private static boolean isTruncated(SamplingSettings sampling, int vocabularySize) {
    return sampling.topP() < 1 || (sampling.topK() > 0 && sampling.topK() < vocabularySize);
  }

  ScriptCall addTo(ScriptCall call) {
    return call.tensor(uniforms)
        .tensor(temperatures)
        .tensor(greedy)
        .flag(anyGreedy)
        .tensor(topK)
        .tensor(topP)
        .flag(anyTruncated);
  }
}
