package org.sealflow.review.live;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedEpisode.CheckAnswer;
import org.sealflow.environment.VerifiedEpisode.Soundness;
import org.sealflow.environment.VerifiedEpisode.TaskProgress;
import org.sealflow.environment.VerifiedEpisode.TurnResults;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.review.rule.ReviewFinding;
import org.sealflow.review.rule.TrajectoryReviewer;

/** Diagnoses an episode at its end, by its record. A turn is one reply of the model. */
final class LogVerifier implements EpisodeVerifier {
  private final @Nullable List<OfferedTool> tools;
  private @Nullable RecordedTrajectory record;
  private List<VerifiedTurn> turns = List.of();

  LogVerifier(@Nullable List<OfferedTool> tools) {
    this.tools = tools;
  }

  @Override
  public @Nullable VerifiedTurn endTurn(List<PolicyStep> steps) {
    return null;
  }

  @Override
  public void recorded(String text) {
    record = RecordText.read(text, tools);
  }

  @Override
  public List<VerifiedTurn> endEpisode() {
    RecordedTrajectory reviewed = record;
    if (reviewed == null) {
      return List.of();
    }
    List<ReviewFinding> findings = TrajectoryReviewer.review(reviewed);
    List<VerifiedTurn> verified = new ArrayList<>();
    boolean found = false;
    for (RecordedMessage message : reviewed.messages()) {
      if (message.speaker() == Speaker.MODEL) {
        int reply = verified.size() + 1;
        List<ReviewFinding> mine =
            findings.stream().filter(finding -> finding.turn() == reply).toList();
        verified.add(ReviewedReply.of(message, mine).turn(verified.size(), !found));
        found |= !mine.isEmpty();
      }
    }
    turns = verified;
    return turns;
  }

  @Override
  public VerifiedEpisode episode() {
    boolean brokeDown = record != null && record.outcome() == RecordOutcome.INFRASTRUCTURE_FAILED;
    int first =
        turns.stream()
            .filter(turn -> turn.deviation().first())
            .findFirst()
            .map(VerifiedTurn::turn)
            .orElse(-1);
    return new VerifiedEpisode(
        new CheckAnswer(null, brokeDown ? null : CheckAnswer.UNJUDGED + "no_reference"),
        CheckAnswer.NONE,
        new TaskProgress(0, 0, false),
        new TurnResults(List.of(), List.of(), turns.size(), first),
        new Soundness(
            false, false, brokeDown ? "the provider or the environment broke down" : unjudged()));
  }

  private String unjudged() {
    Double reward = record == null ? null : record.reward();
    return "no reference says what it should have done"
        + (reward == null ? "" : "; its own reward is " + reward);
  }

  @Override
  public VerifiedEpisode inferenceError() {
    return VerifiedEpisode.ofInferenceError("inference_error", null);
  }

  @Override
  public List<List<List<String>>> executedTurns() {
    return List.of();
  }

  @Override
  public String referenceRow(String id, @Nullable String inferenceError) {
    throw new IllegalStateException("logs of an agent have no reference");
  }
}
