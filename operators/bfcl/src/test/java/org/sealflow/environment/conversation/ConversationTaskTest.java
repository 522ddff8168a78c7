package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.environment.conversation.TestingDesk.call;
import static org.sealflow.environment.conversation.TestingDesk.user;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.verify.BfclConversations;

class ConversationTaskTest {
  private static Task revealing(List<List<Task.Message>> turns, int turn, String tool) {
    return new Task(
        "t_1",
        turns,
        TestingDesk.TASK.involvedClasses(),
        TestingDesk.TASK.initialConfiguration(),
        Map.of(turn, List.of(tool)),
        TestingDesk.TASK.groundTruth());
  }

  @Test
  void aTaskRevealsToolsOnlyInALaterTurnWithoutMessages() {
    for (int turn : new int[] {-1, 0, 2, 3}) {
      List<List<Task.Message>> turns = List.of(List.of(), List.of(), List.of(user("Thank you.")));
      assertThatThrownBy(() -> TestingDesk.ready(revealing(turns, turn, "wc")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "task t_1 reveals tools in turn "
                  + turn
                  + "; expected a turn from 1 to 2 without messages");
    }
  }

  @Test
  void aWithheldToolWithoutDocumentationIsLeftOut() {
    Task task = revealing(TestingDesk.TASK.turns(), 1, "du");
    Conversation conversation = TestingDesk.start(task, Rules.of(null), Presentation.plain());
    assertThat(conversation.opening().get(0).content()).contains("\"wc\"");
    assertThat(conversation.step("").reply().content()).startsWith("[]\nI have updated");
    assertThat(conversation.step(call("du", "{}")).refusal()).isNotNull();
  }

  @Test
  void withoutToolsTheSystemMessageIsEmptyAndEveryCallRefused() {
    ConversationTask task =
        BfclConversations.of(
            TestingDesk.withTurns(List.of(List.of())),
            List.of(),
            LongContext.none(),
            PromptStyles.qwenFunctionCalling());
    Conversation conversation =
        Conversation.start(task, Rules.of(null), Presentation.plain(), TestingDesk.MODEL, null);
    assertThat(conversation.opening())
        .containsExactly(new EnvironmentMessage("system", ""), new EnvironmentMessage("user", ""));
    assertThat(conversation.step(call("cat", "{}")).refusal()).isNotNull();
  }
}
