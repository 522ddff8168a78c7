package org.sealflow.bfcl.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.simulator.AsOfDateMissingException;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.SharedWorld;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.Tag;
import org.sealflow.python.PyDict;

/** Ground truths that are executed once and compared with many policies. */
class GroundTruthTraceTest {
  private static final LocalDate DAY = LocalDate.of(2026, 1, 15);
  private static final LocalDate EIGHTEENTH_BIRTHDAY = LocalDate.of(2027, 6, 1);
  private static final String VERIFY =
      "verify_traveler_information(first_name='Ada', last_name='Byron',"
          + " date_of_birth='2009-06-01', passport_number='US123456789')";
  private static final String ADD_CONTACT = "add_contact(user_name='Ines')";

  private static TaskProgram program(String type, List<List<String>> groundTruth) {
    return program("traced_base_0", type, groundTruth, LongContext.none());
  }

  private static TaskProgram program(
      String id, String type, List<List<String>> groundTruth, LongContext constants) {
    List<List<Task.Message>> turns = new ArrayList<>();
    groundTruth.forEach(turn -> turns.add(List.of(new Task.Message("user", "Please."))));
    PyDict scenario =
        PyDict.of(
            "user_first_name",
            "Ada",
            "user_last_name",
            "Byron",
            "username",
            "ada",
            "authenticated",
            true);
    Task task =
        new Task(id, turns, List.of(type), PyDict.of(type, scenario), Map.of(), groundTruth);
    return new TaskProgram(task, constants);
  }

  private static GroundTruthTrace trace(TaskProgram program, LocalDate asOf) {
    return program.trace("model", asOf);
  }

  /** One step per call. */
  private static List<List<String>> steps(String... calls) {
    return Arrays.stream(calls).map(List::of).toList();
  }

  @Test
  void verificationsOfOneModelAndDayShareATrace() {
    TaskProgram program = program("MessageAPI", List.of(List.of(ADD_CONTACT)));

    assertThat(trace(program, DAY)).isNotNull().isSameAs(trace(program, DAY));
    assertThat(program.trace("other", DAY)).isNotSameAs(trace(program, DAY));
    assertThat(trace(program, DAY).turn(0)).isSameAs(trace(program, DAY).turn(0));
  }

  @Test
  void aResultOfOneDayIsNeverThatOfAnother() {
    TaskProgram program = program("TravelAPI", List.of(List.of(VERIFY)));

    assertThat(trace(program, DAY).turn(0).texts().get(0))
        .contains("\"verification_status\": false");
    assertThat(trace(program, EIGHTEENTH_BIRTHDAY).turn(0).texts().get(0))
        .contains("\"verification_status\": true");
    assertThat(trace(program, DAY).turn(0).texts().get(0))
        .contains("\"verification_status\": false");
  }

  @Test
  void aDateThatIsMissingIsMissedInTheTurnThatNeedsIt() {
    TaskProgram program =
        program("TravelAPI", List.of(List.of("get_all_credit_cards()"), List.of(VERIFY)));
    EpisodePass pass = new EpisodePass(program, "model", null);

    assertThat(pass.turn(List.of()).truth()).hasSize(1);
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> pass.turn(List.of())).isInstanceOf(AsOfDateMissingException.class);
    }
  }

  @Test
  void theStateAfterATurnStaysThatOfItsTurn() {
    TaskProgram program =
        program(
            "MessageAPI",
            List.of(List.of(), List.of(ADD_CONTACT), List.of(), List.of("add_contact('Omar')")));
    GroundTruthTrace trace = trace(program, DAY);
    List<String> states = new ArrayList<>();
    for (int turn = 0; turn < 4; turn++) {
      states.add(CanonicalState.text(trace.turn(turn).instances().get(0)));
    }

    assertThat(states.get(0)).isEqualTo(CanonicalState.text(trace.instancesBefore(0).get(0)));
    assertThat(states.get(1)).contains("Ines").isEqualTo(states.get(2)).isNotEqualTo(states.get(0));
    assertThat(states.get(3)).contains("Ines", "Omar");
    assertThat(CanonicalState.text(trace.turn(1).instances().get(0))).isEqualTo(states.get(1));
  }

  @Test
  void theTraceUsedLongestAgoIsForgotten() {
    TaskProgram program = program("MessageAPI", List.of(List.of(ADD_CONTACT)));
    GroundTruthTrace first = trace(program, DAY);
    GroundTruthTrace second = trace(program, DAY.plusDays(1));
    for (int day = 2; day < 4; day++) {
      trace(program, DAY.plusDays(day));
    }
    assertThat(trace(program, DAY)).isSameAs(first);
    trace(program, DAY.plusDays(4));

    assertThat(trace(program, DAY)).isSameAs(first);
    assertThat(trace(program, DAY.plusDays(1))).isNotSameAs(second);
  }

  @Test
  void aLongTaskWhoseSidesHoldTheSameCardsIsExecutedInEachPolicysWorld() {
    LongContext constants =
        new LongContext(
            Map.of(
                "CREDIT_CARD_EXTENSION",
                PyDict.of("card1", PyDict.of("balance", 5.0)),
                "BOOKING_RECORD_EXTENSION",
                new PyDict()));
    List<List<String>> calls = List.of(List.of("get_all_credit_cards()"));
    TaskProgram travel = program("traced_long_context_0", "TravelAPI", calls, constants);
    TaskProgram messages =
        program("traced_long_context_1", "MessageAPI", List.of(List.of(ADD_CONTACT)), constants);

    assertThat(trace(travel, DAY).turn(0)).isNull();
    assertThat(trace(travel, DAY).repeated(0)).isNull();
    assertThat(trace(messages, DAY).turn(0)).isNotNull();
    TurnPass turn = new EpisodePass(travel, "model", DAY).turn(steps("get_all_credit_cards()"));
    assertThat(turn.truth().get(0).text()).contains("card1");
    assertThat(turn.tag()).isEqualTo(Tag.PASS);
  }

  @Test
  void aPolicyIsExecutedWhereTheSameCallsLeadToAStateThatEqualsNoOther() {
    List<String> login = List.of("ticket_login('ada', 'secret')");
    List<String> notANumber = List.of("create_ticket('Lost', 'Help.', 1e999 - 1e999)");
    TaskProgram program = program("TicketAPI", List.of(login, notANumber));
    EpisodePass pass = new EpisodePass(program, "model", DAY);

    assertThat(pass.turn(List.of(login)).tag()).isEqualTo(Tag.PASS);
    assertThat(pass.turn(List.of(notANumber)).tag()).isEqualTo(Tag.STATE_MISMATCH);
    assertThat(pass.statesAgree()).isFalse();
    assertThat(trace(program, DAY).repeated(0)).isSameAs(trace(program, DAY).turn(0));
    assertThat(trace(program, DAY).repeated(1)).isNull();
  }

  @Test
  void aPolicyThatChangesASharedDefaultIsComparedInItsOwnWorld() {
    String post = "post_tweet(content='Hello')";
    TaskProgram program = program("TwitterAPI", List.of(List.of(post), List.of("get_tweet(0)")));
    EpisodePass pass = new EpisodePass(program, "model", DAY);
    EpisodePass undisturbed = new EpisodePass(program, "model", DAY);

    pass.turn(steps(post));
    TurnPass disturbed = pass.turn(steps("mention(0, ['@leak'])", "get_tweet(0)"));
    undisturbed.turn(steps(post));
    TurnPass other = undisturbed.turn(steps("get_tweet(0)"));

    // Both sides' tweets hold the one default list, as in one Python process.
    assertThat(disturbed.truth().get(0).text()).contains("@leak");
    assertThat(disturbed.tag()).isEqualTo(Tag.PASS);
    assertThat(other.truth().get(0).text()).doesNotContain("@leak");
    assertThat(other.tag()).isEqualTo(Tag.PASS);
  }

  @Test
  void aGroundTruthThatChangesASharedDefaultIsExecutedInEachPolicysWorld() {
    String post = "post_tweet(content='Hello')";
    TaskProgram program =
        program(
            "TwitterAPI",
            List.of(List.of(post), List.of("mention(0, ['@leak'])"), List.of(), List.of(post)));
    EpisodePass pass = new EpisodePass(program, "model", DAY);

    assertThat(pass.turn(steps(post)).tag()).isEqualTo(Tag.PASS);
    assertThat(pass.turn(steps("mention(0, ['@leak'])")).tag()).isEqualTo(Tag.PASS);
    assertThat(pass.turn(List.of()).tag()).isEqualTo(Tag.CORRECT_ABSTENTION);
    TurnPass last = pass.turn(steps("post_tweet('Hello')"));

    // Two mentions of the one list: the policy's and the ground truth's.
    assertThat(last.policy().get(0).get(0).text()).contains("[\"@leak\", \"@leak\"]");
    assertThat(last.tag()).isEqualTo(Tag.PASS);
    assertThat(trace(program, DAY).turn(0)).isNotNull();
    assertThat(trace(program, DAY).turn(1)).isNull();
    assertThat(trace(program, DAY).turn(2)).isNull();
  }

  @Test
  void aTracedTurnIsThatOfAnExecutionInThePolicysWorld() {
    TaskProgram program =
        program("TravelAPI", List.of(List.of("get_all_credit_cards()"), List.of(VERIFY)));
    SharedWorld changed = world();
    changed.defaultTags().add("seen by both sides");
    GroundTruthSide traced = new GroundTruthSide(program, "model", world(), trace(program, DAY));
    GroundTruthSide executed = new GroundTruthSide(program, "model", changed, trace(program, DAY));

    for (int turn = 0; turn < 2; turn++) {
      GroundTruthTurn seen = traced.turn(turn);
      GroundTruthTurn expected = executed.turn(turn);
      assertThat(seen.texts()).isEqualTo(expected.texts());
      assertThat(StateCheck.equalWithPrivate(traced.instances(), executed.instances())).isTrue();
    }
  }

  private static SharedWorld world() {
    return new SharedWorld(LongContext.none(), DAY);
  }
}
