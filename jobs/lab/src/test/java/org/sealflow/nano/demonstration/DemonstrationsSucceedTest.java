package org.sealflow.nano.demonstration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.verify.BfclConversations;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.bfcl.verify.BfclVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.ConversationTask;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepOutcome;

/** Plays all demonstrations in the plain environment with all tools: each succeeds. */
class DemonstrationsSucceedTest {
  private static final String MODEL = "replay_0000002a";

  private final TestingLessons lessons = TestingLessons.read();

  private record Replay(List<VerifiedTurn> turns, @Nullable Boolean official) {
    boolean isStrictSuccess() {
      return Boolean.TRUE.equals(official)
          && turns.stream().allMatch(turn -> turn.tag().isSuccess());
    }
  }

  private Replay replay(Task task, List<String> answers) {
    ConversationTask ready =
        BfclConversations.of(
            task, lessons.tools(task), lessons.longContext(), PromptStyles.signatures());
    Conversation conversation =
        Conversation.start(ready, Rules.of(null), Presentation.plain(), MODEL, SampleTasks.AS_OF);
    BfclVerifier verifier =
        new BfclVerifier(
            new BfclTask(new TaskProgram(task, lessons.longContext()), lessons.tools(task)),
            new RulesInForce(true),
            MODEL,
            SampleTasks.AS_OF,
            false);
    List<VerifiedTurn> turns = new ArrayList<>();
    List<PolicyStep> steps = new ArrayList<>();
    for (String answer : answers) {
      StepOutcome outcome = conversation.step(answer);
      steps.add(new PolicyStep(outcome.calls(), outcome.rejectedCalls(), null, List.of()));
      if (outcome.turnEnded()) {
        turns.add(Objects.requireNonNull(verifier.endTurn(steps)));
        steps.clear();
      }
    }
    assertThat(conversation.end()).isEqualTo(EpisodeEnd.COMPLETED);
    turns.addAll(verifier.endEpisode());
    return new Replay(turns, verifier.episode().official().valid());
  }

  private List<String> failures(List<Task> tasks) {
    List<String> failed = new ArrayList<>();
    for (TestingLessons.Lesson lesson : lessons.lessons(tasks, TestingLessons.MIXED)) {
      List<String> answers =
          lesson.demonstration().messages().stream()
              .filter(DemonstratedMessage::isAnswer)
              .map(DemonstratedMessage::content)
              .toList();
      if (!replay(lesson.task(), answers).isStrictSuccess()) {
        failed.add(lesson.task().id());
      }
    }
    return failed;
  }

  @Test
  void demonstrationsOfTheProjectsTasksAreStrictSuccesses() {
    assertThat(failures(lessons.tasks())).isEmpty();
  }

  @Test
  void threeHundredDemonstrationsOfGeneratedTasksAreStrictSuccesses() {
    List<Task> generated = lessons.generated(300);
    assertThat(generated.stream().map(Task::category).distinct()).hasSize(4);
    assertThat(failures(generated)).isEmpty();
  }

  @Test
  void aDemonstrationWithoutItsCallsFails() {
    Task task = lessons.tasks().get(0);
    List<String> silent = task.turns().stream().map(turn -> "Done.").toList();
    assertThat(replay(task, silent).isStrictSuccess()).isFalse();
  }
}
