package org.sealflow.learn.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.ModelPolicyFactory;
import org.sealflow.learn.TestingSamples;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.engine.TestingModelDirectory;
import org.sealflow.learn.sample.PlainEpisode;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.config.Precision;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.Verdict;

/** Measures how much a small transformer leans on what stands before its answers. */
class RelianceStepTest {
  private static final String HINTED = "user: Guidelines: say cd(b). Go to b. assistant: ";
  private static final String PLAIN = "user: Go to b. assistant: ";
  private static final int CONTEXT = 128;

  @TempDir Path folder;

  private Path model;
  private TrainablePolicy policy;
  private ReliancePass pass;

  @BeforeEach
  void open() throws IOException {
    model = TestingModelDirectory.write(folder.resolve("model"), 3);
    policy =
        new ModelPolicyFactory(
                model.toString(),
                ModelPolicyFactory.ALL_WEIGHTS,
                5,
                CONTEXT,
                "cpu",
                Precision.FLOAT32)
            .open(TestingSamples.settings(folder.toUri().toString()));
    pass = new ReliancePass(policy, new RowScores(CONTEXT, policy::batch, () -> false));
  }

  @AfterEach
  void close() {
    policy.close();
  }

  private TrainingSequence sequence(String context, String answer) throws IOException {
    try (PromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(model)) {
      int[] before = tokenizer.encode(context);
      int[] after = tokenizer.encode(answer);
      int[] ids = Arrays.copyOf(before, before.length + after.length);
      System.arraycopy(after, 0, ids, before.length, after.length);
      boolean[] sampled = new boolean[ids.length];
      Arrays.fill(sampled, before.length, ids.length, true);
      int[] turns = new int[ids.length];
      Arrays.fill(turns, 0, before.length, TrainingSequence.NO_TURN);
      return new TrainingSequence(ids, sampled, null, turns);
    }
  }

  private TrainingEpisode episode(int sample, String answer, String plain, String... patches)
      throws IOException {
    return TestingSamples.episode(0, 0, sample, Verdict.PASSED, sequence(HINTED, answer))
        .withPlain(new PlainEpisode(sequence(plain, answer), List.of(patches)));
  }

  private double logProb(TrainingSequence sequence) {
    double sum = 0;
    for (float each : policy.logProbs(List.of(sequence))[0]) {
      sum += each;
    }
    return sum;
  }

  @Test
  void relianceIsTheLogRatioOfWhatWasSampledWithAndWithoutThePatches() throws IOException {
    TrainingEpisode first = episode(0, "cd(b)", PLAIN, "cue", "hint");
    TrainingEpisode second = episode(1, "cd(folder)", PLAIN, "cue");
    double ofFirst = logProb(first.sequence()) - logProb(first.plain().sequence());
    double ofSecond = logProb(second.sequence()) - logProb(second.plain().sequence());

    Map<String, PatchReliance> measured =
        pass.of(List.of(List.of(first), List.of(), List.of(second)));

    assertThat(ofFirst).isNotZero();
    assertThat(measured).containsOnlyKeys("cue", "hint");
    assertThat(measured.get("hint").getLogRatio()).isCloseTo(ofFirst, within(1e-3));
    assertThat(measured.get("cue").getLogRatio()).isCloseTo(ofFirst + ofSecond, within(1e-3));
    assertThat(measured.get("cue").getEpisodes()).isEqualTo(2);
    assertThat(measured.get("cue").getTokens())
        .isEqualTo(first.sequence().sampledTokens() + second.sequence().sampledTokens());
  }

  @Test
  void patchesThatDidNotShowAreNotLeanedOn() throws IOException {
    assertThat(pass.of(List.of(List.of(episode(0, "cd(b)", HINTED, "recovery")))))
        .containsOnlyKeys("recovery")
        .extractingByKey("recovery")
        .satisfies(
            sums -> {
              assertThat(sums.getEpisodes()).isEqualTo(1);
              assertThat(sums.getLogRatio()).isZero();
            });
  }

  @Test
  void whatDoesNotFitTheContextOrHasNoPlainFormIsLeftOut() throws IOException {
    TrainingEpisode tooLong = episode(0, "cd(b)", PLAIN.repeat(CONTEXT), "cue");
    TrainingEpisode unmeasured =
        TestingSamples.episode(0, 0, 1, Verdict.PASSED, sequence(HINTED, "cd(b)"));

    assertThat(pass.of(List.of(List.of(tooLong, unmeasured)))).isEmpty();
  }
}
