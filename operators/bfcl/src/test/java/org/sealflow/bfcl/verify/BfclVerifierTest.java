package org.sealflow.bfcl.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.simulator.AsOfDateMissingException;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.PolicySteps;
import org.sealflow.environment.Rerun;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.StateDifference;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.TurnJudgement;

/** The facts of turns and episodes, over the project's own tasks. */
class BfclVerifierTest {
  private static final RulesInForce ENFORCED = new RulesInForce(true);
  private static final TaskDirectory TASKS = SampleTasks.read();

  @Test
  void aSolvedEpisodePassesInEveryTurn() {
    BfclVerifier verifier = verifier("base_0");
    List<VerifiedTurn> turns = solve(verifier, 3);
    VerifiedEpisode episode = ended(verifier);

    assertThat(turns).extracting(VerifiedTurn::turn).containsExactly(0, 1, 2);
    assertThat(turns)
        .allMatch(turn -> turn.tag() == Tag.PASS && turn.reached())
        .noneMatch(VerifiedTurn::deviates)
        .allMatch(turn -> turn.deviation().rerun() == Rerun.NOT_NEEDED);
    assertThat(episode.official().valid()).isTrue();
    assertThat(episode.official().errorType()).isNull();
    assertThat(episode.irrelevance().valid()).isTrue();
    assertThat(episode.progress().share()).isEqualTo(1);
    assertThat(episode.turns().reached()).isEqualTo(3);
    assertThat(episode.turns().firstDeviating()).isEqualTo(-1);
    assertThat(episode.soundness().drifted()).isFalse();
    assertThat(episode.soundness().taskDefective()).isFalse();
    assertThat(episode.progress().terminatedEarly()).isFalse();
  }

  @Test
  void theSameStepsGiveTheSameFacts() {
    BfclVerifier first = verifier("base_4");
    BfclVerifier second = verifier("base_4");

    assertThat(solve(first, 4)).isEqualTo(solve(second, 4));
    assertThat(ended(first)).isEqualTo(ended(second));
  }

  @Test
  void turnsNeverReachedArePadded() {
    BfclVerifier verifier = verifier("miss_func_0");
    solve(verifier, 1);
    List<VerifiedTurn> padded = verifier.endEpisode();
    VerifiedEpisode episode = verifier.episode();

    assertThat(padded).extracting(VerifiedTurn::turn).containsExactly(1, 2, 3);
    assertThat(padded)
        .extracting(VerifiedTurn::tag)
        .containsExactly(
            Tag.CORRECT_ABSTENTION, Tag.EMPTY_TURN_MODEL_RESPONSE, Tag.EMPTY_TURN_MODEL_RESPONSE);
    assertThat(padded)
        .noneMatch(VerifiedTurn::reached)
        .noneMatch(VerifiedTurn::deviates)
        .noneMatch(turn -> turn.deviation().first())
        .allMatch(turn -> turn.calls().made().isEmpty() && turn.calls().drift().isEmpty())
        .allMatch(turn -> turn.deviation().rerun() == Rerun.NOT_NEEDED);
    assertThat(episode.turns().tags()).hasSize(4);
    assertThat(episode.turns().reached()).isEqualTo(1);
    assertThat(episode.progress().terminatedEarly()).isTrue();
    assertThat(episode.official().errorType()).isEqualTo("multi_turn:force_terminated");
    assertThat(episode.irrelevance().errorType()).isEqualTo("exception:IndexError");
    assertThat(episode.progress().share()).isEqualTo(1.0 / 3);
    assertThat(episode.progress().shareWithIrrelevance()).isEqualTo(0.5);
    assertThat(episode.turns().firstDeviating()).isEqualTo(-1);
  }

  @Test
  void anEpisodeWithoutATurnIsPaddedWhole() {
    BfclVerifier verifier = verifier("base_0");

    assertThat(verifier.endEpisode()).hasSize(3).noneMatch(VerifiedTurn::reached);
    assertThat(verifier.episode().progress().share()).isZero();
    assertThat(verifier.episode().turns().reached()).isZero();
  }

  @Test
  void surplusTurnsAreCountedAndNotExecuted() {
    BfclVerifier verifier = verifier("base_9");
    solve(verifier, 3);

    assertThat(verifier.endTurn(calls("unfollow_user(username_to_unfollow='lotta_lens')")))
        .isNull();
    assertThat(verifier.endTurn(List.of())).isNull();
    assertThat(verifier.turnsGiven()).isEqualTo(5);
    assertThat(verifier.pass().seen()).hasSize(5);
    VerifiedEpisode episode = ended(verifier);
    assertThat(episode.official().errorType()).isEqualTo("multi_turn:force_terminated");
    assertThat(episode.turns().tags()).containsExactly(Tag.PASS, Tag.PASS, Tag.PASS);
    assertThat(episode.progress().terminatedEarly()).isFalse();
    assertThat(episode.turns().reached()).isEqualTo(3);
  }

  @Test
  void aStepWithAnUnavailableToolIsRejectedAsAWhole() {
    BfclVerifier verifier = verifier("miss_func_0", ENFORCED);
    VerifiedTurn turn =
        endTurn(
            verifier,
            List.of(
                PolicyStep.of(
                    List.of(
                        "cd(folder='minutes')",
                        "diff(file_name1='april.txt', file_name2='may.txt')")),
                PolicyStep.of(List.of("wc(file_name='may.txt', mode='l')"))));

    assertThat(turn.calls().made())
        .extracting(VerifiedCall::status)
        .containsExactly(CallStatus.REJECTED, CallStatus.REJECTED, CallStatus.ERROR_RESULT);
    assertThat(turn.calls().made())
        .extracting(VerifiedCall::tool)
        .containsExactly("cd", "diff", "wc");
    assertThat(turn.calls().made().get(0).result())
        .isEqualTo("Tool 'diff' is not available in the current tool list.");
    assertThat(turn.calls().made().get(0).arguments()).isEmpty();
    assertThat(turn.calls().made()).extracting(VerifiedCall::step).containsExactly(0, 0, 0);
    assertThat(verifier.pass().seen()).hasSize(1);
  }

  @Test
  void withoutEnforcementAWithheldToolRuns() {
    VerifiedTurn turn =
        endTurn(
            verifier("miss_func_0"),
            calls("cd(folder='minutes')", "diff(file_name1='april.txt', file_name2='may.txt')"));

    assertThat(turn.calls().made()).allMatch(call -> call.status() == CallStatus.SUCCEEDED);
  }

  @Test
  void aToolOfAnotherServiceIsRejectedUnderEnforcement() {
    VerifiedTurn turn = endTurn(verifier("base_0", ENFORCED), calls("list_users()"));

    assertThat(turn.calls().made())
        .extracting(VerifiedCall::status)
        .containsExactly(CallStatus.REJECTED);
    assertThat(turn.tag()).isEqualTo(Tag.EMPTY_TURN_MODEL_RESPONSE);
  }

  @Test
  void whatTheEnvironmentRejectedIsNotExecuted() {
    BfclVerifier verifier = verifier("base_9");
    VerifiedTurn turn =
        endTurn(
            verifier,
            List.of(
                PolicyStep.of(List.of("posting_get_login_status()")),
                new PolicyStep(
                    List.of(), List.of("retweet(tweet_id=", "retweet(5)"), null, List.of()),
                PolicyStep.of(List.of("search_tweets(keyword='kingfisher')"))));

    assertThat(turn.calls().made())
        .extracting(VerifiedCall::text)
        .containsExactly(
            "posting_get_login_status()",
            "retweet(tweet_id=",
            "retweet(5)",
            "search_tweets(keyword='kingfisher')");
    assertThat(turn.calls().made().get(1).status()).isEqualTo(CallStatus.REJECTED);
    assertThat(turn.calls().made().get(3).step()).isEqualTo(1);
    assertThat(verifier.pass().seen()).hasSize(2);
    assertThat(turn.tag()).isEqualTo(Tag.PASS);
  }

  @Test
  void stepsWithoutACallAreLeftOutAndUndecodableOnesKept() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_9"),
            List.of(
                PolicyStep.of(List.of()),
                PolicyStep.of(List.of("")),
                PolicyStep.undecodable("search_tweets("),
                PolicyStep.of(List.of("search_tweets(keyword='kingfisher')"))));

    assertThat(turn.calls().made()).hasSize(1);
    assertThat(turn.calls().made().get(0).step()).isZero();
    assertThat(turn.calls().undecodable()).containsExactly("search_tweets(");
    assertThat(turn.tag()).isEqualTo(Tag.PASS);
  }

  @Test
  void aDifferenceIsNarrowedToTheValueThatDiffers() {
    BfclVerifier verifier = verifier("base_3");
    solve(verifier, 1);
    VerifiedTurn turn =
        endTurn(
            verifier,
            calls(
                "create_ticket(title='Projector in hall B flickers',"
                    + " description='Starts after ten minutes.', priority=3)"));

    assertThat(turn.tag()).isEqualTo(Tag.STATE_MISMATCH);
    assertThat(turn.deviation().differences())
        .containsExactly(new StateDifference("TicketAPI", "ticket_queue[3]['priority']", "3", "4"));
    assertThat(turn.deviation().missingResults()).isEmpty();
    assertThat(turn.deviates()).isTrue();
  }

  @Test
  void onlyTheFirstDifferingServiceIsDescribed() {
    BfclVerifier verifier = verifier("base_2");
    VerifiedTurn turn =
        endTurn(
            verifier,
            calls(
                "cd(folder='drafts')",
                "rm(file_name='summer.txt')",
                "authenticate_twitter(username='crumb_and_co', password='rye&salt')"));

    assertThat(turn.deviation().differences())
        .extracting(StateDifference::className)
        .containsExactly("TwitterAPI");
  }

  @Test
  void resultsNeverSeenAreMissing() {
    VerifiedTurn turn =
        endTurn(verifier("base_10"), calls("sum_values(numbers=[412.5, 96.0, 131.25])"));

    assertThat(turn.tag()).isEqualTo(Tag.RESPONSE_MISMATCH);
    assertThat(turn.deviation().missingResults()).containsExactly("{\"result\": 31.9875}");
    assertThat(turn.deviation().differences()).isEmpty();
  }

  @Test
  void theFirstDeviatingTurnMayPass() {
    BfclVerifier verifier = verifier("base_12");
    VerifiedTurn left =
        endTurn(
            verifier,
            calls(
                "find(path='.', name='poster')",
                "rm(file_name='old_poster.txt')",
                "cd(folder='minutes')"));
    VerifiedTurn lost = solveTurn(verifier);

    assertThat(left.tag()).isEqualTo(Tag.PASS);
    assertThat(left.deviates()).isTrue();
    assertThat(left.deviation().first()).isTrue();
    assertThat(lost.deviates()).isTrue();
    assertThat(lost.deviation().first()).isFalse();
    assertThat(ended(verifier).turns().firstDeviating()).isZero();
  }

  @Test
  void aFailingFirstTurnIsNotExecutedAgain() {
    assertThat(endTurn(verifier("base_9"), List.of()).deviation().rerun())
        .isEqualTo(Rerun.NOT_NEEDED);
  }

  @Test
  void aTurnThatPassesFromTheGroundTruthsStateSaysSo() {
    BfclVerifier verifier = verifier("base_0");
    endTurn(verifier, calls("ls(a=True)"));

    assertThat(solveTurn(verifier).deviation().rerun()).isEqualTo(Rerun.PASSES);
  }

  @Test
  void aTurnThatFailsFromTheGroundTruthsStateSaysSo() {
    BfclVerifier verifier = verifier("base_0");
    solve(verifier, 1);

    assertThat(endTurn(verifier, calls("grep('ep12_script.md', 'Todo')")).deviation().rerun())
        .isEqualTo(Rerun.FAILS);
  }

  @Test
  void aTurnWithoutACallFailsFromAnyState() {
    BfclVerifier verifier = verifier("base_0");
    endTurn(verifier, calls("ls(a=True)"));
    VerifiedTurn empty = endTurn(verifier, List.of());

    assertThat(empty.deviation().first()).isFalse();
    assertThat(empty.tag()).isEqualTo(Tag.EMPTY_TURN_MODEL_RESPONSE);
    assertThat(empty.deviation().rerun()).isEqualTo(Rerun.FAILS);
    assertThat(verifier.pass().rerunLastTurn().tag()).isEqualTo(Tag.EMPTY_TURN_MODEL_RESPONSE);
  }

  @Test
  void executingAgainChangesNothing() {
    BfclVerifier verifier = verifier("base_0");
    endTurn(verifier, calls("ls(a=True)"));
    solveTurn(verifier);
    VerifiedTurn found = endTurn(verifier, calls("pwd()", "ls()"));

    assertThat(found.calls().made().get(0).result())
        .isEqualTo("{\"current_working_directory\": \"/podcast\"}");
  }

  @Test
  void aTurnThatNamesWhatOnlyThePolicyDrewCannotBeExecutedAgain() {
    BfclVerifier verifier = verifier("base_4");
    solve(verifier, 1);
    String order = "place_order(order_type='Buy', symbol='WAVE', price=14.2, amount=20)";
    VerifiedTurn twice = endTurn(verifier, calls(order, order));
    VerifiedTurn second = endTurn(verifier, calls("cancel_order(order_id=502)"));

    assertThat(twice.deviation().rerun()).isEqualTo(Rerun.FAILS);
    assertThat(second.deviation().rerun()).isEqualTo(Rerun.NAMES_DRAWN_IDENTIFIERS);
  }

  @Test
  void aSpuriousTurnIsNotExecutedAgain() {
    BfclVerifier verifier = verifier("miss_param_6");
    solve(verifier, 1);
    VerifiedTurn turn = endTurn(verifier, calls("power(base=7, exponent=2)"));

    assertThat(turn.tag()).isEqualTo(Tag.SPURIOUS_TOOL_CALL);
    assertThat(turn.deviation().rerun()).isEqualTo(Rerun.NOT_NEEDED);
  }

  @Test
  void aTurnIsJudgedFromTheRightStateWhateverStateItWasIn() {
    BfclVerifier verifier = verifier("base_0");
    endTurn(verifier, calls("ls(a=True)"));
    solveTurn(verifier);

    assertThat(ended(verifier).turns().judgements())
        .containsExactly(TurnJudgement.WRONG, TurnJudgement.RIGHT, TurnJudgement.UNJUDGED);
  }

  @Test
  void aTurnThatCannotBeExecutedAgainIsNotJudged() {
    BfclVerifier verifier = verifier("base_4");
    solve(verifier, 1);
    String order = "place_order(order_type='Buy', symbol='WAVE', price=14.2, amount=20)";
    endTurn(verifier, calls(order, order));
    endTurn(verifier, calls("cancel_order(order_id=502)"));

    assertThat(ended(verifier).turns().judgements().subList(0, 3))
        .containsExactly(TurnJudgement.RIGHT, TurnJudgement.WRONG, TurnJudgement.UNJUDGED);
  }

  @Test
  void aRefusedCallMakesTheTurnWrongThatGoesWellAfterIt() {
    BfclVerifier verifier = verifier("miss_func_0", ENFORCED);
    solve(verifier, 1);
    VerifiedTurn abstained =
        endTurn(verifier, calls("diff(file_name1='april.txt', file_name2='may.txt')"));

    assertThat(abstained.tag()).isEqualTo(Tag.CORRECT_ABSTENTION);
    assertThat(ended(verifier).turns().judgements().get(1)).isEqualTo(TurnJudgement.WRONG);
  }

  @Test
  void aTaskWhoseGroundTruthIsRejectedIsDefective() {
    BfclVerifier enforced = verifier("miss_func_11", ENFORCED);
    BfclVerifier official = verifier("miss_func_11");

    assertThat(ended(enforced).soundness().taskDefective()).isTrue();
    assertThat(ended(official).soundness().taskDefective()).isFalse();
  }

  @Test
  void aToolThatNeedsTheDateRaisesWhereItIsUnknown() {
    BfclVerifier verifier =
        new BfclVerifier(
            TASKS.ready("multi_turn_base_11"), RulesInForce.OFFICIAL, "sample", null, false);

    assertThatThrownBy(() -> solveTurn(verifier)).isInstanceOf(AsOfDateMissingException.class);
  }

  @Test
  void aReferenceRowNeedsTheStatesKept() {
    BfclVerifier verifier = verifier("base_0");
    verifier.endEpisode();

    assertThatThrownBy(() -> verifier.referenceRow("row", null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the states of this verification were not kept");
  }

  private static BfclVerifier verifier(String task) {
    return verifier(task, RulesInForce.OFFICIAL);
  }

  private static BfclVerifier verifier(String task, RulesInForce rules) {
    return new BfclVerifier(
        TASKS.ready("multi_turn_" + task), rules, "sample", SampleTasks.AS_OF, false);
  }

  private static List<VerifiedTurn> solve(BfclVerifier verifier, int turns) {
    List<VerifiedTurn> solved = new ArrayList<>();
    for (int turn = 0; turn < turns; turn++) {
      solved.add(solveTurn(verifier));
    }
    return solved;
  }

  /** Feeds the ground truth's calls of the next turn. */
  private static VerifiedTurn solveTurn(BfclVerifier verifier) {
    int next = verifier.turnsGiven();
    return endTurn(verifier, PolicySteps.of(verifier.pass().task().groundTruth().get(next)));
  }

  private static VerifiedTurn endTurn(BfclVerifier verifier, List<PolicyStep> steps) {
    return Objects.requireNonNull(verifier.endTurn(steps), "the task has no such turn");
  }

  private static VerifiedEpisode ended(BfclVerifier verifier) {
    verifier.endEpisode();
    return verifier.episode();
  }

  /** One step per call. */
  private static List<PolicyStep> calls(String... calls) {
    return PolicySteps.of(List.of(calls));
  }
}
