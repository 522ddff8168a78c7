package org.sealflow.tau.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.DialogueLimits;
import org.sealflow.environment.conversation.EnvironmentMessage;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.environment.conversation.ExecutedCall;
import org.sealflow.environment.conversation.ParserOptions;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.environment.conversation.UserOutcome;
import org.sealflow.tau.world.Call;

class TauDialogueTest {
  private static final String CREATE =
      call("create_task", "\"user_id\": \"ann\", \"title\": \"Agenda\"");
  private static final String DISMISS = call("dismiss_notification", "\"notification_id\": \"n1\"");
  private static final String FAILING =
      call("update_task_status", "\"task_id\":\"x\",\"status\":\"completed\"");

  @TempDir static Path directory;
  private static TaskFolder folder;

  private Conversation conversation;

  @BeforeAll
  static void readTasks() throws Exception {
    folder = new TauEnvironment().read(TestingFolder.writeWithNotice(directory));
  }

  @BeforeEach
  void begin() {
    begin(TestingFolder.AGENDA, Presentation.plain());
  }

  private void begin(String task, Presentation presentation) {
    begin(task, Rules.of(StepLimit.BFCL), presentation);
  }

  private void begin(String task, Rules rules, Presentation presentation) {
    conversation =
        Conversation.start(
            folder.ready(task).conversations(PromptStyles.qwenFunctionCalling()),
            rules,
            presentation,
            "policy",
            null);
  }

  private static String call(String tool, String arguments) {
    return "<tool_call>\n{\"name\": \""
        + tool
        + "\", \"arguments\": {"
        + arguments
        + "}}\n</tool_call>";
  }

  private List<String> roles() {
    return conversation.unanswered().stream().map(EnvironmentMessage::role).toList();
  }

  private String heard() {
    List<EnvironmentMessage> messages = conversation.unanswered();
    return messages.get(messages.size() - 1).content();
  }

  @Test
  void theUserSpeaksFirstAndKnowsItsScenarioAndTheGreeting() {
    assertThat(conversation.awaitsUser()).isTrue();
    assertThat(roles()).containsExactly("system", "user");
    assertThat(conversation.unanswered().get(0).content()).contains("You are Ann.");
    assertThat(heard()).isEqualTo(EpisodeTold.GREETING);
  }

  @Test
  void thePolicyIsToldItsRulesItsToolsTheGreetingAndWhatTheUserSaid() {
    UserOutcome said = conversation.userStep("Make a task Agenda, please.");
    assertThat(said.turn()).isZero();
    assertThat(said.text()).isEqualTo("Make a task Agenda, please.");
    assertThat(roles()).containsExactly("system", "assistant", "user");
    assertThat(conversation.unanswered().get(0).content())
        .contains("Make the tasks that are asked for.", "create_task", "<tools>")
        .doesNotContain("You are Ann.", "dismiss_notification");
    assertThat(heard()).isEqualTo("Make a task Agenda, please.");
  }

  @Test
  void wordsOfThePolicyEndItsTurnAndReachTheUser() {
    conversation.userStep("Make a task Agenda, please.");
    StepOutcome called = conversation.step("On it.\n" + CREATE);
    assertThat(called.calls()).containsExactly(TestingFolder.CREATE);
    assertThat(called.turnEnded()).isFalse();
    assertThat(heard()).contains("<tool_response>", "task_2");
    StepOutcome spoke = conversation.step("It is task_2.");
    assertThat(spoke.turn()).isZero();
    assertThat(spoke.step()).isEqualTo(1);
    assertThat(spoke.turnEnded()).isTrue();
    assertThat(conversation.awaitsUser()).isTrue();
    assertThat(roles()).containsExactly("user");
    assertThat(heard()).isEqualTo("It is task_2.");
    assertThat(conversation.userStep("And another one.").turn()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"from", "user-id", "class"})
  void anArgumentThatIsNoIdentifierOfPythonDoesNotFitTheTool(String name) {
    conversation.userStep("Make a task Agenda, please.");
    StepOutcome called =
        conversation.step(call("create_task", "\"title\": \"x\", \"" + name + "\": 1"));
    assertThat(called.executed())
        .extracting(ExecutedCall::result)
        .containsExactly(
            "Error: MockTools.create_task() got an unexpected keyword argument '" + name + "'");
    Call told = told(called);
    assertThat(told.name()).isEqualTo("create_task");
    assertThat(told.arguments()).isEqualTo(Map.of("title", "x", name, 1L));
  }

  /** The only call of an answer, as a verifier is told it. */
  private static Call told(StepOutcome called) {
    EpisodeTold told = new EpisodeTold(true);
    told.endTurn(List.of(PolicyStep.of(called.calls())));
    assertThat(told.turns().get(0).refused()).isEmpty();
    return told.steps().get(0).calls().get(0);
  }

  @Test
  void numbersThatJsonDoesNotHaveReachTheTool() {
    conversation.userStep("Make a task Agenda, please.");
    StepOutcome called =
        conversation.step(call("create_task", "\"user_id\": \"ann\", \"title\": [NaN, 1e999]"));
    assertThat(called.executed().get(0).result()).startsWith("Error: 1 validation error for Task");
    assertThat(told(called).arguments().get("title"))
        .isEqualTo(List.of(Double.NaN, Double.POSITIVE_INFINITY));
  }

  @Test
  void aRefusedCallIsWrittenAsTheWorldReadsIt() {
    conversation.userStep("Make a task Agenda, please.");
    StepOutcome refused =
        conversation.step(
            call("create_task", "\"from\": 1") + "\n<tool_call>{\"name\": \"\"}</tool_call>");
    assertThat(refused.rejectedCalls())
        .contains("{\"name\":\"create_task\",\"arguments\":{\"from\":1}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"###STOP###", "Bye. ###TRANSFER###", "###OUT-OF-SCOPE### sorry"})
  void aStopTokenAnywhereInTheUsersWordsEndsTheEpisode(String words) {
    assertThat(conversation.userStep(words).end()).isEqualTo(EpisodeEnd.COMPLETED);
    assertThat(conversation.end()).isEqualTo(EpisodeEnd.COMPLETED);
    assertThat(conversation.awaitsUser()).isFalse();
  }

  @Test
  void theUsersToolsRunInThePolicysWorldAndThePolicyDoesNotSeeIt() {
    conversation.userStep("What is there to do?");
    conversation.step("Dismiss the notice, please.");
    UserOutcome acted = conversation.userStep("###STOP###" + DISMISS);
    assertThat(acted.executed().get(0).result()).contains("Notification n1 dismissed");
    assertThat(acted.end()).as("a message with calls stops nothing").isNull();
    assertThat(conversation.awaitsUser()).isTrue();
    assertThat(heard()).contains("<tool_response>", "n1 dismissed");
    conversation.userStep("I did.");
    assertThat(conversation.unanswered()).hasSize(1);
    assertThat(heard()).isEqualTo("I did.");
  }

  @Test
  void aToolOfTheUserThatIsNotThereAnswersSo() {
    conversation.userStep("Hello.");
    conversation.step("Hello.");
    assertThat(conversation.userStep(call("fly", "")).executed().get(0).result())
        .isEqualTo("Error: Tool 'fly' not found.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", "<tool_call>\n{\"name\": 1}\n</tool_call>", "<tool_call>{"})
  void aUserThatSaysNothingOrCallsWronglyIsRefusedInOneLine(String answer) {
    assertThatThrownBy(() -> conversation.userStep(answer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the simulated user")
        .message()
        .hasLineCount(1);
  }

  @Test
  void nobodySpeaksOutOfTurn() {
    assertThatThrownBy(() -> conversation.step("Hello."))
        .hasMessageEndingWith("the user is to speak first");
    conversation.userStep("Hello.");
    assertThatThrownBy(() -> conversation.userStep("Hello?"))
        .hasMessageEndingWith("the policy is to answer, not the user");
  }

  @Test
  void anEmptyAnswerIsRefusedAndThePolicyMaySpeakAgain() {
    conversation.userStep("Hello.");
    StepOutcome silent = conversation.step(" ");
    assertThat(silent.refusal()).isNotNull();
    assertThat(silent.turnEnded()).isFalse();
    assertThat(conversation.awaitsUser()).isFalse();
    assertThat(heard()).contains("The answer is empty");
    assertThat(conversation.step("Hello.").turnEnded()).isTrue();
  }

  @Test
  void tenFailedCallsOfBothPartiesEndTheEpisode() {
    conversation.userStep("Go.");
    for (int i = 0; i < 8; i++) {
      assertThat(conversation.step(FAILING).end()).isNull();
    }
    conversation.step("Your turn.");
    assertThat(conversation.userStep(call("fly", "")).end()).isNull();
    assertThat(conversation.userStep(call("fly", "")).end()).isEqualTo(EpisodeEnd.ERROR_LIMIT);
  }

  @Test
  void theLastAllowedMessageEndsTheEpisode() {
    for (int i = 0; i < 199; i++) {
      EpisodeEnd end =
          conversation.awaitsUser()
              ? conversation.userStep("More.").end()
              : conversation.step("Well.").end();
      assertThat(end).isNull();
    }
    conversation.awaitsUser();
    assertThat(conversation.step("Well.").end()).isEqualTo(EpisodeEnd.STEP_LIMIT);
  }

  @Test
  void aCallAndItsResultAreTwoMessages() {
    conversation.userStep("Go.");
    for (int i = 0; i < 99; i++) {
      assertThat(conversation.step(call("get_users", "")).end()).isNull();
    }
    assertThat(conversation.step("Well.").end()).isEqualTo(EpisodeEnd.STEP_LIMIT);
  }

  @Test
  void whoIsAloneIsToldTheTicketAndEndsWithDone() {
    begin(TestingFolder.ALONE, Presentation.plain());
    assertThat(conversation.awaitsUser()).isFalse();
    assertThat(roles()).containsExactly("system");
    assertThat(heard()).contains("Make a task Agenda for ann.", "Make the task of the ticket.");
    conversation.step(CREATE);
    StepOutcome done = conversation.step(DISMISS + "\n" + call("done", ""));
    assertThat(done.end()).isEqualTo(EpisodeEnd.COMPLETED);
    assertThat(done.executed()).as("other calls of that message are dropped").isEmpty();
  }

  @Test
  void whoIsAloneHasTheUsersTools() {
    begin(TestingFolder.ALONE, Presentation.plain());
    assertThat(conversation.step(DISMISS).executed().get(0).result()).contains("n1 dismissed");
  }

  @Test
  void wordsToNobodyEndTheEpisodeAsAnErrorUnlessTheyHoldTheStopToken() {
    begin(TestingFolder.ALONE, Presentation.plain());
    assertThat(conversation.step("Hello?").end()).isEqualTo(EpisodeEnd.SPOKE_ALONE);
    begin(TestingFolder.ALONE, Presentation.plain());
    assertThat(conversation.step("###STOP###").end()).isEqualTo(EpisodeEnd.COMPLETED);
  }

  @Test
  void aScriptedPolicyThatIsAloneEndsAsTheBenchmarkAsks() {
    begin(TestingFolder.ALONE, Presentation.plain());
    String closing = folder.ready(TestingFolder.ALONE).closing();
    assertThat(conversation.step(closing).end()).isEqualTo(EpisodeEnd.COMPLETED);
    assertThat(folder.ready(TestingFolder.AGENDA).closing()).isEqualTo("Done.");
  }

  @Test
  void theLimitsAreRules() {
    Rules few = new Rules(true, null, false, ParserOptions.DEFAULTS, new DialogueLimits(3, 1));
    begin(TestingFolder.AGENDA, few, Presentation.plain());
    conversation.userStep("Go.");
    assertThat(conversation.step("Well.").end()).isNull();
    assertThat(conversation.userStep("Go on.").end()).isEqualTo(EpisodeEnd.STEP_LIMIT);
    begin(TestingFolder.AGENDA, few, Presentation.plain());
    conversation.userStep("Go.");
    assertThat(conversation.step(FAILING).end()).isEqualTo(EpisodeEnd.ERROR_LIMIT);
  }

  @Test
  void aHintIsShownToThePolicyAndNotToTheUser() {
    begin(TestingFolder.AGENDA, new Hints());
    conversation.userStep("Go.");
    conversation.step(FAILING);
    assertThat(heard()).contains("[hint] update_task_status");
    conversation.step("Your turn.");
    conversation.userStep(DISMISS);
    assertThat(heard()).doesNotContain("[hint]");
  }

  @Test
  void aHistoryIsTheBeginningAndEachSeesItsOwnCallsOnly() {
    begin(TestingFolder.HISTORY, Presentation.plain());
    assertThat(conversation.awaitsUser()).isTrue();
    assertThat(roles()).containsExactly("system", "assistant", "user");
    assertThat(heard()).isEqualTo("It is task_2.");
    conversation.userStep("Thanks.");
    assertThat(roles()).containsExactly("system", "user", "assistant", "user", "assistant", "user");
    assertThat(conversation.unanswered().get(2).content()).isEqualTo(CREATE);
    assertThat(conversation.unanswered().get(3).content()).contains("<tool_response>", "task_2");
  }

  @Test
  void theScriptSaysTheScenarioDoesTheUsersPartAndStops() {
    assertThat(folder.ready(TestingFolder.NOTICE).userScript())
        .containsExactly(
            "You are Ann. Ask for a task named Agenda.",
            DISMISS,
            "I have done my part.",
            "###STOP###");
    assertThat(folder.ready(TestingFolder.ALONE).userScript()).isEmpty();
  }

  private record Hints() implements Presentation {
    @Override
    public ToolDoc present(ToolDoc tool) {
      return tool;
    }

    @Override
    public List<String> guidelines() {
      return List.of();
    }

    @Override
    public Optional<String> hintAfter(String tool, String call, String result) {
      return Optional.of("[hint] " + tool);
    }

    @Override
    public Optional<String> hintAfterParseError(String error, List<String> tools) {
      return Optional.empty();
    }
  }
}
