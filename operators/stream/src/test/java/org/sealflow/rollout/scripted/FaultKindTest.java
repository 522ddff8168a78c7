package org.sealflow.rollout.scripted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.rollout.scripted.TestingScript.PLAIN;
import static org.sealflow.rollout.scripted.TestingScript.play;
import static org.sealflow.rollout.scripted.TestingScript.policy;
import static org.sealflow.rollout.scripted.TestingScript.turn;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.rollout.TestingGame;
import org.sealflow.rollout.TestingGame.Played;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.StepLimitScope;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/** Each kind of fault brings about the failure it is named for, and what cures it does. */
class FaultKindTest {
  @Test
  void aDroppedArgumentIsABindingErrorUntilItIsMarkedRequired() {
    Fault fault = Fault.of(FaultKind.DROP_ARGUMENT, 1).ofTool("cd");
    Played plain = play("base_0", PLAIN, fault);

    assertThat(turn(plain, 0).getFailure()).isEqualTo(TurnFailure.ARGUMENT_MISMATCH);
    assertThat(turn(plain, 0).getEvidence())
        .extracting(Evidence::getKind)
        .contains(EvidenceKind.BINDING_ERROR);
    assertThat(plain.calls(0)).contains("cd()");

    Played cued = play("base_0", TestingCues.beside("cd.folder", "[required]"), fault);
    assertThat(cued.episode().getVerdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void theCueReachesToolsThatAreRevealedLater() {
    Fault fault = Fault.of(FaultKind.DROP_ARGUMENT, 1).ofTool("diff");
    TestingCues cues = new TestingCues("diff.file_name1", "[required]", null, null);

    assertThat(play("miss_func_0", PLAIN, fault).episode().getVerdict())
        .isEqualTo(Verdict.POLICY_FAILED);
    assertThat(play("miss_func_0", cues, fault.ofArgument("file_name1")).episode().getVerdict())
        .isEqualTo(Verdict.PASSED);
  }

  @Test
  void aCueBesideAnotherArgumentCuresNothing() {
    Fault fault = Fault.of(FaultKind.DROP_ARGUMENT, 1).ofTool("mv").ofArgument("source");
    Played plain = play("base_0", PLAIN, fault);
    Played elsewhere = play("base_0", TestingCues.beside("mv.destination", "[required]"), fault);

    assertThat(elsewhere.said()).isEqualTo(plain.said());
  }

  @Test
  void anUndeclaredValueIsNamedUntilTheAllowedOnesAreListed() {
    Fault fault = Fault.of(FaultKind.WRONG_VALUE, 1).ofTool("displayCarStatus");
    Played plain = play("base_6", PLAIN, fault);

    assertThat(turn(plain, 0).getFailure()).isEqualTo(TurnFailure.ARGUMENT_MISMATCH);
    assertThat(turn(plain, 0).getEvidence())
        .filteredOn(evidence -> evidence.getKind() == EvidenceKind.UNDECLARED_VALUE)
        .extracting(Evidence::getArgument)
        .containsExactly("option");

    TestingCues cue = TestingCues.beside("displayCarStatus.option", "Allowed values: fuel, doors");
    assertThat(play("base_6", cue, fault).episode().getVerdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void anotherValueIsAnArgumentMismatch() {
    Played played =
        play(
            "base_4",
            PLAIN,
            Fault.of(FaultKind.OTHER_VALUE, 1).ofTool("place_order").ofArgument("amount"));

    assertThat(turn(played, 1).getFailure()).isEqualTo(TurnFailure.ARGUMENT_MISMATCH);
    assertThat(turn(played, 1).getEvidence().get(0).getKind()).isEqualTo(EvidenceKind.OTHER_VALUE);
    assertThat(turn(played, 1).getEvidence().get(0).getActual()).isEqualTo("21");
  }

  @Test
  void aDeclaredArgumentGetsAnotherOfTheDeclaredValues() {
    Played played =
        play("base_6", PLAIN, Fault.of(FaultKind.OTHER_VALUE, 1).ofTool("displayCarStatus"));

    assertThat(turn(played, 0).getEvidence())
        .extracting(Evidence::getKind)
        .contains(EvidenceKind.OTHER_VALUE)
        .doesNotContain(EvidenceKind.UNDECLARED_VALUE);
  }

  @Test
  void aBrokenCallIsAnInvalidCallAlsoWhereItIsTheOnlyOne() {
    Played two = play("base_0", PLAIN, Fault.of(FaultKind.MALFORMED_CALL, 1).inTurn(0));
    Played alone = play("base_8", PLAIN, Fault.of(FaultKind.MALFORMED_CALL, 1).inTurn(0));

    assertThat(turn(two, 0).getFailure()).isEqualTo(TurnFailure.INVALID_CALL);
    assertThat(turn(alone, 0).getFailure()).isEqualTo(TurnFailure.INVALID_CALL);
    assertThat(two.calls(0)).isEmpty();
    assertThat(two.heard())
        .anySatisfy(
            message ->
                assertThat(message.content())
                    .startsWith("[ERROR] Invalid tool call format: Invalid tool call JSON"));
  }

  @Test
  void anUnknownToolIsAnInvalidCall() {
    Played played = play("base_0", PLAIN, Fault.of(FaultKind.UNKNOWN_TOOL, 1).ofTool("grep"));

    assertThat(turn(played, 1).getFailure()).isEqualTo(TurnFailure.INVALID_CALL);
    assertThat(turn(played, 1).getPolicyCalls())
        .anySatisfy(call -> assertThat(call.getText()).startsWith("grep_now("));
  }

  @Test
  void aSkippedCallIsMissingUntilTheGuidelineStands() {
    Fault fault =
        Fault.of(FaultKind.SKIP_CALL, 1).ofTool("grep").curedBy("Make every call the user needs");
    Played plain = play("base_0", PLAIN, fault);

    assertThat(turn(plain, 1).getFailure()).isEqualTo(TurnFailure.MISSING_CALL);
    assertThat(plain.calls(1)).hasSize(1);

    TestingCues guideline =
        TestingCues.guideline("- Make every call the user needs before you answer.");
    assertThat(play("base_0", guideline, fault).episode().getVerdict()).isEqualTo(Verdict.PASSED);
  }

  @ParameterizedTest
  @CsvSource({"miss_func_0, 1", "miss_param_1, 0", "miss_param_6, 1", "miss_func_4, 1"})
  void aCallWhereNoneIsWantedIsSpuriousUntilTheGuidelineStands(String task, int turn) {
    Fault fault = Fault.of(FaultKind.SPURIOUS_CALL, 1).curedBy("ask back");
    Played plain = play(task, PLAIN, fault);

    assertThat(turn(plain, turn).getTag()).isEqualTo(Tag.SPURIOUS_TOOL_CALL);
    assertThat(turn(plain, turn).getFailure()).isEqualTo(TurnFailure.SPURIOUS_CALL);

    Played guided =
        play(task, TestingCues.guideline("Where something is missing, ask back."), fault);
    assertThat(guided.episode().getVerdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void aSpuriousCallMayBeOfANamedTool() {
    Played played = play("miss_func_0", PLAIN, Fault.of(FaultKind.SPURIOUS_CALL, 1).ofTool("cat"));

    assertThat(played.calls(1)).containsExactly("cat(file_name='none_such')");
  }

  @Test
  void anErrorIsNotRecoveredFromUntilAHintFollowsIt() {
    Fault fault = Fault.of(FaultKind.NO_RECOVERY, 1).inTurn(1);
    Played plain = play("base_0", PLAIN, fault);

    assertThat(turn(plain, 1).getFailure()).isEqualTo(TurnFailure.RECOVERY_FAILURE);
    assertThat(plain.calls(1)).containsExactly("cat(file_name='none_such')");

    Played hinted = play("base_0", TestingCues.hint("Look at the folder, then retry."), fault);
    assertThat(hinted.calls(1)).hasSize(3);
    assertThat(hinted.episode().getVerdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void aHintOfOtherWordsThanTheNamedOnesDoesNotHelp() {
    Fault fault = Fault.of(FaultKind.NO_RECOVERY, 1).inTurn(1).curedBy("then retry");

    assertThat(play("base_0", TestingCues.hint("Have a nice day."), fault).calls(1)).hasSize(1);
    assertThat(play("base_0", TestingCues.hint("Look, then retry."), fault).calls(1)).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"base_0, 0", "base_3, 1", "base_8, 0", "base_6, 0", "base_4, 0"})
  void anExtraEffectIsAWrongEffect(String task, int turn) {
    Played played = play(task, PLAIN, Fault.of(FaultKind.EXTRA_EFFECT, 1).inTurn(turn));

    assertThat(turn(played, turn).getFailure()).isEqualTo(TurnFailure.WRONG_EFFECT);
    assertThat(turn(played, turn).getTag()).isEqualTo(Tag.STATE_MISMATCH);
  }

  @Test
  void anEmptyTurnHasNoCallAndTheNextOneGoesOn() {
    Played played = play("base_0", PLAIN, Fault.of(FaultKind.EMPTY_TURN, 1).inTurn(1));

    assertThat(turn(played, 1).getTag()).isEqualTo(Tag.EMPTY_TURN_MODEL_RESPONSE);
    assertThat(turn(played, 1).getFailure()).isEqualTo(TurnFailure.MISSING_CALL);
    assertThat(played.calls(2)).isNotEmpty();
  }

  @Test
  void afterAnEarlyStopNothingIsCalledAnyMore() {
    Played played = play("base_0", PLAIN, Fault.of(FaultKind.EARLY_STOP, 1).inTurn(1));

    assertThat(played.calls(0)).isNotEmpty();
    assertThat(played.calls(1)).isEmpty();
    assertThat(played.calls(2)).isEmpty();
    assertThat(played.episode().getVerdict()).isEqualTo(Verdict.POLICY_FAILED);
    assertThat(played.episode().getRootCauseTurn()).isEqualTo(1);
  }

  @Test
  void anEndlessTurnRunsIntoTheStepLimit() {
    Played played =
        TestingGame.play(
            policy(Fault.of(FaultKind.ENDLESS, 1).inTurn(1)),
            TestingGame.request("run/b0/g0/s0", "base_8"),
            PLAIN,
            TestingGame.SETTINGS.withStepLimit(6, StepLimitScope.TURN));

    assertThat(played.end().getReason()).isEqualTo(EndReason.STEP_LIMIT);
    assertThat(played.said()).hasSize(2 + 6);
    assertThat(played.episode().getVerdict()).isEqualTo(Verdict.POLICY_FAILED);
    assertThat(played.episode().getVerdictReason()).isEqualTo("the step limit was reached");
  }

  @Test
  void anEngineErrorFailsTheEpisodeAndNotThePolicy() {
    Played played = play("base_0", PLAIN, Fault.of(FaultKind.ENGINE_ERROR, 1).inTurn(2));

    assertThat(played.end().getReason()).isEqualTo(EndReason.ENGINE_FAILURE);
    assertThat(played.end().getMessage())
        .isEqualTo("the scripted engine failed in turn 2 of run/b0/g0/s0");
    assertThat(played.episode().getVerdict()).isEqualTo(Verdict.INFRASTRUCTURE_FAILED);
    assertThat(played.episode().getRootCauseReason()).isEqualTo(RootCauseReason.ENGINE_FAILURE);
  }
}
