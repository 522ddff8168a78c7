package org.sealflow.nano.warm;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.nano.demonstration.Demonstration;
import org.sealflow.nano.demonstration.DemonstrationTokens;
import org.sealflow.nano.demonstration.TokenizedDemonstration;

/** Examples made of demonstrations; those longer than the context are left out. */
final class DemonstrationExamples implements ExampleSource {
  private final Demonstrations demonstrations;
  private final DemonstrationTokens tokens;
  private final WarmSettings settings;

  DemonstrationExamples(
      Demonstrations demonstrations, DemonstrationTokens tokens, WarmSettings settings) {
    this.demonstrations = demonstrations;
    this.tokens = tokens;
    this.settings = settings;
  }

  @Override
  public List<Example> make(Phase phase, long first, int count) {
    List<Example> examples = new ArrayList<>(count);
    for (Demonstration demonstration : demonstrations.make(phase, first, count)) {
      TokenizedDemonstration row = tokens.of(demonstration);
      if (row.length() <= settings.examples().contextLength()) {
        examples.add(example(row));
      }
    }
    return examples;
  }

  private Example example(TokenizedDemonstration row) {
    boolean[] scored = row.scored();
    float[] weights = new float[row.length()];
    for (int i = 1; i < weights.length; i++) {
      boolean begins = scored[i] && !scored[i - 1];
      double own = begins ? settings.examples().decisionWeight() : 1;
      weights[i] = (float) (scored[i] ? own : settings.examples().promptWeight());
    }
    return new Example(row.tokens(), weights);
  }
}
