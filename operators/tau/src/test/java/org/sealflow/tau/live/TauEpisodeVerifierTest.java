package org.sealflow.tau.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.StatementJudge;
import org.sealflow.environment.Tag;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.UserAction;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.environment.World;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.TurnJudgement;

class TauEpisodeVerifierTest {
  @TempDir static Path directory;
  private static TaskFolder folder;

  private EpisodeVerifier verifier;

  @BeforeAll
  static void readTasks() throws Exception {
    folder = new TauEnvironment().read(TestingFolder.write(directory));
  }

  @BeforeEach
  void begin() {
    begin(TestingFolder.AGENDA);
  }

  private void begin(String task) {
    begin(task, null);
  }

  private void begin(String task, @Nullable StatementJudge judge) {
    verifier = folder.ready(task).verifier(new RulesInForce(false, judge), "policy", null, false);
  }

  private void playKindWords(@Nullable StatementJudge judge) {
    begin("mock_kind-words", judge);
    user("Please make a task Agenda for Ann.");
    turn("It is task_2.", TestingFolder.CREATE);
    user("###STOP###");
  }

  private void user(String text) {
    verifier.userActs(List.of(), new UserAction(text, List.of(), List.of()));
  }

  private void turn(String said, String... calls) {
    PolicyStep called = PolicyStep.of(List.of(calls));
    PolicyStep spoke = new PolicyStep(List.of(), List.of(), null, List.of(), said);
    assertThat(verifier.endTurn(calls.length == 0 ? List.of(spoke) : List.of(called, spoke)))
        .isNull();
  }

  private List<VerifiedTurn> end() {
    verifier.ends(EndReason.COMPLETED, null);
    return verifier.endEpisode();
  }

  @Test
  void anEpisodeThatDoesWhatTheReferenceDoesPasses() {
    user("I am Ann. Please make a task Agenda.");
    turn("It is task_2.", TestingFolder.CREATE);
    user("Thanks. ###STOP###");
    List<VerifiedTurn> turns = end();
    VerifiedEpisode episode = verifier.episode();
    assertThat(episode.official().valid()).isTrue();
    assertThat(episode.turns().tags()).containsExactly(Tag.PASS);
    assertThat(episode.turns().judgements()).containsExactly(TurnJudgement.RIGHT);
    assertThat(episode.progress().share()).isEqualTo(1);
    assertThat(turns.get(0).calls().truth().get(0).text()).isEqualTo(TestingFolder.CREATE);
    assertThat(turns.get(0).calls().made().get(0).result()).contains("task_2");
    assertThat(verifier.repair()).isNull();
  }

  @Test
  void theTurnOfTheWrongCallIsTheRootCauseAndItsRepairIsTheArgument() {
    user("Hello.");
    turn("What can I do?");
    user("Please make a task Agenda for Ann.");
    turn("It is task_2.", "create_task(user_id='ann', title='Diary')");
    user("###STOP###");
    List<VerifiedTurn> turns = end();
    VerifiedEpisode episode = verifier.episode();
    assertThat(episode.official().valid()).isFalse();
    assertThat(episode.official().errorType()).isEqualTo("reward:db");
    assertThat(episode.turns().tags()).containsExactly(Tag.CORRECT_ABSTENTION, Tag.STATE_MISMATCH);
    assertThat(episode.turns().judgements())
        .containsExactly(TurnJudgement.RIGHT, TurnJudgement.WRONG);
    assertThat(episode.turns().firstDeviating()).isEqualTo(1);
    assertThat(episode.soundness().environmentFault()).isNull();
    VerifiedTurn failed = turns.get(1);
    assertThat(failed.deviation().proved().failure()).isEqualTo(TurnFailure.ARGUMENT_MISMATCH);
    assertThat(failed.deviation().proved().origin()).isEqualTo(FailureOrigin.OWN);
    assertThat(failed.deviation().proved().evidence().get(0).getArgument()).isEqualTo("title");
    assertThat(failed.deviation().proved().evidence().get(0).getStep()).isZero();
    assertThat(verifier.repair().getOutcome()).isEqualTo(RepairOutcome.FOUND);
    assertThat(verifier.repair().getEdits().get(0).getKind()).isEqualTo(EditKind.REPLACE);
    assertThat(verifier.repair().getEdits().get(0).getTurn()).isEqualTo(1);
    assertThat(verifier.repair().getEdits().get(0).getArguments().get(0).getWanted())
        .isEqualTo("'Agenda'");
  }

  @Test
  void whatWasNotSaidFailsTheLastTurnAndNoEditOfCallsMendsIt() {
    user("Please make a task Agenda for Ann.");
    turn("Done.", TestingFolder.CREATE);
    user("###STOP###");
    List<VerifiedTurn> turns = end();
    assertThat(turns.get(0).tag()).isEqualTo(Tag.RESPONSE_MISMATCH);
    assertThat(turns.get(0).deviation().proved().evidence().get(0).getExpected())
        .isEqualTo("task_2");
    assertThat(verifier.episode().official().errorType()).isEqualTo("reward:communicate");
    assertThat(verifier.repair().getOutcome()).isEqualTo(RepairOutcome.NONE_FOUND);
  }

  @Test
  void whatAJudgeFindsMetPassesAndIsAskedInWords() {
    List<String> asked = new ArrayList<>();
    playKindWords(
        (instruction, question, statements) -> {
          asked.add(question);
          assertThat(statements).containsExactly("The agent is kind.");
          return List.of(true);
        });
    end();
    assertThat(verifier.episode().official().valid()).isTrue();
    assertThat(asked).singleElement().asString().contains("It is task_2.", "The agent is kind.");
  }

  @Test
  void whatAJudgeFindsUnmetFailsTheLastTurnByItsWordAlone() {
    playKindWords((instruction, question, statements) -> List.of(false));
    List<VerifiedTurn> turns = end();
    VerifiedEpisode episode = verifier.episode();
    assertThat(episode.official().valid()).isFalse();
    assertThat(episode.official().errorType()).isEqualTo("reward:nl_assertion");
    assertThat(episode.turns().firstDeviating()).isZero();
    assertThat(episode.turns().judgements()).containsExactly(TurnJudgement.UNJUDGED);
    Evidence evidence = turns.get(0).deviation().proved().evidence().get(0);
    assertThat(evidence.getExpected()).isEqualTo("The agent is kind.");
    assertThat(evidence.getNote()).contains("the judge of natural language");
    assertThat(verifier.repair().getOutcome()).isEqualTo(RepairOutcome.NONE_FOUND);
  }

  @Test
  void withoutAWholeDecisionAssertionsStayOpen() {
    playKindWords((instruction, question, statements) -> null);
    end();
    assertThat(verifier.episode().official().valid()).isNull();
    assertThat(verifier.episode().soundness().environmentFault())
        .isEqualTo("its natural-language assertions need a judge");
  }

  @Test
  void theTextOfACallIsNotSaid() {
    user("Please make a task Agenda for Ann.");
    verifier.endTurn(
        List.of(
            new PolicyStep(
                List.of(TestingFolder.CREATE),
                List.of(),
                null,
                List.of(),
                "<tool_call>{\"note\": \"task_2\"}</tool_call>")));
    end();
    assertThat(verifier.episode().official().errorType()).isEqualTo("reward:communicate");
  }

  @Test
  void aMissingCallIsInsertedAtTheEndOfTheTurn() {
    user("Please make a task Agenda for Ann.");
    turn("It is task_2.");
    user("###STOP###");
    List<VerifiedTurn> turns = end();
    assertThat(turns.get(0).tag()).isEqualTo(Tag.EMPTY_TURN_MODEL_RESPONSE);
    assertThat(turns.get(0).deviation().proved().failure()).isEqualTo(TurnFailure.MISSING_CALL);
    assertThat(verifier.repair().getEdits()).hasSize(1);
    assertThat(verifier.repair().getEdits().get(0).getWantedText()).isEqualTo(TestingFolder.CREATE);
    assertThat(verifier.repair().getEdits().get(0).getStep()).isNull();
  }

  @Test
  void aFaultOfTheUserSaysNothingAboutThePolicy() {
    user("Please make a task Agenda for Ann.");
    turn("A moment.");
    user("###TRANSFER###");
    List<VerifiedTurn> turns = end();
    VerifiedEpisode episode = verifier.episode();
    assertThat(episode.soundness().environmentFault())
        .isEqualTo(
            "the simulated user failed it: the user left as if handed over to a human; nobody did");
    assertThat(episode.turns().judgements()).containsExactly(TurnJudgement.UNJUDGED);
    assertThat(episode.turns().firstDeviating()).isEqualTo(-1);
    assertThat(turns.get(0).deviation().proved().evidence().get(0).getNote())
        .startsWith("by the user: ");
  }

  @Test
  void aTurnThatTheUserCutShortIsAlsoATurn() {
    user("Please make a task Agenda for Ann.");
    PolicyStep called = PolicyStep.of(List.of(TestingFolder.CREATE));
    UserAction leaves = new UserAction("###STOP###", List.of(), List.of());
    verifier.userActs(List.of(called), leaves);
    assertThat(end()).extracting(VerifiedTurn::tag).containsExactly(Tag.RESPONSE_MISMATCH);
    assertThat(verifier.episode().turns().judgements()).containsExactly(TurnJudgement.WRONG);
  }

  @Test
  void anEpisodeThatRestsOnLanguageIsOpen() {
    begin("mock_kind-words");
    user("Please make a task Agenda for Ann.");
    turn("Gladly.", TestingFolder.CREATE);
    user("###STOP###");
    end();
    assertThat(verifier.episode().official().valid()).isNull();
    assertThat(verifier.episode().soundness().environmentFault())
        .isEqualTo("its natural-language assertions need a judge");
  }

  @Test
  void anAttemptThatWasCutOffFailsByItsEnd() {
    user("Please make a task Agenda for Ann.");
    turn("It is task_2.", TestingFolder.CREATE);
    verifier.ends(EndReason.STEP_LIMIT, null);
    verifier.endEpisode();
    assertThat(verifier.episode().official().valid()).isFalse();
    assertThat(verifier.episode().official().errorType()).isEqualTo("premature:max_steps");
    assertThat(verifier.episode().turns().firstDeviating()).isEqualTo(-1);
    assertThat(verifier.episode().progress().terminatedEarly()).isTrue();
  }

  @Test
  void aResultThatIsNotFoundAgainIsDrift() {
    user("Please make a task Agenda for Ann.");
    PolicyStep called = PolicyStep.of(List.of(TestingFolder.CREATE)).with(List.of("task_3"));
    verifier.endTurn(List.of(called));
    List<VerifiedTurn> turns = end();
    assertThat(verifier.episode().soundness().drifted()).isTrue();
    assertThat(turns.get(0).calls().drift().get(0).recorded()).isEqualTo("task_3");
  }

  @Test
  void aPolicyThatPlaysAloneIsScoredWithoutAUser() {
    begin("mock-solo_agenda");
    turn("task_2 ###STOP###", TestingFolder.CREATE);
    end();
    assertThat(verifier.episode().official().valid()).isTrue();
  }

  @Test
  void callsOfNoToolAndCallsThatAreNoneAreToldApart() {
    user("Please make a task Agenda for Ann.");
    turn("It is task_2.", "make(x=1)", "create_task(", TestingFolder.CREATE);
    user("###STOP###");
    List<VerifiedTurn> turns = end();
    assertThat(turns.get(0).calls().made().stream().map(call -> call.status().name()))
        .containsExactly("UNKNOWN_NAME", "SUCCEEDED", "MALFORMED");
    assertThat(verifier.episode().turns().judgements()).containsExactly(TurnJudgement.WRONG);
  }

  @Test
  void aCopyOfAWorldSeesNoLaterCall() {
    ReadyTask task = folder.ready(TestingFolder.AGENDA);
    World world = task.world("policy", null);
    World copy = world.copy();
    assertThat(world.execute(TestingFolder.CREATE).text()).contains("task_2");
    assertThat(world.state()).isNotEqualTo(copy.state());
    assertThat(copy.execute(TestingFolder.CREATE).text()).contains("task_2");
    assertThat(world.state()).isEqualTo(copy.state());
  }
}
