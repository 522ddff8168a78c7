package org.sealflow.jobs.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.sealflow.model.text.ByteTokenizer;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.schemas.Verdict;

/** Episodes of two turns, written as what was shown and what was answered. */
final class TestingSamples {
  static final ByteTokenizer TOKENIZER = ByteTokenizer.chatMl();

  private TestingSamples() {}

  /** An episode that passes: turn 0 in one answer, turn 1 in two. */
  static TrainingSample passed() {
    return sample(
        1,
        List.of("ask", "ls", "next", "cd", "found", "done"),
        sample -> {
          sample.setVerdict(Verdict.PASSED);
          sample.setReward(1.0);
          sample.setAdvantage(1.0);
        });
  }

  /** One of the same group that calls something else in its last answer. */
  static TrainingSample failed() {
    return sample(
        0,
        List.of("ask", "ls", "next", "cd", "found", "oops!"),
        sample -> {
          sample.setVerdict(Verdict.POLICY_FAILED);
          sample.setTags(List.of(Tag.PASS, Tag.STATE_MISMATCH));
          sample.setJudgements(List.of(TurnJudgement.RIGHT, TurnJudgement.WRONG));
          sample.setRootCauseTurn(1);
          sample.setReward(0.0);
          sample.setAdvantage(-1.0);
          sample.setWeight(1.5);
        });
  }

  /** The texts in turn: what was shown, then what was answered; the first answer is turn 0. */
  static TrainingSample sample(int index, List<String> texts, Consumer<TrainingSample> change) {
    TrainingSample sample = new TrainingSample();
    sample.setRunId("run");
    sample.setPolicyName("nano");
    sample.setBatchNumber(2L);
    sample.setGroupId("run/b2/g0");
    sample.setSampleIndex(index);
    sample.setEpisodeId("run/b2/g0/s" + index);
    sample.setAttempt(0);
    sample.setTaskId("base_4");
    sample.setCategory("base");
    sample.setBranch(false);
    sample.setTags(List.of(Tag.PASS, Tag.PASS));
    sample.setJudgements(List.of(TurnJudgement.RIGHT, TurnJudgement.RIGHT));
    sample.setPolicyVersions(List.of(1L, 2L, 2L));
    sample.setTemperature(1.0);
    sample.setWeight(1.0);
    sample.setLossWeights(Map.of("rl", 1.0));
    change.accept(sample);
    tokens(sample, texts);
    return Records.valid(sample);
  }

  private static void tokens(TrainingSample sample, List<String> texts) {
    List<Integer> tokens = new ArrayList<>();
    List<Boolean> sampled = new ArrayList<>();
    List<Integer> turns = new ArrayList<>();
    List<Float> logProbs = new ArrayList<>();
    List<Float> advantages = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      boolean answer = i % 2 == 1;
      int turn = i == 1 ? 0 : 1;
      String text = texts.get(i) + (answer ? "<|im_end|>" : "");
      for (int id : TOKENIZER.encode(text)) {
        tokens.add(id);
        sampled.add(answer);
        turns.add(answer ? turn : -1);
        logProbs.add(answer ? -0.1f * (tokens.size() % 7) - 0.01f : 0);
        advantages.add(answer ? advantage(sample, turn) : 0);
      }
    }
    sample.setTokens(tokens);
    sample.setSampled(sampled);
    sample.setTurns(turns);
    sample.setLogProbs(logProbs);
    sample.setAdvantages(advantages);
  }

  /** Turn credit: 0.25 for a right turn, less the weight for the root cause. */
  private static float advantage(TrainingSample sample, int turn) {
    Integer root = sample.getRootCauseTurn();
    return root != null && root == turn ? (float) -sample.getWeight() : 0.25f;
  }
}
