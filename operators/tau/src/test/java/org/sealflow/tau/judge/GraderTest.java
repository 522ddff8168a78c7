package org.sealflow.tau.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.tau.TestingMock.agent;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.tau.TestingMock;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.task.RewardPart;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

class GraderTest {
  private static final String CREATE =
      "'actions':[{'action_id':'a','name':'create_task',"
          + "'arguments':{'user_id':'ann','title':'Read'}}]";
  private static final Call CREATED = agent("create_task", "{'user_id':'ann','title':'Read'}");

  private final Grader grader = new Grader(null, true);

  @Test
  void anyPathToTheSameDataScores() {
    PreparedTask task = TestingMock.task("'evaluation_criteria':{" + CREATE + "}");
    Step looking = calls(agent("get_users", "{}"), agent("create_task", "{}"));
    Judgement judgement = grade(task, looking, calls(CREATED));
    assertThat(judgement.reward()).isEqualTo(1.0);
    assertThat(judgement.checks().dbMatch()).isTrue();
    assertThat(grade(task, looking).reward()).isEqualTo(0.0);
    assertThat(grade(task, calls(CREATED), calls(CREATED)).reward()).isEqualTo(0.0);
  }

  @Test
  void aConversationThatNobodyEndedScoresZeroUnchecked() {
    PreparedTask task = TestingMock.task("'evaluation_criteria':{" + CREATE + "}");
    Judgement judgement =
        grader.grade(task, new EndedConversation(List.of(calls(CREATED)), "max_steps", false));
    assertThat(judgement.reward()).isEqualTo(0.0);
    assertThat(judgement.notes().whole())
        .isEqualTo("Simulation terminated prematurely. Termination reason: max_steps");
    assertThat(judgement.breakdown()).isNull();
  }

  @Test
  void withoutCriteriaEveryConversationPasses() {
    assertThat(grade(TestingMock.task("'ticket':null")).passed()).isTrue();
  }

  @Test
  void assertionsInNaturalLanguageStayOpenWithoutAJudge() {
    PreparedTask task =
        TestingMock.task(
            "'evaluation_criteria':{"
                + CREATE
                + ",'nl_assertions':['is kind'],'reward_basis':['DB','NL_ASSERTION']}");
    Judgement open = grade(task, calls(CREATED));
    assertThat(open.reward()).isNull();
    assertThat(open.checks().openAssertions()).containsExactly("is kind");
    assertThat(open.breakdown()).containsExactly(Map.entry(RewardPart.DB, 1.0));
    assertThat(grade(task).reward()).isEqualTo(0.0);

    Grader judged = new Grader((steps, assertions) -> List.of(false), true);
    assertThat(judged.grade(task, conversation(calls(CREATED))).reward()).isEqualTo(0.0);
  }

  @Test
  void aBasisWithoutAssertionsNeedsNoJudge() {
    PreparedTask task =
        TestingMock.task(
            "'evaluation_criteria':{" + CREATE + ",'reward_basis':['DB','NL_ASSERTION']}");
    assertThat(grade(task, calls(CREATED)).reward()).isEqualTo(1.0);
  }

  @Test
  void theTextMustBeSaidByTheAgentAndOnlyWhatIsSaidLosesItsCommas() {
    PreparedTask task = TestingMock.task("'evaluation_criteria':{'communicate_info':['1628']}");
    assertThat(grade(task, says(Requestor.ASSISTANT, "It costs $1,628.00.")).passed()).isTrue();
    assertThat(grade(task, says(Requestor.USER, "It costs 1628.")).passed()).isFalse();
    PreparedTask comma = TestingMock.task("'evaluation_criteria':{'communicate_info':['1,628']}");
    assertThat(grade(comma, says(Requestor.ASSISTANT, "It costs 1,628.")).passed()).isFalse();
  }

  @Test
  void aRecordedResultThatIsNotFoundAgainEndsAStrictEvaluationOnly() {
    PreparedTask task = TestingMock.task("'evaluation_criteria':{" + CREATE + "}");
    Step drifted =
        new Step(
            Requestor.ASSISTANT,
            null,
            List.of(CREATED),
            List.of(new ToolAnswer("{\"task_id\": \"task_9\"}", false, null)));
    assertThat(grade(task, drifted).failure().text()).startsWith("Tool call: create_task(");
    Judgement lenient = new Grader(null, false).grade(task, conversation(drifted));
    assertThat(lenient.passed()).isTrue();
  }

  @Test
  void resultsAreComparedAsJsonAndForeignErrorTextsByTheirFlag() {
    Step same =
        new Step(
            Requestor.ASSISTANT,
            null,
            List.of(CREATED, agent("create_task", "{'user_id':'ann','title':5}")),
            List.of(
                new ToolAnswer(
                    "{\"title\":\"Read\",\"task_id\":\"task_2\",\"description\":null,"
                        + "\"status\":\"pending\"}",
                    false,
                    null),
                new ToolAnswer("Error: words of another version", true, null)));
    PreparedTask task = TestingMock.task("'evaluation_criteria':{" + CREATE + "}");
    assertThat(grade(task, same).passed()).isTrue();
  }

  @Test
  void anAssertionThatRaisesEndsTheEvaluation() {
    PreparedTask task =
        TestingMock.task(
            "'evaluation_criteria':{'env_assertions':[{'env_type':'assistant',"
                + "'func_name':'assert_task_status','arguments':"
                + "{'task_id':'task_2','expected_status':'pending'}}],"
                + "'reward_basis':['ENV_ASSERTION']}");
    assertThat(grade(task).failure())
        .isEqualTo(new Judgement.Failure("ValueError", "Task task_2 not found"));
    assertThat(grade(task, calls(CREATED)).passed()).isTrue();
  }

  @Test
  void aReferenceCallThatFailsIsIgnored() {
    PreparedTask task =
        TestingMock.task(
            "'evaluation_criteria':{'actions':[{'action_id':'a','name':'update_task_status',"
                + "'arguments':{'task_id':'nowhere','status':'completed'}}]}");
    assertThat(grade(task).checks().dbMatch()).isTrue();
  }

  @Test
  void aCallMatchesAnActionByItsOwnArgumentsWhoeverCalls() {
    Action action = new Action("a", new Call(Requestor.USER, "f", Map.of("x", 1L, "y", 2L)), null);
    assertThat(ActionCheck.matches(action, agent("f", "{}"))).isTrue();
    assertThat(ActionCheck.matches(action, agent("f", "{'x':1.0}"))).isTrue();
    assertThat(ActionCheck.matches(action, agent("f", "{'x':1,'y':2,'z':null}"))).isFalse();
    assertThat(ActionCheck.matches(action, agent("f", "{'x':2}"))).isFalse();
    assertThat(ActionCheck.matches(action, agent("g", "{}"))).isFalse();
    Action named = new Action("a", action.call(), List.of("y"));
    assertThat(ActionCheck.matches(named, agent("f", "{'x':9,'y':2}"))).isTrue();
    assertThat(ActionCheck.matches(named, agent("f", "{'x':1}"))).isFalse();
    Action any = new Action("a", action.call(), List.of());
    assertThat(ActionCheck.matches(any, agent("f", "{'x':9}"))).isTrue();
  }

  private Judgement grade(PreparedTask task, Step... steps) {
    return grader.grade(task, conversation(steps));
  }

  private static EndedConversation conversation(Step... steps) {
    return new EndedConversation(List.of(steps), "user_stop", false);
  }

  private static Step calls(Call... calls) {
    return new Step(Requestor.ASSISTANT, null, List.of(calls), List.of());
  }

  private static Step says(Requestor role, String text) {
    return new Step(role, text, List.of(), List.of());
  }
}
