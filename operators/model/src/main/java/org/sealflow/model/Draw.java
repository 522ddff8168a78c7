package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.List;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.model.script.ScriptCall;

/** Chooses the next token of each row. */
final class Draw {
  private final List<Long> counts;
  private final List<Long> spans;
  private final Choice choice;
  private final NDArray uniforms;

  /**
   * The choices that stay the same as long as the rows do; all [B, 1].
   *
   * @param temperatures what logits are divided by, 1 for greedy rows
   * @param greedy rows that take the likeliest token
   * @param anyGreedy whether there are such
   * @param topK number of likeliest tokens kept
   * @param topP mass kept of these
   * @param anyTruncated whether any row keeps less than all
   */
  record Choice(
      NDArray temperatures,
      NDArray greedy,
      boolean anyGreedy,
      NDArray topK,
      NDArray topP,
      boolean anyTruncated) {
    /** The choice of some rows, which the manager then owns. */
    static Choice of(List<GenerationRow> rows, int vocabularySize, NDManager manager) {
      int count = rows.size();
      float[] temperature = new float[count];
      boolean[] likeliest = new boolean[count];
      long[] kept = new long[count];
      double[] mass = new double[count];
      for (int i = 0; i < count; i++) {
        SamplingSettings sampling = rows.get(i).sampling();
        likeliest[i] = sampling.temperature() == 0;
        temperature[i] = likeliest[i] ? 1 : (float) sampling.temperature();
        kept[i] = sampling.topK() == 0 ? vocabularySize : sampling.topK();
        mass[i] = sampling.topP();
      }
      Shape shape = new Shape(count, 1);
      return new Choice(
          manager.create(temperature, shape),
          manager.create(likeliest, shape),
          rows.stream().anyMatch(row -> row.sampling().temperature() == 0),
          manager.create(kept, shape),
          manager.create(mass, shape),
          rows.stream().anyMatch(row -> isTruncated(row.sampling(), vocabularySize)));
    }

    private static boolean isTruncated(SamplingSettings sampling, int vocabularySize) {
      return sampling.topP() < 1 || (sampling.topK() > 0 && sampling.topK() < vocabularySize);
    }
  }

  /**
   * The next draw of each row; takes one number from the row's own sequence.
   *
   * @param rows in the order of their groups
   * @param groups where they stand
   */
  Draw(List<GenerationRow> rows, List<LengthGroup> groups, Choice choice, NDManager manager) {
    counts = groups.stream().map(group -> (long) group.rows().size()).toList();
    spans = groups.stream().map(group -> (long) group.span()).toList();
    this.choice = choice;
    double[] uniform = rows.stream().mapToDouble(GenerationRow::nextUniform).toArray();
    uniforms = manager.create(uniform, new Shape(uniform.length, 1));
  }

  ScriptCall addTo(ScriptCall call) {
    return call.integers(counts)
        .integers(spans)
        .tensor(uniforms)
        .tensor(choice.temperatures())
        .tensor(choice.greedy())
        .flag(choice.anyGreedy())
        .tensor(choice.topK())
        .tensor(choice.topP())
        .flag(choice.anyTruncated());
  }
}
