package org.sealflow.serve.session;

import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Refusal;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;

/**
 * Writes the events of one episode; after one that no message can hold, nothing but its end. Not
 * thread-safe.
 */
final class EpisodeRecording implements EpisodeListener {
  private final EpisodeAttempt attempt;
  private final TrajectorySink sink;
  private final Clock clock;
  private int sequence;
  private boolean over;

  EpisodeRecording(EpisodeAttempt attempt, TrajectorySink sink, Clock clock) {
    this.attempt = attempt;
    this.sink = sink;
    this.clock = clock;
  }

  void begin(EpisodeStarted header) {
    write(TrajectoryEvents.started(attempt, clock.instant(), header), "start");
  }

  @Override
  public void answered(PolicyAnswer answer, StepOutcome outcome) {
    try {
      tell(answer, outcome);
    } catch (RuntimeException | StackOverflowError unusable) {
      ended(EndReason.ENGINE_FAILURE, "the answer cannot be written down: " + unusable);
    }
  }

  private void tell(PolicyAnswer answer, StepOutcome outcome) {
    write(
        TrajectoryEvents.step(attempt, sequence, clock.instant(), step(answer, outcome)), "answer");
    if (outcome.refusal() != null || !outcome.executed().isEmpty()) {
      write(
          TrajectoryEvents.results(attempt, sequence, clock.instant(), results(outcome)),
          "results of its calls");
    }
    if (outcome.turnEnded()) {
      write(
          TrajectoryEvents.turnEnded(attempt, sequence, clock.instant(), outcome.turn()),
          "end of its turn");
    }
  }

  @Override
  public void ended(EndReason reason, @Nullable String message) {
    if (!over) {
      over = true;
      boolean unused =
          sink.take(TrajectoryEvents.ended(attempt, sequence, clock.instant(), reason, message));
    }
  }

  private void write(TrajectoryEvent event, String what) {
    if (over) {
      return;
    }
    if (sink.take(event)) {
      sequence++;
    } else if (sequence > 0) {
      ended(EndReason.STEP_LIMIT, "no message has room for the " + what);
    } else {
      over = true;
    }
  }

  private static AssistantStep step(PolicyAnswer answer, StepOutcome outcome) {
    SampledTokens tokens = answer.tokens();
    Refusal refusal = outcome.refusal();
    return AssistantStep.newBuilder()
        .setTurn(outcome.turn())
        .setStep(outcome.step())
        .setText(answer.text())
        .setToolCalls(outcome.calls())
        .setRejectedCalls(outcome.rejectedCalls())
        .setParseError(refusal == null ? null : refusal.reason())
        .setUndecodable(refusal != null && refusal.cause() == Refusal.Cause.FORM)
        .setPolicyVersion(answer.policyVersion())
        .setContextTokenIds(tokens == null ? null : tokens.context())
        .setSampledTokenIds(tokens == null ? null : tokens.sampled())
        .setSampledLogProbs(tokens == null ? null : tokens.logProbs())
        .build();
  }

  private static ToolResults results(StepOutcome outcome) {
    String refusal = outcome.refusal() == null ? null : outcome.reply().content();
    return new ToolResults(
        outcome.turn(),
        outcome.step(),
        outcome.executed().stream()
            .map(call -> new ToolResult(call.result(), call.shown()))
            .toList(),
        refusal);
  }
}
