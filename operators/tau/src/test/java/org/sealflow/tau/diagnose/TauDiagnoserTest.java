package org.sealflow.tau.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.tau.TestingMock;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.judge.Grader;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.replay.RecordedConversation;
import org.sealflow.tau.replay.Replayer;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;

/** Turns, parties and proofs on conversations of several turns. */
class TauDiagnoserTest {
  private static final String CREATE =
      "'user_scenario':{'instructions':'You are ann. Ask for a task named Agenda.'},"
          + "'evaluation_criteria':{'actions':[{'action_id':'a','name':'create_task',"
          + "'arguments':{'user_id':'ann','title':'Agenda'}}],'communicate_info':['task_2'],"
          + "'reward_basis':['DB','COMMUNICATE']}";

  private final List<Step> steps = new ArrayList<>();

  private void says(Requestor party, String text) {
    steps.add(new Step(party, text, List.of(), List.of()));
  }

  private void calls(Call call) {
    steps.add(new Step(call.requestor(), null, List.of(call), List.of()));
  }

  private void twoTurns() {
    says(Requestor.ASSISTANT, "Hi!");
    says(Requestor.USER, "I am ann.");
    says(Requestor.ASSISTANT, "What can I do for you?");
    says(Requestor.USER, "Make a task.");
  }

  private TauDiagnosis diagnose(String task, String termination) {
    PreparedTask prepared = TestingMock.task(task);
    return TauDiagnoser.diagnose(
        Replayer.replay(
            new RecordedConversation(
                "e", "mock", "t", new EndedConversation(steps, termination, false)),
            prepared,
            new Grader(null, false)));
  }

  private TauFailure onlyFailure() {
    TauDiagnosis diagnosis = diagnose(CREATE, "user_stop");
    assertThat(diagnosis.proven()).isTrue();
    assertThat(diagnosis.failures()).hasSize(1);
    assertThat(diagnosis.rootCause()).isSameAs(diagnosis.failures().get(0));
    return diagnosis.failures().get(0);
  }

  @Test
  void anEpisodeThatPassesHasNoDiagnosis() {
    twoTurns();
    calls(TestingMock.agent("create_task", "{'user_id':'ann','title':'Agenda'}"));
    says(Requestor.ASSISTANT, "It is task_2.");
    assertThat(diagnose(CREATE, "user_stop")).isNull();
  }

  @Test
  void anArgumentIsNamedWithBothValuesAndItsTurn() {
    twoTurns();
    calls(TestingMock.agent("create_task", "{'user_id':'ann','title':'Agend'}"));
    says(Requestor.ASSISTANT, "It is task_2.");
    says(Requestor.USER, "###STOP###");
    TauFailure failure = onlyFailure();
    assertThat(failure.kind()).isEqualTo(TurnFailure.ARGUMENT_MISMATCH);
    assertThat(failure.evidence()).isEqualTo(EvidenceKind.OTHER_VALUE);
    assertThat(failure.place()).isEqualTo(new TauFailure.Place(1, 0, null));
    assertThat(failure.arguments())
        .containsExactly(new TauFailure.Argument("title", "'Agenda'", "'Agend'"));
    assertThat(failure.origin()).isEqualTo(FailureOrigin.OWN);
    assertThat(failure.by()).isEqualTo(Responsible.AGENT);
  }

  @Test
  void aValueThatOnlyTheUserGaveAgainstItsScenarioIsTheUsersFault() {
    twoTurns();
    says(Requestor.USER, "Name it Minutes.");
    calls(TestingMock.agent("create_task", "{'user_id':'ann','title':'Minutes'}"));
    says(Requestor.ASSISTANT, "It is task_2.");
    TauFailure failure = onlyFailure();
    assertThat(failure.by()).isEqualTo(Responsible.USER);
    assertThat(failure.note()).contains("'Minutes'", "not in its scenario");
  }

  @Test
  void aValueThatTheAgentSaidFirstIsTheAgents() {
    twoTurns();
    says(Requestor.ASSISTANT, "Shall it be Minutes?");
    says(Requestor.USER, "Yes, Minutes.");
    calls(TestingMock.agent("create_task", "{'user_id':'ann','title':'Minutes'}"));
    says(Requestor.ASSISTANT, "It is task_2.");
    assertThat(onlyFailure().by()).isEqualTo(Responsible.AGENT);
  }

  @Test
  void theValueOfAScenarioIsTheAgentsToUseRightly() {
    twoTurns();
    says(Requestor.USER, "Agenda, please.");
    calls(TestingMock.agent("create_task", "{'user_id':'ann','title':'Agenda','description':'x'}"));
    says(Requestor.ASSISTANT, "It is task_2.");
    TauFailure failure = onlyFailure();
    assertThat(failure.by()).isEqualTo(Responsible.AGENT);
    assertThat(failure.arguments())
        .containsExactly(new TauFailure.Argument("description", null, "'x'"));
  }

  @Test
  void aTextThatWasNotSaidIsAWrongResponseOfTheLastTurn() {
    twoTurns();
    calls(TestingMock.agent("create_task", "{'user_id':'ann','title':'Agenda'}"));
    says(Requestor.ASSISTANT, "Done.");
    says(Requestor.USER, "###STOP###");
    TauFailure failure = onlyFailure();
    assertThat(failure.kind()).isEqualTo(TurnFailure.WRONG_RESPONSE);
    assertThat(failure.expected()).isEqualTo("task_2");
    assertThat(failure.place()).isEqualTo(new TauFailure.Place(1, null, null));
  }

  @Test
  void aUserWhoLeavesAsIfHandedOverIsToBlameForWhatIsMissing() {
    twoTurns();
    says(Requestor.ASSISTANT, "Your task_2 comes.");
    says(Requestor.USER, "###TRANSFER###");
    TauFailure failure = onlyFailure();
    assertThat(failure.kind()).isEqualTo(TurnFailure.MISSING_CALL);
    assertThat(failure.tool()).isEqualTo("create_task");
    assertThat(failure.by()).isEqualTo(Responsible.USER);
  }

  @Test
  void theEarliestFailureIsTheRootCauseAndHarmlessCallsAreNone() {
    twoTurns();
    calls(TestingMock.agent("get_users", "{}"));
    calls(TestingMock.agent("update_task_status", "{'task_id':'nope','status':'completed'}"));
    calls(TestingMock.agent("update_task_status", "{'task_id':'task_1','status':'completed'}"));
    says(Requestor.ASSISTANT, "task_2");
    says(Requestor.USER, "Go on.");
    calls(TestingMock.agent("create_task", "{'user_id':'ann','title':'A'}"));
    says(Requestor.ASSISTANT, "ok");
    TauDiagnosis diagnosis = diagnose(CREATE, "user_stop");
    assertThat(diagnosis.failures())
        .extracting(failure -> failure.kind() + " " + failure.place())
        .containsExactly(
            "SPURIOUS_CALL Place[turn=1, call=2, before=null]",
            "ARGUMENT_MISMATCH Place[turn=2, call=3, before=null]");
    assertThat(diagnosis.proven()).isTrue();
  }

  @Test
  void aCallThatFailsForAnEarlierFailureIsItsConsequence() {
    String twoSteps =
        "'evaluation_criteria':{'actions':[{'action_id':'a','name':'create_task',"
            + "'arguments':{'user_id':'ann','title':'Agenda'}},{'action_id':'b',"
            + "'name':'update_task_status','arguments':{'task_id':'task_2',"
            + "'status':'completed'}}],'reward_basis':['DB']}";
    twoTurns();
    calls(TestingMock.agent("create_task", "{'user_id':'bob','title':'Agenda'}"));
    calls(TestingMock.agent("update_task_status", "{'task_id':'task_2','status':'completed'}"));
    TauDiagnosis diagnosis = diagnose(twoSteps, "user_stop");
    assertThat(diagnosis.failures())
        .extracting(TauFailure::kind)
        .containsExactly(TurnFailure.ARGUMENT_MISMATCH);
    assertThat(diagnosis.consequences())
        .extracting(failure -> failure.place().call() + " " + failure.origin())
        .containsExactly("1 CASCADED");
  }

  @Test
  void aUsersCallIsTheUsersFaultOnlyIfNobodyCanHaveAskedForIt() {
    String nothing =
        "'evaluation_criteria':{'actions':[],'communicate_info':[],'reward_basis':['DB']}";
    says(Requestor.ASSISTANT, "Hi!");
    says(Requestor.USER, "Hello.");
    calls(TestingMock.user("dismiss_notification", "{'notification_id':'n1'}"));
    TauFailure unasked = diagnose(nothing, "user_stop").failures().get(0);
    assertThat(unasked.kind()).isEqualTo(TurnFailure.SPURIOUS_CALL);
    assertThat(unasked.by()).isEqualTo(Responsible.USER);

    steps.clear();
    says(Requestor.USER, "Hello.");
    says(Requestor.ASSISTANT, "Please look at your phone.");
    calls(TestingMock.user("dismiss_notification", "{'notification_id':'n1'}"));
    TauFailure asked = diagnose(nothing, "user_stop").failures().get(0);
    assertThat(asked.by()).isEqualTo(Responsible.UNDETERMINED);
    assertThat(asked.note()).contains("may have asked");
  }

  @Test
  void whatAPrematureEndCutOffIsNoFailureOfItsOwn() {
    twoTurns();
    TauDiagnosis cut = diagnose(CREATE, "max_steps");
    assertThat(cut.end()).isEqualTo(new EarlyEnd("max_steps", Responsible.UNDETERMINED));
    assertThat(cut.failures()).isEmpty();

    calls(TestingMock.agent("create_task", "{'user_id':'ann','title':'A'}"));
    TauDiagnosis wrong = diagnose(CREATE, "agent_error");
    assertThat(wrong.end()).isEqualTo(new EarlyEnd("agent_error", Responsible.AGENT));
    assertThat(wrong.failures())
        .extracting(TauFailure::kind)
        .containsExactly(TurnFailure.ARGUMENT_MISMATCH);
  }

  @Test
  void tooManyErrorsAreThePartysWhoseCallsAloneFailed() {
    twoTurns();
    calls(TestingMock.agent("update_task_status", "{'task_id':'nope','status':'completed'}"));
    assertThat(diagnose(CREATE, "too_many_errors").end().by()).isEqualTo(Responsible.AGENT);
    calls(TestingMock.user("nothing", "{}"));
    assertThat(diagnose(CREATE, "too_many_errors").end().by()).isEqualTo(Responsible.UNDETERMINED);
  }
}
