package org.sealflow.jobs.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.Successes;
import org.sealflow.jobs.train.RunStatus;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.RateLowering;
import org.sealflow.schemas.TrainingStep;

class TrainLinesTest {
  private static final Colours PLAIN = new Colours(false);

  private final TrainLines lines = new TrainLines(PLAIN);
  private Instant now = Instant.EPOCH;

  @Test
  void theBlockSaysHowTheRunStands() {
    RunStatus status =
        status(List.of(batch(0), batch(1)), List.of(step(1)), List.of(validation(0, 40)));
    String block = String.join("\n", lines.block(status));
    assertThat(block)
        .contains("run-1  version 1 of 8, 2 batches played, evaluating version 1 on validation")
        .contains("train     all 75 % [51, 90], base 75 % [51, 90]")
        .contains("validated v0 all 40 % [31, 50]")
        .contains("tags      pass 75 %, state mismatch 25 %")
        .contains("learner   1/2 groups used, loss 0.2500, KL 0.0010, 1,234 tokens/s")
        .contains("weights   pass 1.00, state mismatch 1.20")
        .contains("staleness 0 100 %")
        .contains("waiting   rollouts 20 %, learner 80 % of 5 s")
        .contains("patches   none shown")
        .contains("episodes: 0 started");
  }

  @Test
  void aStepThatAForeignTrainerMakesShowsNoMeasuresOfThisOne() {
    TrainingStep step =
        TrainingStep.newBuilder(step(1))
            .setApplied(false)
            .setMetrics(Map.of("loss", 0.0, "tokensPerSecond", 131_024.0))
            .build();
    assertThat(lines.version(step, status(List.of(batch(0)), List.of(step), List.of())))
        .endsWith("; 1/2 groups used, no update made here");
  }

  @Test
  void aRunWithABudgetOfTokensIsMeasuredByIt() {
    RunStatus begun = status(List.of(), List.of(), List.of());
    RunStatus status =
        new RunStatus(
            begun.runId(),
            new RunStatus.Goal(begun.goal().batches(), 160_000),
            begun.version(),
            begun.done(),
            begun.activePatches(),
            begun.ledger(),
            begun.synthesis(),
            begun.evaluating());
    assertThat(lines.block(status).get(0)).contains("version 0, 0 of 160,000 tokens, 0 batches");
  }

  @Test
  void beforeAnythingHasHappenedNothingIsMadeUp() {
    String block = String.join("\n", lines.block(status(List.of(), List.of(), List.of())));
    assertThat(block).contains("version 0 of 8", "train     all –", "tags      –");
  }

  @Test
  void theSummaryComparesStartAndChosenVersionOnTheSameTasks() {
    EvaluationLine start = test(0, Map.of("a", false, "b", true, "c", false, "d", false));
    EvaluationLine chosen = test(6, Map.of("a", true, "b", true, "c", true, "d", false));
    assertThat(lines.summary(status(List.of(), List.of(), List.of(start, chosen))))
        .last()
        .asString()
        .startsWith("version 6 against the start on 4 test tasks: +50.0 points")
        .endsWith("(2 gained, 0 lost)");
  }

  @Test
  void sampledTestsFollowTheGreedyOnesInTheSummary() {
    Map<String, Boolean> none = Map.of("a", false, "b", false);
    Map<String, Boolean> both = Map.of("a", true, "b", true);
    List<String> summary =
        lines.summary(
            status(
                List.of(),
                List.of(),
                List.of(
                    test(EvaluationLine.TEST, 0, none),
                    test(EvaluationLine.TEST, 6, none),
                    test(EvaluationLine.TEST_SAMPLED, 0, none),
                    test(EvaluationLine.TEST_SAMPLED, 6, both))));
    assertThat(summary).hasSize(6);
    assertThat(summary.get(2)).startsWith("version 6 against the start on 2 test tasks: +0.0");
    assertThat(summary.get(4)).startsWith("test-sampled v6  all 100 % [34, 100]");
    assertThat(summary.get(5))
        .startsWith("version 6 against the start on 2 test tasks, sampled: +100.0 points");
  }

  @Test
  void whereNobodyWatchesEachVersionEvaluationAndSynthesisIsOneLine() {
    StringWriter text = new StringWriter();
    TrainView view = new TrainView(PLAIN, false, new PrintWriter(text), () -> now);
    RunStatus first = status(List.of(batch(0)), List.of(step(1)), List.of(validation(0, 40)));
    view.show(first);
    view.show(first);
    assertThat(text.toString().lines())
        .hasSize(3)
        .anySatisfy(line -> assertThat(line).startsWith("version 1  train all 75 %"))
        .anySatisfy(line -> assertThat(line).startsWith("validation v0  all 40 %"))
        .anySatisfy(line -> assertThat(line).startsWith("tasks at version 1: proposed 1"));
  }

  @Test
  void whereNobodyWatchesSilenceLastsFifteenSecondsAtMost() {
    StringWriter text = new StringWriter();
    TrainView view = new TrainView(PLAIN, false, new PrintWriter(text), () -> now);
    RunStatus begun = status(List.of(), List.of(), List.of());
    for (int second = 0; second < 40; second++) {
      view.show(begun);
      now = now.plusSeconds(1);
    }
    assertThat(text.toString().lines())
        .containsExactly(
            "run-1  version 0 of 8, 0 batches played; 0 episodes begun, 0 of them under way",
            "run-1  version 0 of 8, 0 batches played; 0 episodes begun, 0 of them under way");

    view.show(status(List.of(batch(0)), List.of(step(1)), List.of()));
    now = now.plusSeconds(14);
    view.show(status(List.of(batch(0)), List.of(step(1)), List.of()));
    assertThat(text.toString().lines()).hasSize(4);
  }

  @Test
  void whereAGuardLoweredTheRateItIsSaidWithTheVersionItBeganWith() {
    RateLowering lowering = new RateLowering(2, 0.25, "base success fell to 0.840");
    TrainingStep before = step(1);
    TrainingStep first = TrainingStep.newBuilder(step(2)).setRateLowering(lowering).build();
    TrainingStep second = TrainingStep.newBuilder(step(3)).setRateLowering(lowering).build();
    RunStatus status = status(List.of(), List.of(before, first, second), List.of());
    String said = "learning rate lowered to 0.250 of the settings': base success fell to 0.840";
    assertThat(lines.block(status)).contains("rate      " + said + " (since version 2)");
    assertThat(lines.version(before, status)).doesNotContain("lowered");
    assertThat(lines.version(first, status)).endsWith("; " + said);
    assertThat(lines.version(second, status)).doesNotContain("lowered");
  }

  @Test
  void onATerminalTheBlockIsPaintedOver() {
    StringWriter text = new StringWriter();
    TrainView view = new TrainView(PLAIN, true, new PrintWriter(text), () -> now);
    RunStatus status = status(List.of(batch(0)), List.of(step(1)), List.of());
    view.show(status);
    int height = lines.block(status).size();
    view.show(status);
    assertThat(text.toString()).contains("\u001b[" + height + "A");
  }

  private static RunStatus status(
      List<BatchLine> batches, List<TrainingStep> steps, List<EvaluationLine> evaluations) {
    return new RunStatus(
        "run-1",
        new RunStatus.Goal(8, 0),
        steps.size(),
        new RunStatus.Done(batches, steps, evaluations),
        List.of(),
        Ledger.EMPTY,
        steps.isEmpty() ? List.of() : List.of("tasks at version 1: proposed 1 = admitted 1"),
        evaluations.isEmpty() ? Optional.empty() : Optional.of("version 1 on validation"));
  }

  private static BatchLine batch(long number) {
    return new BatchLine(
        number,
        number,
        2_000 * number,
        2_000 * number + 2_000,
        8,
        Map.of(),
        Map.of("multi_turn_base", new Successes(8, 7, 6)),
        Map.of("PASSED", 7),
        Map.of("PASS", 6, "STATE_MISMATCH", 2),
        Map.of(),
        Map.of("0", 16),
        0,
        0L);
  }

  private static TrainingStep step(long version) {
    return TrainingStep.newBuilder()
        .setRunId("run-1")
        .setPolicyName("policy")
        .setBatchNumber(version - 1)
        .setVersion(version)
        .setApplied(true)
        .setGroups(List.of(group(GroupOutcome.USED), group(GroupOutcome.ZERO_VARIANCE)))
        .setMetrics(Map.of("loss", 0.25, "kl", 0.001, "tokensPerSecond", 1234.4))
        .setTagWeights(Map.of("PASS", 1.0, "STATE_MISMATCH", 1.2))
        .setStartedAt(Instant.ofEpochMilli(4_000))
        .setEndedAt(Instant.ofEpochMilli(5_000))
        .build();
  }

  private static GroupStep group(GroupOutcome outcome) {
    return GroupStep.newBuilder().setGroupId("g").setTaskId("t").setOutcome(outcome).build();
  }

  private static EvaluationLine validation(long version, int successes) {
    return new EvaluationLine(
        EvaluationLine.VALIDATION,
        version,
        0,
        12,
        Map.of("multi_turn_base", new Successes(100, successes, successes)),
        Map.of());
  }

  private static EvaluationLine test(long version, Map<String, Boolean> successes) {
    return test(EvaluationLine.TEST, version, successes);
  }

  private static EvaluationLine test(String split, long version, Map<String, Boolean> successes) {
    int strict = (int) successes.values().stream().filter(each -> each).count();
    return new EvaluationLine(
        split,
        version,
        0,
        12,
        Map.of("multi_turn_base", new Successes(successes.size(), strict, strict)),
        successes);
  }
}
