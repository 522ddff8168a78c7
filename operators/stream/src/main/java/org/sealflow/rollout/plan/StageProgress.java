package org.sealflow.rollout.plan;

/**
 * The progress of a curriculum.
 *
 * @param stage position of the stage, from 0
 * @param firstBatch the first batch planned in it, from 0
 */
public record StageProgress(int stage, long firstBatch) {
  static final StageProgress BEGIN = new StageProgress(0, 0);
}
