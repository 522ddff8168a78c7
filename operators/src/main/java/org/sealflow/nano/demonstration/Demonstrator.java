package org.sealflow.nano.demonstration;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.conversation.CallAnswers;
import org.sealflow.bfcl.conversation.Conversation;
import org.sealflow.bfcl.conversation.ConversationTask;
import org.sealflow.bfcl.conversation.Presentation;
import org.sealflow.bfcl.conversation.PromptStyles;
import org.sealflow.bfcl.conversation.Rules;
import org.sealflow.bfcl.conversation.StepOutcome;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.task.ToolDoc;

/**
 * Demonstrates tasks: plays the ground truth, a call per message, then the closing phrase, through
 * the environment itself. Immutable; usable by many threads.
 */
public final class Demonstrator {
  private static final String MODEL = "demonstration";

  private final LongContext longContext;
  private final @Nullable LocalDate asOf;

  /**
   * A demonstrator.
   *
   * @param longContext the constants that fill the services of long-context tasks
   * @param asOf today, as date-dependent tools see it; null where unknown
   */
  public Demonstrator(LongContext longContext, @Nullable LocalDate asOf) {
    this.longContext = longContext;
    this.asOf = asOf;
  }

  /**
   * Demonstrates a task.
   *
   * @param documents the documentation of the involved classes' tools, in the order of the classes
   * @param seed what is left to chance by the options: the same seed gives the same messages
   * @throws IllegalArgumentException where the ground truth cannot be spoken: it calls a tool that
   *     is withheld, or writes what JSON cannot
   */
  public Demonstration of(
      Task task, List<ToolDoc> documents, DemonstrationOptions options, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<ToolDoc> tools = ShownTools.of(task, documents, options, random.split());
    Presentation presentation = ShownPatches.of(task, tools, options, random.split());
    Script script = Script.of(task, tools, options, random.split());
    ConversationTask ready =
        new ConversationTask(task, tools, longContext, PromptStyles.signatures());
    return play(
        script, Conversation.start(ready, Rules.of(null), presentation, MODEL, asOf), task.id());
  }

  private static Demonstration play(Script script, Conversation conversation, String taskId) {
    List<DemonstratedMessage> messages = new ArrayList<>();
    conversation.opening().forEach(message -> messages.add(DemonstratedMessage.of(message)));
    for (DemonstratedMessage answer : script.answers()) {
      StepOutcome outcome = conversation.step(answer.content());
      if (outcome.refusal() != null) {
        throw new IllegalArgumentException(
            "task "
                + taskId
                + " cannot be demonstrated: "
                + outcome.refusal().reason()
                + " Leave it out.");
      }
      messages.add(answer);
      if (outcome.end() == null) {
        messages.add(DemonstratedMessage.of(outcome.reply()));
      }
    }
    return new Demonstration(taskId, messages);
  }

  /** All that the assistant says, in order. */
  private record Script(List<DemonstratedMessage> answers) {
    static Script of(
        Task task, List<ToolDoc> tools, DemonstrationOptions options, SplittableRandom random) {
      List<DemonstratedMessage> answers = new ArrayList<>();
      boolean errs = random.nextDouble() < options.recoveryShare();
      int calls = task.groundTruth().stream().mapToInt(List::size).sum();
      int wrong = errs && calls > 0 ? random.nextInt(calls) : -1;
      int call = 0;
      for (int turn = 0; turn < task.groundTruth().size(); turn++) {
        for (String text : task.groundTruth().get(turn)) {
          String answer = CallAnswers.of(List.of(text));
          if (call++ == wrong) {
            ToolDoc tool = documented(ShownTools.tool(text), tools);
            WrongCall.of(answer, tool, random)
                .ifPresent(mistake -> answers.add(said(mistake, false)));
          }
          answers.add(said(answer, true));
        }
        answers.add(said(ClosingPhrase.of(task, turn).text(), true));
      }
      return new Script(answers);
    }

    private static DemonstratedMessage said(String text, boolean imitated) {
      return new DemonstratedMessage(DemonstratedMessage.ASSISTANT, text, imitated);
    }

    private static ToolDoc documented(String name, List<ToolDoc> tools) {
      return tools.stream()
          .filter(tool -> tool.name().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "the ground truth calls " + name + ", which no document describes"));
    }
  }
}
