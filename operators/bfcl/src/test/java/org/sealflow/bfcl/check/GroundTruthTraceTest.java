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
            true,
            "access_token",
            "token",
            "token_expires_in",
            2L);
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

  private static final String CARDS = "get_all_credit_cards()";
  private static final String CANCEL = "cancel_booking('token', 'booking1')";

  /**
   * A long task of travels: both sides hold one card of 5, with which a flight for 900 was paid.
   */
  private static TaskProgram travels(String... groundTruth) {
    PyDict card = PyDict.of("balance", 5.0);
    PyDict booking = PyDict.of("card_id", "card1", "travel_cost", 900.0);
    LongContext constants =
        new LongContext(
            Map.of(
                "CREDIT_CARD_EXTENSION",
                PyDict.of("card1", card),
                "BOOKING_RECORD_EXTENSION",
                PyDict.of("booking1", booking)));
    return program("traced_long_context_0", "TravelAPI", steps(groundTruth), constants);
  }

  @Test
  void aPolicyThatChangesACardOfBothSidesIsComparedInItsOwnWorld() {
    TaskProgram program = travels(CARDS, CARDS);
    EpisodePass pass = new EpisodePass(program, "model", DAY);
    EpisodePass undisturbed = new EpisodePass(program, "model", DAY);

    pass.turn(steps(CARDS));
    undisturbed.turn(steps(CARDS));
    TurnPass disturbed = pass.turn(steps(CANCEL, CARDS));
    TurnPass other = undisturbed.turn(steps(CARDS));

    assertThat(disturbed.truth().get(0).text()).contains("905.0");
    assertThat(disturbed.tag()).isEqualTo(Tag.STATE_MISMATCH);
    assertThat(other.truth().get(0).text()).contains("5.0").doesNotContain("905.0");
    assertThat(other.tag()).isEqualTo(Tag.PASS);
    assertThat(trace(program, DAY).repeated(1)).isNotNull();
  }

  @Test
  void aGroundTruthThatChangesACardOfBothSidesIsExecutedInEachPolicysWorld() {
    TaskProgram program = travels(CARDS, CANCEL, CARDS);
    EpisodePass pass = new EpisodePass(program, "model", DAY);

    assertThat(pass.turn(steps(CARDS)).tag()).isEqualTo(Tag.PASS);
    assertThat(pass.turn(steps(CANCEL)).tag()).isEqualTo(Tag.PASS);
    TurnPass last = pass.turn(steps(CARDS));

    // Both gave the one card the price of their booking back.
    assertThat(last.policy().get(0).get(0).text()).contains("1805.0");
    assertThat(last.tag()).isEqualTo(Tag.PASS);
    assertThat(trace(program, DAY).turn(0)).isNotNull();
    assertThat(trace(program, DAY).turn(1)).isNull();
  }

  @Test
  void whatTheGroundTruthDidWithACardStaysDoneWhereAPolicyChangesTheCardLater() {
    String book =
        "book_flight('token', 'card1', '2026-01-20', 'RMS', 'SBK', travel_class='economy')";
    TaskProgram program = travels(book, "get_booking_history('token')");
    EpisodePass pass = new EpisodePass(program, "model", DAY);

    TurnPass first = pass.turn(steps(book));
    TurnPass second = pass.turn(steps(CANCEL, book));

    assertThat(first.truth().get(0).text()).contains("Insufficient funds");
    assertThat(second.policy().get(1).get(0).text()).contains("\"booking_status\": true");
    assertThat(second.truth().get(0).text()).contains("booking1").doesNotContain("RMS");
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
    GroundTruthSide traced = side(program, new SharedWorld(LongContext.none(), DAY));
    SharedWorld changed = new SharedWorld(LongContext.none(), DAY);
    changed.defaultTags().add("seen by both sides");
    GroundTruthSide executed = side(program, changed);

    for (int turn = 0; turn < 2; turn++) {
      GroundTruthTurn seen = traced.turn(turn);
      GroundTruthTurn expected = executed.turn(turn);
      assertThat(seen.texts()).isEqualTo(expected.texts());
      assertThat(StateCheck.equalWithPrivate(traced.instances(), executed.instances())).isTrue();
    }
  }

  private static GroundTruthSide side(TaskProgram program, SharedWorld world) {
    return new GroundTruthSide(
        program.groundTruth(), program.policySide("model", world), trace(program, DAY));
  }
}
