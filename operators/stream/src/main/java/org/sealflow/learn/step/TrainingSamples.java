package org.sealflow.learn.step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.algorithm.TurnOutcome;
import org.sealflow.learn.algorithm.WeighedSample;
import org.sealflow.learn.sample.SampleFindings;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TurnJudgement;

/** The episodes a step trained on as records, each with the advantages of its tokens. */
public final class TrainingSamples {
  /** The stream of the policy gradient, as trainers name it. */
  private static final String POLICY_GRADIENT = "rl";

  /** The stream of the divergence from the reference. */
  private static final String REFERENCE = "ref_kl";

  private TrainingSamples() {}

  /** The records of a step, group by group in its order. */
  public static List<TrainingSample> of(
      LearnSettings settings, BatchManifest batch, LearnerStep step) {
    Map<String, String> tasks =
        batch.getGroups().stream()
            .collect(Collectors.toMap(PlannedGroup::getGroupId, PlannedGroup::getTaskId));
    Map<String, Double> weights = lossWeights(settings);
    List<TrainingSample> samples = new ArrayList<>();
    for (int g = 0; g < step.groups().size(); g++) {
      TrainingGroup group = step.groups().get(g);
      for (int i = 0; i < group.episodes().size(); i++) {
        TrainingSample sample = new TrainingSample();
        sample.setPolicyName(settings.policyName());
        sample.setBatchNumber(batch.getBatchNumber());
        sample.setTaskId(tasks.getOrDefault(group.groupId(), ""));
        sample.setBranch(group.branch());
        sample.setTemperature(settings.temperature());
        sample.setReward(group.rewards().get(i));
        sample.setLossWeights(weights);
        episode(group.episodes().get(i), sample);
        weighed(step.weighed().groups().get(g).samples().get(i), sample);
        tokens(step.rows().get(g).rows().get(i), sample);
        samples.add(Records.valid(sample));
      }
    }
    return samples;
  }

  private static Map<String, Double> lossWeights(LearnSettings settings) {
    Map<String, Double> weights = new HashMap<>();
    weights.put(POLICY_GRADIENT, 1.0);
    double divergence = settings.learner().objective().klCoefficient();
    if (divergence > 0) {
      weights.put(REFERENCE, divergence);
    }
    return weights;
  }

  private static void episode(TrainingEpisode episode, TrainingSample sample) {
    SampleFindings findings = episode.findings();
    boolean blamed = findings.rootCauseTurn() != SampleFindings.NO_TURN;
    sample.setRunId(episode.runId());
    sample.setGroupId(episode.place().groupId());
    sample.setSampleIndex(episode.place().sampleIndex());
    sample.setEpisodeId(episode.episodeId());
    sample.setAttempt(episode.attempt());
    sample.setCategory(findings.category());
    sample.setVerdict(findings.verdict());
    sample.setTags(findings.tags());
    sample.setJudgements(findings.judgements().stream().map(TrainingSamples::judgement).toList());
    sample.setRootCauseTurn(blamed ? findings.rootCauseTurn() : null);
    sample.setPolicyVersions(Arrays.stream(episode.policyVersions()).boxed().toList());
  }

  private static TurnJudgement judgement(TurnOutcome outcome) {
    return switch (outcome) {
      case RIGHT -> TurnJudgement.RIGHT;
      case WRONG -> TurnJudgement.WRONG;
      case UNJUDGED -> TurnJudgement.UNJUDGED;
    };
  }

  private static void weighed(WeighedSample weighed, TrainingSample sample) {
    sample.setAdvantage(weighed.advantage());
    sample.setWeight(weighed.scale());
  }

  private static void tokens(TrainingRow row, TrainingSample sample) {
    TrainingSequence sequence = row.sequence();
    float[] advantages = row.advantages().clone();
    List<Boolean> sampled = new ArrayList<>(sequence.length());
    for (int token = 0; token < sequence.length(); token++) {
      sampled.add(sequence.sampled()[token]);
      if (!sequence.sampled()[token]) {
        advantages[token] = 0;
      }
    }
    float @Nullable [] logProbs = sequence.engineLogProbs();
    sample.setTokens(Arrays.stream(sequence.tokens()).boxed().toList());
    sample.setSampled(sampled);
    sample.setTurns(Arrays.stream(sequence.turnOfToken()).boxed().toList());
    sample.setLogProbs(logProbs == null ? null : boxed(logProbs));
    sample.setAdvantages(boxed(advantages));
  }

  private static List<Float> boxed(float[] values) {
    return IntStream.range(0, values.length).mapToObj(i -> values[i]).toList();
  }
}
