package org.sealflow.evolve;

/**
 * The episodes of one group that a patch can matter to.
 *
 * @param version the version that the first of them was counted under, from 0
 * @param episodes how many, from 0
 * @param successes those of them that succeeded
 */
public record GroupTally(long version, int episodes, int successes) {
  /** A group of which nothing came yet. */
  static GroupTally startedAt(long version) {
    return new GroupTally(version, 0, 0);
  }

  GroupTally plus(boolean success) {
    return new GroupTally(version, episodes + 1, successes + (success ? 1 : 0));
  }
}
