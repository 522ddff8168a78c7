package org.sealflow.environment.world;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.Reexecution;
import org.sealflow.environment.Rerun;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.StateDifference;
import org.sealflow.environment.Tag;
import org.sealflow.environment.TestingShopTasks;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.environment.World;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.schemas.TurnJudgement;

class WorldTaskTest {
  private static final String THREE_EGGS = "put(item='egg', count=3)";
  private static final String TOTAL = "total()";

  private final ReadyTask task =
      TestingShopTasks.ready(
          TestingShopTasks.task("shop_1", List.of(THREE_EGGS), List.of(TOTAL), List.of()));

  private final EpisodeVerifier verifier =
      task.verifier(new RulesInForce(true), "policy", null, false);

  private VerifiedTurn turn(String... calls) {
    return requireNonNull(
        verifier.endTurn(
            List.of(calls).stream().map(call -> PolicyStep.of(List.of(call))).toList()));
  }

  private VerifiedEpisode ended() {
    List<VerifiedTurn> unreached = verifier.endEpisode();
    assertThat(unreached).noneMatch(VerifiedTurn::reached);
    return verifier.episode();
  }

  @Test
  void theGroundTruthIsValid() {
    assertThat(turn(THREE_EGGS).tag()).isEqualTo(Tag.PASS);
    assertThat(turn(TOTAL).tag()).isEqualTo(Tag.PASS);
    VerifiedTurn last = requireNonNull(verifier.endTurn(List.of()));
    assertThat(last.tag()).isEqualTo(Tag.CORRECT_ABSTENTION);
    assertThat(ended().official().valid()).isTrue();
    assertThat(verifier.episode().turns().judgements()).containsOnly(TurnJudgement.RIGHT);
  }

  @Test
  void anotherCountIsAnotherStateAndCascades() {
    VerifiedTurn first = turn("put(item='egg', count=2)");
    assertThat(first.tag()).isEqualTo(Tag.STATE_MISMATCH);
    assertThat(first.deviation().first()).isTrue();
    assertThat(first.deviation().differences())
        .containsExactly(new StateDifference("state", "egg", "2", "3"));
    assertThat(first.calls().made().get(0).arguments()).containsEntry("count", "2");
    // The second turn is right from the right state.
    assertThat(turn(TOTAL).deviation().rerun()).isEqualTo(Rerun.PASSES);
    VerifiedEpisode episode = ended();
    assertThat(episode.official().valid()).isFalse();
    assertThat(episode.official().errorType()).isEqualTo("turns_missing_or_surplus");
    assertThat(episode.turns().judgements())
        .containsExactly(TurnJudgement.WRONG, TurnJudgement.RIGHT, TurnJudgement.UNJUDGED);
  }

  @Test
  void aResultThatWasNeverSeenIsMissing() {
    List<String> both = List.of(THREE_EGGS, "put(item='milk', count=1)");
    EpisodeVerifier shopping =
        TestingShopTasks.ready(TestingShopTasks.task("shop_2", both, List.of(TOTAL)))
            .verifier(new RulesInForce(true), "policy", null, false);
    VerifiedTurn first = requireNonNull(shopping.endTurn(List.of(PolicyStep.of(both))));
    assertThat(first.tag()).isEqualTo(Tag.PASS);
    VerifiedTurn second =
        requireNonNull(shopping.endTurn(List.of(PolicyStep.of(List.of("total(")))));
    assertThat(second.tag()).isEqualTo(Tag.RESPONSE_MISMATCH);
    assertThat(second.deviation().missingResults()).containsExactly("{\"count\": 4}");
  }

  @Test
  void aToolThatIsNotThereIsRefused() {
    VerifiedTurn first = turn("take(item='egg')");
    assertThat(first.tag()).isEqualTo(Tag.EMPTY_TURN_MODEL_RESPONSE);
    assertThat(first.calls().made().get(0).isRefused()).isTrue();
  }

  @Test
  void anEditedTurnIsExecutedAgain() {
    Reexecution execution = task.reexecution("policy", null);
    for (String first : List.of("put(item='egg', count=2)", THREE_EGGS)) {
      execution.begin();
      assertThat(execution.turn(List.of(first))).isTrue();
      assertThat(execution.lastTurnFails()).isEqualTo(!first.equals(THREE_EGGS));
      assertThat(execution.statesAgree()).isEqualTo(first.equals(THREE_EGGS));
      execution.turn(List.of(TOTAL));
      execution.turn(List.of());
      assertThat(execution.passes()).isEqualTo(first.equals(THREE_EGGS));
    }
  }

  @Test
  void aCopyOfAWorldGoesItsOwnWay() {
    World world = task.world("policy", null);
    world.execute(THREE_EGGS);
    World copy = world.copy();
    copy.execute(THREE_EGGS);
    assertThat(world.state()).containsEntry("egg", "3");
    assertThat(copy.state()).containsEntry("egg", "6");
  }

  @Test
  void aPolicyPlaysTheTask() {
    Conversation conversation =
        Conversation.start(
            task.conversations(PromptStyles.qwenFunctionCalling()),
            Rules.of(null),
            Presentation.plain(),
            "policy_1",
            null);
    StepOutcome step = conversation.step(task.answer(List.of(THREE_EGGS)));
    assertThat(step.reply().content()).contains("{\"count\": 3}");
    assertThat(step.calls()).containsExactly(THREE_EGGS);
    conversation.step("Done.");
    conversation.step("Done.");
    assertThat(conversation.step("Done.").end()).isEqualTo(EpisodeEnd.COMPLETED);
  }
}
