package org.sealflow.rollout.branch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.rollout.plan.NamedDraws;
import org.sealflow.schemas.Branch;

/**
 * Chooses where the branches of a batch start: a function of the failures and the seed alone,
 * whatever order they come in. The same episodes are chosen for every {@link BranchStart}.
 */
public final class BranchChoice {
  private final Branching branching;
  private final NamedDraws draws;

  /** Chooses with draws of its own. */
  public BranchChoice(Branching branching, NamedDraws draws) {
    this.branching = branching;
    this.draws = draws;
  }

  /** The branches off the failures of a batch, by group and sample. */
  public List<Branch> choose(List<Failed> failures) {
    Map<String, List<Failed>> groups = new TreeMap<>();
    for (Failed failed : failures) {
      groups.computeIfAbsent(failed.groupId(), group -> new ArrayList<>()).add(failed);
    }
    List<Failed> chosen = new ArrayList<>();
    groups.forEach((group, samples) -> chosen.addAll(chosen(group, samples)));
    List<Branch> branches = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      Failed failed = chosen.get(i);
      branches.add(new Branch(failed.episodeId(), failed.attempt(), turn(chosen, i)));
    }
    return branches;
  }

  private List<Failed> chosen(String group, List<Failed> samples) {
    List<Failed> sorted = new ArrayList<>(samples);
    sorted.sort(Comparator.comparingInt(Failed::sampleIndex));
    int[] order = draws.at("sample").at(group).permutation(sorted.size());
    List<Failed> chosen = new ArrayList<>();
    for (int i = 0; i < Math.min(branching.perGroup(), order.length); i++) {
      chosen.add(sorted.get(order[i]));
    }
    chosen.sort(Comparator.comparingInt(Failed::sampleIndex));
    return chosen;
  }

  private int turn(List<Failed> chosen, int index) {
    Failed failed = chosen.get(index);
    return switch (branching.start()) {
      case NONE -> throw new IllegalStateException("there are no branches");
      case ROOT_CAUSE -> failed.rootCauseTurn();
      case RANDOM -> draws.at("turn").at(failed.episodeId()).below(failed.turns());
      case PERMUTED -> Math.min(other(chosen, index).rootCauseTurn(), failed.turns() - 1);
    };
  }

  /** The failure whose root cause an episode is dealt; its own if there is no other. */
  private static Failed other(List<Failed> chosen, int index) {
    return chosen.get((index + 1) % chosen.size());
  }
}
