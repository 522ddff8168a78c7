package org.sealflow.synthesize;

import java.util.List;
import java.util.Optional;

/** A source of candidates. */
public interface Proposer {
  /**
   * The next proposals.
   *
   * @param wanted how many more tasks are wanted, from 1; more or fewer may come
   * @return none if there was nothing this time; empty if nothing comes any more
   */
  Optional<List<Proposal>> propose(int wanted);

  /** Who proposes, such as {@code generator} or {@code model qwen}. */
  String origin();
}
