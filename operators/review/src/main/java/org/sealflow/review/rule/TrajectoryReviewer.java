package org.sealflow.review.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedTrajectory;

/** Diagnoses a recorded trajectory without a reference. Says only what the record proves. */
public final class TrajectoryReviewer {
  /** One rule: tells what it finds. */
  @FunctionalInterface
  interface Check {
    void check(ReviewedRecord reviewed, Consumer<ReviewFinding> findings);
  }

  private static final List<Check> CHECKS =
      List.of(
          new ArgumentsAreJson(),
          new ArgumentsFitSchema(),
          new ToolIsOffered(),
          new ErrorIsRecovered(),
          new CallIsNotRepeated(),
          new IdentifiersWereShown(),
          new ClaimIsNotRefuted(),
          new AnswerIsGiven());

  private TrajectoryReviewer() {}

  /** Whether the record shows that a call failed. */
  public static boolean failed(RecordedCall call) {
    return CallInTurn.failureOf(call.result()) != null;
  }

  /**
   * The findings of a trajectory, by turn, then by rule. There are none if the provider or the
   * environment broke down.
   */
  public static List<ReviewFinding> review(RecordedTrajectory trajectory) {
    List<ReviewFinding> findings = new ArrayList<>();
    if (trajectory.outcome() != RecordOutcome.INFRASTRUCTURE_FAILED) {
      ReviewedRecord reviewed = ReviewedRecord.of(trajectory);
      CHECKS.forEach(check -> check.check(reviewed, findings::add));
      findings.sort(
          Comparator.comparingInt(ReviewFinding::turn).thenComparing(ReviewFinding::rule));
    }
    return findings;
  }
}
