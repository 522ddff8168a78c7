package org.sealflow.tau.live;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.StatementJudge;
import org.sealflow.environment.UserAction;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Repair;
import org.sealflow.tau.Prompts;
import org.sealflow.tau.diagnose.TauDiagnoser;
import org.sealflow.tau.judge.AssertionJudge;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.judge.Grader;
import org.sealflow.tau.replay.ConversationRow;
import org.sealflow.tau.replay.RecordedConversation;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.replay.Replayer;

/**
 * Verifies an episode at its end, when the reference solution's one list of actions can be compared
 * with all of it. Nothing is executed before. Not thread-safe.
 */
final class TauEpisodeVerifier implements EpisodeVerifier {
  private static final Prompts PROMPTS = Prompts.ours();

  private final TauLiveTask task;
  private final EpisodeTold told;
  private final Grader grader;
  private String termination = "timeout";
  private @Nullable TauFacts facts;

  /**
   * @param judge decides natural-language assertions; null leaves them open
   */
  TauEpisodeVerifier(TauLiveTask task, @Nullable StatementJudge judge) {
    this.task = task;
    this.grader = new Grader(judge == null ? null : asked(judge), false);
    boolean begins = task.task().task().initialState().history().isEmpty();
    this.told = new EpisodeTold(begins && !task.solo());
  }

  private static AssertionJudge asked(StatementJudge judge) {
    return (steps, assertions) ->
        judge.judge(PROMPTS.judge(), PROMPTS.judged(steps, assertions), assertions);
  }

  @Override
  public void userActs(List<PolicyStep> before, UserAction action) {
    told.user(before, action);
  }

  @Override
  public @Nullable VerifiedTurn endTurn(List<PolicyStep> steps) {
    told.endTurn(steps);
    return null;
  }

  @Override
  public void ends(EndReason reason, @Nullable String message) {
    termination = Termination.word(reason, message, task.solo());
  }

  @Override
  public List<VerifiedTurn> endEpisode() {
    told.close();
    RecordedConversation recorded =
        new RecordedConversation(
            task.id(),
            task.task().domain().name(),
            task.task().task().id(),
            new EndedConversation(told.steps(), termination, task.solo()));
    ReplayedEpisode replayed = Replayer.replay(recorded, task.task(), grader);
    facts = new TauFacts(task, told, replayed, TauDiagnoser.diagnose(replayed));
    return facts.turns();
  }

  private TauFacts facts() {
    if (facts == null) {
      throw new IllegalStateException("the episode of " + task.id() + " has not ended");
    }
    return facts;
  }

  @Override
  public VerifiedEpisode episode() {
    return facts().episode();
  }

  @Override
  public @Nullable Repair repair() {
    return facts().repair();
  }

  @Override
  public VerifiedEpisode inferenceError() {
    return VerifiedEpisode.ofInferenceError("inference_error", null);
  }

  @Override
  public List<List<List<String>>> executedTurns() {
    List<List<List<String>>> turns = new ArrayList<>();
    told.turns().forEach(turn -> turns.add(new ArrayList<>()));
    for (EpisodeTold.Place place : told.places()) {
      if (place.isOfPolicy() && place.turn() < turns.size()) {
        List<List<String>> steps = turns.get(place.turn());
        while (steps.size() <= place.step()) {
          steps.add(new ArrayList<>());
        }
        steps.get(place.step()).add(place.text());
      }
    }
    return turns;
  }

  @Override
  public String referenceRow(String id, @Nullable String inferenceError) {
    return ConversationRow.of(facts().replayed().as(id)).toString();
  }
}
