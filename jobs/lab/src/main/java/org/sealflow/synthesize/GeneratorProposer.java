package org.sealflow.synthesize;

import java.util.List;
import java.util.Optional;
import org.sealflow.generate.FamilyTools;
import org.sealflow.generate.GeneratedTask;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.TurnRange;
import org.sealflow.generate.family.GeneratorSplit;

/**
 * Proposes tasks of the generator's training split, drawn by what is weak. A proposal is a function
 * of seed, weaknesses and its number.
 */
public final class GeneratorProposer implements Proposer {
  private final TaskGenerator generator;
  private long left;

  /**
   * A proposer at its beginning.
   *
   * @param seed any number
   * @param weaknesses what tasks are to teach
   * @param most after how many proposals it has no more, from 0
   */
  public GeneratorProposer(
      long seed,
      List<Weakness> weaknesses,
      FamilyTools families,
      KnownTasks known,
      TurnRange turns,
      long most) {
    GeneratorSettings settings =
        GeneratorSettings.of(seed, GeneratorSplit.TRAIN)
            .with(turns)
            .with(WeaknessWeights.families(weaknesses, families))
            .withCategories(WeaknessWeights.categories(weaknesses));
    this.generator = new TaskGenerator(settings, known.sources());
    this.left = most;
  }

  @Override
  public Optional<List<Proposal>> propose(int wanted) {
    if (left == 0) {
      return Optional.empty();
    }
    left--;
    GeneratedTask task = generator.next();
    return Optional.of(List.of(Proposal.of(new Candidate(task.task(), null, task.scenario()))));
  }

  @Override
  public String origin() {
    return "generator";
  }
}
