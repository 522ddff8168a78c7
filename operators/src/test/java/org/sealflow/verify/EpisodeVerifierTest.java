package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.bfcl.check.Tag;
import org.sealflow.bfcl.simulator.AsOfDateMissingException;
import org.sealflow.schemas.CallStatus;

/** The facts of turns and episodes, over the project's own tasks. */
class EpisodeVerifierTest {
  private static final RulesInForce ENFORCED = new RulesInForce(true);
  private static final TaskDirectory TASKS = SampleTasks.read();

  @Test
  void aSolvedEpisodePassesInEveryTurn() {
    EpisodeVerifier verifier = verifier("base_0");
    List<VerifiedTurn> turns = solve(verifier, 3);
    VerifiedEpisode episode = ended(verifier);

    assertThat(turns).extracting(VerifiedTurn::turn).containsExactly(0, 1, 2);
    assertThat(turns)
        .allMatch(turn -> turn.tag() == Tag.PASS && turn.reached())
        .noneMatch(VerifiedTurn::deviating)
        .allMatch(turn -> turn.rerun() == Rerun.NOT_NEEDED);
    assertThat(episode.officialValid()).isTrue();
    assertThat(episode.officialErrorType()).isNull();
    assertThat(episode.irrelevanceValid()).isTrue();
    assertThat(episode.progress()).isEqualTo(1);
    assertThat(episode.turnsReached()).isEqualTo(3);
    assertThat(episode.firstDeviatingTurn()).isEqualTo(-1);
    assertThat(episode.drifted()).isFalse();
    assertThat(episode.taskDefective()).isFalse();
    assertThat(episode.terminatedEarly()).isFalse();
  }

  @Test
  void theSameStepsGiveTheSameFacts() {
    EpisodeVerifier first = verifier("base_4");
    EpisodeVerifier second = verifier("base_4");

    assertThat(solve(first, 4)).isEqualTo(solve(second, 4));
    assertThat(ended(first)).isEqualTo(ended(second));
  }

  // Unreached and surplus turns.

  @Test
  void turnsNeverReachedArePadded() {
    EpisodeVerifier verifier = verifier("miss_func_0");
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
        .noneMatch(VerifiedTurn::deviating)
        .noneMatch(VerifiedTurn::firstDeviating)
        .allMatch(turn -> turn.calls().isEmpty() && turn.drift().isEmpty())
        .allMatch(turn -> turn.rerun() == Rerun.NOT_NEEDED);
    assertThat(episode.tags()).hasSize(4);
    assertThat(episode.turnsReached()).isEqualTo(1);
    assertThat(episode.terminatedEarly()).isTrue();
    assertThat(episode.officialErrorType()).isEqualTo("multi_turn:force_terminated");
    assertThat(episode.irrelevanceErrorType()).isEqualTo("exception:IndexError");
    assertThat(episode.progress()).isEqualTo(1.0 / 3);
    assertThat(episode.progressWithIrrelevance()).isEqualTo(0.5);
    assertThat(episode.firstDeviatingTurn()).isEqualTo(-1);
  }

  @Test
  void anEpisodeWithoutATurnIsPaddedWhole() {
    EpisodeVerifier verifier = verifier("base_0");

    assertThat(verifier.endEpisode()).hasSize(3).noneMatch(VerifiedTurn::reached);
    assertThat(verifier.episode().progress()).isZero();
    assertThat(verifier.episode().turnsReached()).isZero();
  }

  @Test
  void surplusTurnsAreCountedAndNotExecuted() {
    EpisodeVerifier verifier = verifier("base_9");
    solve(verifier, 3);

    assertThat(verifier.endTurn(calls("unfollow_user(username_to_unfollow='lotta_lens')")))
        .isNull();
    assertThat(verifier.endTurn(List.of())).isNull();
    assertThat(verifier.turnsGiven()).isEqualTo(5);
    assertThat(verifier.pass().seen()).hasSize(5);
    VerifiedEpisode episode = ended(verifier);
    assertThat(episode.officialErrorType()).isEqualTo("multi_turn:force_terminated");
    assertThat(episode.tags()).containsExactly(Tag.PASS, Tag.PASS, Tag.PASS);
    assertThat(episode.terminatedEarly()).isFalse();
    assertThat(episode.turnsReached()).isEqualTo(3);
  }

  // Rejected and empty steps.

  @Test
  void aStepWithAnUnavailableToolIsRejectedAsAWhole() {
    EpisodeVerifier verifier = verifier("miss_func_0", ENFORCED);
    VerifiedTurn turn =
        endTurn(
            verifier,
            List.of(
                PolicyStep.of(
                    List.of(
                        "cd(folder='minutes')",
                        "diff(file_name1='april.txt', file_name2='may.txt')")),
                PolicyStep.of(List.of("wc(file_name='may.txt', mode='l')"))));

    assertThat(turn.calls())
        .extracting(VerifiedCall::status)
        .containsExactly(CallStatus.REJECTED, CallStatus.REJECTED, CallStatus.ERROR_RESULT);
    assertThat(turn.calls()).extracting(VerifiedCall::tool).containsExactly("cd", "diff", "wc");
    assertThat(turn.calls().get(0).result())
        .isEqualTo("Tool 'diff' is not available in the current tool list.");
    assertThat(turn.calls().get(0).arguments()).isEmpty();
    assertThat(turn.calls()).extracting(VerifiedCall::step).containsExactly(0, 0, 0);
    assertThat(verifier.pass().seen()).hasSize(1);
  }

  @Test
  void withoutEnforcementAWithheldToolRuns() {
    VerifiedTurn turn =
        endTurn(
            verifier("miss_func_0"),
            calls("cd(folder='minutes')", "diff(file_name1='april.txt', file_name2='may.txt')"));

    assertThat(turn.calls()).allMatch(call -> call.status() == CallStatus.SUCCEEDED);
  }

  @Test
  void aToolOfAnotherServiceIsRejectedUnderEnforcement() {
    VerifiedTurn turn = endTurn(verifier("base_0", ENFORCED), calls("list_users()"));

    assertThat(turn.calls()).extracting(VerifiedCall::status).containsExactly(CallStatus.REJECTED);
    assertThat(turn.tag()).isEqualTo(Tag.EMPTY_TURN_MODEL_RESPONSE);
  }

  @Test
  void whatTheEnvironmentRejectedIsNotExecuted() {
    EpisodeVerifier verifier = verifier("base_9");
    VerifiedTurn turn =
        endTurn(
            verifier,
            List.of(
                PolicyStep.of(List.of("posting_get_login_status()")),
                new PolicyStep(
                    List.of(), List.of("retweet(tweet_id=", "retweet(5)"), null, List.of()),
                PolicyStep.of(List.of("search_tweets(keyword='kingfisher')"))));

    assertThat(turn.calls())
        .extracting(VerifiedCall::text)
        .containsExactly(
            "posting_get_login_status()",
            "retweet(tweet_id=",
            "retweet(5)",
            "search_tweets(keyword='kingfisher')");
    assertThat(turn.calls().get(1).status()).isEqualTo(CallStatus.REJECTED);
    assertThat(turn.calls().get(3).step()).isEqualTo(1);
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

    assertThat(turn.calls()).hasSize(1);
    assertThat(turn.calls().get(0).step()).isZero();
    assertThat(turn.undecodable()).containsExactly("search_tweets(");
    assertThat(turn.tag()).isEqualTo(Tag.PASS);
  }

  // Facts of calls.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get_ticket(ticket_id=1) | SUCCEEDED | get_ticket",
        "get_ticket(ticket_id=9) | ERROR_RESULT | get_ticket",
        "get_ticket(ticket_id=1)['title'] | SUCCEEDED | get_ticket",
        "get_ticket(ticket_id=1)['colour'] | RAISED | get_ticket",
        "create_ticket(title='a', priority='4') | TYPE_ERROR | create_ticket",
        "get_user_tickets(status=1) | TYPE_ERROR | get_user_tickets",
        "power(base=10.0, exponent=400) | RAISED | power",
        "percentage(part=1, whole=1 / 0) | RAISED | percentage",
        "percentage(part='1' + 1, whole=1) | TYPE_ERROR | percentage",
        "get_ticket(ticket=1) | UNBOUND | get_ticket",
        "get_ticket(ticket_id=number) | UNKNOWN_NAME | get_ticket",
        "get_ticket | UNKNOWN_NAME | get_ticket",
        "find_ticket(ticket_id=1) | UNKNOWN_NAME | find_ticket",
        "1 + 1 | UNKNOWN_NAME | 1 + 1",
        "get_ticket(ticket_id=1 | MALFORMED | get_ticket",
        "run(ticket_id=1) | DENIED | run",
        "get_ticket(ticket_id=[i for i in (1, 2)][0]) | UNSUPPORTED | get_ticket",
      })
  void everyCallEndsInOneWay(String text, CallStatus status, String tool) {
    VerifiedTurn turn = endTurn(verifier("base_10"), calls(text));

    assertThat(turn.calls()).hasSize(1);
    assertThat(turn.calls().get(0).status()).isEqualTo(status);
    assertThat(turn.calls().get(0).tool()).isEqualTo(tool);
    assertThat(turn.calls().get(0).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get_order_history() | [{'error'",
        "get_watchlist() | ['Error: ",
        "get_account_info() | {\"error\"",
      })
  void anErrorIsOneInWhateverShape(String text, String beginning) {
    VerifiedCall call = endTurn(verifier("miss_func_3"), calls(text)).calls().get(0);

    assertThat(call.result()).startsWith(beginning);
    assertThat(call.status()).isEqualTo(CallStatus.ERROR_RESULT);
    assertThat(call.isError()).isTrue();
    assertThat(call.isInvalid()).isFalse();
  }

  @Test
  void argumentsStandByParameterWithDefaultsFilledIn() {
    VerifiedTurn turn =
        endTurn(
            verifier("miss_func_9"),
            calls(
                "post_tweet('Low water', mentions=['@otter_ole'])",
                "set_navigation(destination=\"Gull's Point\")",
                "set_navigation()"));

    assertThat(turn.calls())
        .extracting(VerifiedCall::arguments)
        .containsExactly(
            Map.of("content", "'Low water'", "tags", "[]", "mentions", "['@otter_ole']"),
            Map.of("destination", "\"Gull's Point\""),
            Map.of());
  }

  @Test
  void onlyArgumentsOutsideTheirEnumerationAreNamed() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_6"),
            calls(
                "adjustClimateControl(temperature=20, unit='kelvin', mode='warm')",
                "adjustClimateControl(temperature=20, unit='celsius', mode='heat')",
                "lockDoors(unlock=True, door=['driver', 'trunk'])",
                "lockDoors(unlock=True, door=['driver', 'rear_left'])",
                "setHeadlights(mode=1)",
                "set_navigation(destination='anywhere')"));

    assertThat(turn.calls())
        .extracting(VerifiedCall::outsideEnumeration)
        .containsExactly(
            List.of("unit", "mode"),
            List.of(),
            List.of("door"),
            List.of(),
            List.of("mode"),
            List.of());
  }

  @Test
  void theGroundTruthsCallsAreFactsToo() {
    VerifiedTurn turn = endTurn(verifier("base_10"), List.of());

    assertThat(turn.truth())
        .extracting(VerifiedCall::tool)
        .containsExactly("sum_values", "percentage");
    assertThat(turn.truth()).allMatch(call -> call.status() == CallStatus.SUCCEEDED);
    assertThat(turn.truth().get(1).result()).isEqualTo("{\"result\": 31.9875}");
  }

  // State and responses.

  @Test
  void aDifferenceIsNarrowedToTheValueThatDiffers() {
    EpisodeVerifier verifier = verifier("base_3");
    solve(verifier, 1);
    VerifiedTurn turn =
        endTurn(
            verifier,
            calls(
                "create_ticket(title='Projector in hall B flickers',"
                    + " description='Starts after ten minutes.', priority=3)"));

    assertThat(turn.tag()).isEqualTo(Tag.STATE_MISMATCH);
    assertThat(turn.differences())
        .containsExactly(new StateDifference("TicketAPI", "ticket_queue[3]['priority']", "3", "4"));
    assertThat(turn.missingResults()).isEmpty();
    assertThat(turn.deviating()).isTrue();
  }

  @Test
  void onlyTheFirstDifferingServiceIsDescribed() {
    EpisodeVerifier verifier = verifier("base_2");
    VerifiedTurn turn =
        endTurn(
            verifier,
            calls(
                "cd(folder='drafts')",
                "rm(file_name='summer.txt')",
                "authenticate_twitter(username='crumb_and_co', password='rye&salt')"));

    assertThat(turn.differences())
        .extracting(StateDifference::className)
        .containsExactly("TwitterAPI");
  }

  @Test
  void resultsNeverSeenAreMissing() {
    VerifiedTurn turn =
        endTurn(verifier("base_10"), calls("sum_values(numbers=[412.5, 96.0, 131.25])"));

    assertThat(turn.tag()).isEqualTo(Tag.RESPONSE_MISMATCH);
    assertThat(turn.missingResults()).containsExactly("{\"result\": 31.9875}");
    assertThat(turn.differences()).isEmpty();
  }

  @Test
  void theFirstDeviatingTurnMayPass() {
    EpisodeVerifier verifier = verifier("base_12");
    VerifiedTurn left =
        endTurn(
            verifier,
            calls(
                "find(path='.', name='poster')",
                "rm(file_name='old_poster.txt')",
                "cd(folder='minutes')"));
    VerifiedTurn lost = solveTurn(verifier);

    assertThat(left.tag()).isEqualTo(Tag.PASS);
    assertThat(left.deviating()).isTrue();
    assertThat(left.firstDeviating()).isTrue();
    assertThat(lost.deviating()).isTrue();
    assertThat(lost.firstDeviating()).isFalse();
    assertThat(ended(verifier).firstDeviatingTurn()).isZero();
  }

  // Executing a failing turn again.

  @Test
  void aFailingFirstTurnIsNotExecutedAgain() {
    assertThat(endTurn(verifier("base_9"), List.of()).rerun()).isEqualTo(Rerun.NOT_NEEDED);
  }

  @Test
  void aTurnThatPassesFromTheGroundTruthsStateSaysSo() {
    EpisodeVerifier verifier = verifier("base_0");
    endTurn(verifier, calls("ls(a=True)"));

    assertThat(solveTurn(verifier).rerun()).isEqualTo(Rerun.PASSES);
  }

  @Test
  void aTurnThatFailsFromTheGroundTruthsStateSaysSo() {
    EpisodeVerifier verifier = verifier("base_0");
    solve(verifier, 1);

    assertThat(endTurn(verifier, calls("grep('ep12_script.md', 'Todo')")).rerun())
        .isEqualTo(Rerun.FAILS);
  }

  @Test
  void executingAgainChangesNothing() {
    EpisodeVerifier verifier = verifier("base_0");
    endTurn(verifier, calls("ls(a=True)"));
    solveTurn(verifier);
    VerifiedTurn found = endTurn(verifier, calls("pwd()", "ls()"));

    assertThat(found.calls().get(0).result())
        .isEqualTo("{\"current_working_directory\": \"/podcast\"}");
  }

  @Test
  void aTurnThatNamesWhatOnlyThePolicyDrewCannotBeExecutedAgain() {
    EpisodeVerifier verifier = verifier("base_4");
    solve(verifier, 1);
    String order = "place_order(order_type='Buy', symbol='WAVE', price=14.2, amount=20)";
    VerifiedTurn twice = endTurn(verifier, calls(order, order));
    VerifiedTurn second = endTurn(verifier, calls("cancel_order(order_id=502)"));

    assertThat(twice.rerun()).isEqualTo(Rerun.FAILS);
    assertThat(second.rerun()).isEqualTo(Rerun.NAMES_DRAWN_IDENTIFIERS);
  }

  @Test
  void aSpuriousTurnIsNotExecutedAgain() {
    EpisodeVerifier verifier = verifier("miss_param_6");
    solve(verifier, 1);
    VerifiedTurn turn = endTurn(verifier, calls("power(base=7, exponent=2)"));

    assertThat(turn.tag()).isEqualTo(Tag.SPURIOUS_TOOL_CALL);
    assertThat(turn.rerun()).isEqualTo(Rerun.NOT_NEEDED);
  }

  // Drift.

  @Test
  void recordedResultsThatAreReproducedAreNoDrift() {
    EpisodeVerifier verifier = verifier("base_10");
    VerifiedTurn turn =
        endTurn(
            verifier,
            List.of(recorded("sum_values(numbers=[412.5, 96.0, 131.25])", "{\"result\": 639.75}")));

    assertThat(turn.drift()).isEmpty();
    assertThat(ended(verifier).drifted()).isFalse();
  }

  @Test
  void recordedResultsThatAreNotReproducedAreDrift() {
    EpisodeVerifier verifier = verifier("base_10");
    VerifiedTurn turn =
        endTurn(
            verifier,
            List.of(
                recorded("sum_values(numbers=[412.5, 96.0, 131.25])", "{\"result\": 639.75}"),
                new PolicyStep(
                    List.of("get_ticket(ticket_id=9)", "percentage(part=639.75, whole=2000)"),
                    List.of(),
                    null,
                    List.of(
                        "{\"error\": \"Ticket with ID 9 not found.\"}", "{\"result\": 31.99}"))));

    assertThat(turn.drift())
        .containsExactly(new DriftCell(1, 1, "{\"result\": 31.99}", "{\"result\": 31.9875}"));
    assertThat(ended(verifier).drifted()).isTrue();
  }

  @Test
  void instanceNamesAreNoDrift() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_1"),
            List.of(
                recorded(
                    "echo(content='see cat (plan.txt)')",
                    "{\"terminal_output\": \"see"
                        + " some_model_x_multi_turn_base_1_GorillaFileSystem_instance.cat(plan.txt)"
                        + "\"}")));

    assertThat(turn.calls().get(0).result()).contains("GorillaFileSystem_instance.cat(plan.txt)");
    assertThat(turn.drift()).isEmpty();
  }

  @Test
  void whatStandsBesideAnInstanceNameIsDrift() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_1"),
            List.of(
                recorded(
                    "echo(content='see cat (plan.txt)')",
                    "{\"terminal_output\": \"see"
                        + " some_model_x_multi_turn_base_1_GorillaFileSystem_instance.cat(plan.md)"
                        + "\"}")));

    assertThat(turn.drift()).hasSize(1);
  }

  @Test
  void aRefusedCallIsNoDrift() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_10"),
            List.of(recorded("sum_values(numbers=[i for i in (1, 2)])", "{\"result\": 3}")));

    assertThat(turn.calls().get(0).status()).isEqualTo(CallStatus.UNSUPPORTED);
    assertThat(turn.drift()).isEmpty();
  }

  @Test
  void driftIsCountedByTheStepsThatHoldCalls() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_10"),
            List.of(
                PolicyStep.of(List.of()),
                PolicyStep.of(List.of("sum_values(numbers=[1])")),
                recorded("sum_values(numbers=[2])", "two")));

    assertThat(turn.drift()).containsExactly(new DriftCell(1, 0, "two", "{\"result\": 2}"));
  }

  // Tasks.

  @Test
  void aTaskWhoseGroundTruthIsRejectedIsDefective() {
    EpisodeVerifier enforced = verifier("miss_func_11", ENFORCED);
    EpisodeVerifier official = verifier("miss_func_11");

    assertThat(ended(enforced).taskDefective()).isTrue();
    assertThat(ended(official).taskDefective()).isFalse();
  }

  @Test
  void aToolThatNeedsTheDateRaisesWhereItIsUnknown() {
    EpisodeVerifier verifier =
        new EpisodeVerifier(
            TASKS.ready("multi_turn_base_11"), RulesInForce.OFFICIAL, "sample", null, false);

    assertThatThrownBy(() -> solveTurn(verifier)).isInstanceOf(AsOfDateMissingException.class);
  }

  @Test
  void aReferenceRowNeedsTheStatesKept() {
    EpisodeVerifier verifier = verifier("base_0");
    verifier.endEpisode();

    assertThatThrownBy(() -> verifier.referenceRow("row"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the states of this verification were not kept");
  }

  private static EpisodeVerifier verifier(String task) {
    return verifier(task, RulesInForce.OFFICIAL);
  }

  private static EpisodeVerifier verifier(String task, RulesInForce rules) {
    return new EpisodeVerifier(
        TASKS.ready("multi_turn_" + task), rules, "sample", SampleTasks.AS_OF, false);
  }

  private static List<VerifiedTurn> solve(EpisodeVerifier verifier, int turns) {
    List<VerifiedTurn> solved = new ArrayList<>();
    for (int turn = 0; turn < turns; turn++) {
      solved.add(solveTurn(verifier));
    }
    return solved;
  }

  /** Feeds the ground truth's calls of the next turn. */
  private static VerifiedTurn solveTurn(EpisodeVerifier verifier) {
    int next = verifier.turnsGiven();
    return endTurn(verifier, PolicySteps.of(verifier.pass().task().groundTruth().get(next)));
  }

  private static VerifiedTurn endTurn(EpisodeVerifier verifier, List<PolicyStep> steps) {
    return Objects.requireNonNull(verifier.endTurn(steps), "the task has no such turn");
  }

  private static VerifiedEpisode ended(EpisodeVerifier verifier) {
    verifier.endEpisode();
    return verifier.episode();
  }

  /** One step per call. */
  private static List<PolicyStep> calls(String... calls) {
    return PolicySteps.of(List.of(calls));
  }

  private static PolicyStep recorded(String call, String result) {
    return new PolicyStep(List.of(call), List.of(), null, List.of(result));
  }
}
