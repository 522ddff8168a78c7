package org.sealflow.nano.warm;

import java.util.List;

/**
 * The phases of learning, in order.
 *
 * @param shortLists demonstrations that mostly show few tools
 * @param fullLists demonstrations that mostly show all tools
 * @param finish demonstrations as the tasks are, while the learning rate runs out
 */
public record WarmPhases(Phase shortLists, Phase fullLists, Phase finish) {
  /** The phases in their order. */
  List<Phase> phases() {
    return List.of(shortLists, fullLists, finish);
  }

  /** Tokens of all phases together. */
  public long tokens() {
    return phases().stream().mapToLong(Phase::tokens).sum();
  }
}
