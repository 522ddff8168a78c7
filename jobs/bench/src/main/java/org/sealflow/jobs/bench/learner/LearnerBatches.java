package org.sealflow.jobs.bench.learner;

import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.sealflow.learn.algorithm.TurnOutcome;
import org.sealflow.learn.sample.SampleFindings;
import org.sealflow.learn.sample.SamplePlace;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Verdict;

/**
 * Batches of random episodes for the learner's operator. Groups are as large as the shape's rows,
 * every other episode succeeds, and all tokens but the first are sampled.
 *
 * @param shape length of episodes and size of groups
 * @param groups groups of a batch, from 1
 * @param count number of batches, from 1
 */
record LearnerBatches(LearnerShape shape, int groups, int count) implements Serializable {
  /** The run they belong to. */
  static final String RUN = "bench";

  private static final String TASK_DIGEST = "00".repeat(32);

  private static String group(long batch, int group) {
    return RUN + "/b" + batch + "/g" + group;
  }

  /** Number of episodes of all batches. */
  long episodes() {
    return (long) count * groups * shape.rows();
  }

  /** The manifest of a batch, from 0. */
  BatchManifest manifest(long batch) {
    List<PlannedGroup> planned = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      planned.add(
          new PlannedGroup(
              group(batch, group),
              "task-" + group,
              TASK_DIGEST,
              shape.rows(),
              Arm.HOLDOUT,
              null,
              null,
              List.of()));
    }
    return BatchManifest.newBuilder()
        .setRunId(RUN)
        .setBatchNumber(batch)
        .setMode(Mode.TRAIN)
        .setPolicyVersion(batch)
        .setPlannedAt(Instant.EPOCH)
        .setGroupsNeeded(groups)
        .setGroups(planned)
        .build();
  }

  /** An episode, by its number over all batches. */
  TrainingEpisode episode(long number) {
    int sample = (int) (number % shape.rows());
    int group = (int) (number / shape.rows() % groups);
    long batch = number / shape.rows() / groups;
    boolean passed = sample % 2 == 0;
    return new TrainingEpisode(
        RUN,
        group(batch, group) + "/s" + sample,
        0,
        new SamplePlace(batch, group(batch, group), sample, null, TASK_DIGEST, null),
        new SampleFindings(
            "base",
            passed ? Verdict.PASSED : Verdict.POLICY_FAILED,
            passed,
            List.of(passed ? Tag.PASS : Tag.STATE_MISMATCH),
            1,
            passed ? SampleFindings.NO_TURN : 0,
            List.of(passed ? TurnOutcome.RIGHT : TurnOutcome.WRONG),
            0),
        new long[] {batch},
        sequence(number));
  }

  private TrainingSequence sequence(long seed) {
    int length = shape.tokens();
    int vocabulary = shape.config().vocabularySize();
    boolean[] sampled = new boolean[length];
    Arrays.fill(sampled, 1, length, true);
    int[] turns = new int[length];
    turns[0] = TrainingSequence.NO_TURN;
    return new TrainingSequence(
        new SplittableRandom(seed).ints(length, 0, vocabulary).toArray(), sampled, null, turns);
  }
}
