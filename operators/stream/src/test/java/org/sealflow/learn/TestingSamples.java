package org.sealflow.learn;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.sealflow.learn.algorithm.LearnerSettings;
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

/** Batches of two groups of four episodes, drawn from a seed. */
public final class TestingSamples {
  public static final String RUN = "run";
  public static final String POLICY = "policy";
  public static final String TASK_DIGEST = "ab".repeat(32);
  public static final int GROUPS = 2;
  public static final int GROUP_SIZE = 4;
  public static final Duration DEADLINE = Duration.ofMinutes(10);

  private TestingSamples() {}

  /** Two groups of four per batch, an update for each group, two epochs. */
  public static Map<String, String> algorithm() {
    return Map.of(
        "batch.groups", "2",
        "batch.groupSize", "4",
        "batch.plannedGroups", "2",
        "batch.miniBatchGroups", "1",
        "batch.epochs", "2",
        "batch.drop", "none",
        "optimizer.learningRate.peak", "0.1",
        "optimizer.learningRate.warmupSteps", "0");
  }

  public static LearnSettings settings(String directory) {
    return settings(directory, LearnSettings.DEFAULT_STATE_LIMIT_BYTES);
  }

  public static LearnSettings settings(String directory, long stateLimitBytes) {
    return new LearnSettings(
        RUN,
        POLICY,
        LearnerSettings.parse(algorithm()),
        1,
        16,
        directory,
        2,
        stateLimitBytes,
        DEADLINE);
  }

  public static String group(long batch, int group) {
    return "batch-%d-group-%d".formatted(batch, group);
  }

  public static BatchManifest manifest(long batch) {
    return manifest(batch, RUN, Mode.TRAIN);
  }

  public static BatchManifest manifest(long batch, String run, Mode mode) {
    List<PlannedGroup> groups = new ArrayList<>();
    for (int group = 0; group < GROUPS; group++) {
      groups.add(
          new PlannedGroup(
              group(batch, group),
              "task-" + group,
              TASK_DIGEST,
              GROUP_SIZE,
              Arm.HOLDOUT,
              null,
              null,
              List.of()));
    }
    return new BatchManifest(
        run, batch, mode, batch, Instant.EPOCH, GROUPS, groups, null, null, false);
  }

  /** The episodes of a batch, about half of them successful. */
  public static List<TrainingEpisode> episodes(long batch) {
    SplittableRandom random = new SplittableRandom(batch);
    List<TrainingEpisode> episodes = new ArrayList<>();
    for (int group = 0; group < GROUPS; group++) {
      for (int sample = 0; sample < GROUP_SIZE; sample++) {
        boolean passed = sample == 0 || (sample > 1 && random.nextBoolean());
        Verdict verdict = passed ? Verdict.PASSED : Verdict.POLICY_FAILED;
        episodes.add(episode(batch, group, sample, verdict, sequence(random)));
      }
    }
    return episodes;
  }

  public static TrainingEpisode episode(
      long batch, int group, int sample, Verdict verdict, TrainingSequence sequence) {
    boolean failed = verdict == Verdict.POLICY_FAILED;
    return new TrainingEpisode(
        RUN,
        "%s-sample-%d".formatted(group(batch, group), sample),
        0,
        new SamplePlace(batch, group(batch, group), sample, null, TASK_DIGEST, null),
        new SampleFindings(
            "base",
            verdict,
            !failed,
            List.of(Tag.PASS, failed ? Tag.STATE_MISMATCH : Tag.CORRECT_ABSTENTION),
            2,
            failed ? 1 : SampleFindings.NO_TURN,
            List.of(TurnOutcome.RIGHT, failed ? TurnOutcome.WRONG : TurnOutcome.RIGHT),
            0),
        new long[] {Math.max(0, batch - 1), batch},
        sequence);
  }

  /** Two turns of one to three sampled tokens each. */
  static TrainingSequence sequence(SplittableRandom random) {
    int first = 1 + random.nextInt(3);
    int second = 1 + random.nextInt(3);
    int length = 2 + first + 1 + second;
    int[] tokens = random.ints(length, 0, TestingPolicy.VOCABULARY).toArray();
    boolean[] sampled = new boolean[length];
    int[] turns = new int[length];
    float[] engine = new float[length];
    for (int i = 0; i < length; i++) {
      boolean environment = i < 2 || i == 2 + first;
      sampled[i] = !environment;
      turns[i] = environment ? TrainingSequence.NO_TURN : i < 2 + first ? 0 : 1;
      engine[i] = environment ? 0 : -2;
    }
    return new TrainingSequence(tokens, sampled, engine, turns);
  }

  /** A sequence of which the policy sampled one token. */
  public static TrainingSequence saying(int token) {
    return new TrainingSequence(
        new int[] {0, token}, new boolean[] {false, true}, null, new int[] {-1, 0});
  }
}
