package org.sealflow.nano.demonstration;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.conversation.CallAnswers;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.verify.BfclConversations;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.ConversationTask;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepOutcome;

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
   * @param asOf today, as date-dependent tools see it; null if unknown
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
   * @throws IllegalArgumentException if the ground truth cannot be spoken: it calls a tool that is
   *     withheld, or writes what JSON cannot
   */
  public Demonstration of(
      Task task, List<ToolDoc> documents, DemonstrationOptions options, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<ToolDoc> tools = ShownTools.of(task, documents, options, random.split());
    Presentation presentation = DemonstratedPatches.of(task, tools, options, random.split());
    Script script = Script.of(task, tools, options, random.split());
    ConversationTask ready =
        BfclConversations.of(task, tools, longContext, PromptStyles.signatures());
    return play(
        script, Conversation.start(ready, Rules.of(null), presentation, MODEL, asOf), task.id());
  }

  private static Demonstration play(Script script, Conversation conversation, String taskId) {
    List<DemonstratedMessage> messages = new ArrayList<>();
    conversation.opening().forEach(message -> messages.add(DemonstratedMessage.of(message)));
    for (Line line : script.lines()) {
      StepOutcome outcome = conversation.step(line.answer().content());
      if (outcome.refusal() != null && !line.refused()) {
        throw new IllegalArgumentException(
            "task "
                + taskId
                + " cannot be demonstrated: "
                + outcome.refusal().reason()
                + " Leave it out.");
      }
      messages.add(line.answer());
      if (outcome.end() == null) {
        messages.add(DemonstratedMessage.of(outcome.reply()));
      }
    }
    return new Demonstration(taskId, messages);
  }

  /**
   * One message of the assistant.
   *
   * @param refused whether the environment is to refuse it: it calls a tool that is not there
   */
  private record Line(DemonstratedMessage answer, boolean refused) {
    static Line right(String text) {
      return new Line(new DemonstratedMessage(DemonstratedMessage.ASSISTANT, text, true), false);
    }

    /** A wrong answer that the policy learns to imitate. */
    static Line mistaken(String text, boolean refused) {
      return new Line(new DemonstratedMessage(DemonstratedMessage.ASSISTANT, text, true), refused);
    }

    static Line wrong(String text, boolean refused) {
      return new Line(new DemonstratedMessage(DemonstratedMessage.ASSISTANT, text, false), refused);
    }
  }

  /** All that the assistant says, in order. */
  private record Script(List<Line> lines) {
    static Script of(
        Task task, List<ToolDoc> tools, DemonstrationOptions options, SplittableRandom random) {
      List<Line> lines = new ArrayList<>();
      boolean errs = random.nextDouble() < options.recoveryShare();
      int calls = task.groundTruth().stream().mapToInt(List::size).sum();
      int wrong = errs && calls > 0 ? random.nextInt(calls) : -1;
      int call = 0;
      for (int turn = 0; turn < task.groundTruth().size(); turn++) {
        boolean mistaken = isMistaken(task, turn, options.mistakes(), random);
        for (String text : task.groundTruth().get(turn)) {
          if (mistaken) {
            // The first call alone: what follows is done as if it had gone well.
            mistaken = false;
            Mistake mistake = Mistake.of(ShownTools.tool(text));
            mistake
                .answer(text)
                .ifPresent(said -> lines.add(Line.mistaken(said, mistake.isRefused())));
            call++;
            continue;
          }
          String answer = CallAnswers.of(List.of(text));
          if (call++ == wrong) {
            ToolDoc tool = documented(ShownTools.tool(text), tools);
            WrongCall.of(answer, tool, random)
                .ifPresent(mistake -> lines.add(Line.wrong(mistake, false)));
          }
          lines.add(Line.right(answer));
        }
        ClosingPhrase closing = ClosingPhrase.of(task, turn);
        if (mistaken) {
          String unwanted = CallAnswers.of(task.groundTruth().get(turn + 1).subList(0, 1));
          lines.add(Line.mistaken(unwanted, closing == ClosingPhrase.NO_FUNCTION));
        }
        if (closing == ClosingPhrase.NO_FUNCTION && random.nextDouble() < options.refusalShare()) {
          String withheld = task.groundTruth().get(turn + 1).get(0);
          lines.add(Line.wrong(CallAnswers.of(List.of(withheld)), true));
        }
        lines.add(Line.right(closing.text()));
      }
      return new Script(lines);
    }

    private static boolean isMistaken(
        Task task, int turn, MistakeRates rates, SplittableRandom random) {
      List<String> calls = task.groundTruth().get(turn);
      if (calls.isEmpty() && turn + 1 == task.groundTruth().size()) {
        return false;
      }
      double rate = calls.isEmpty() ? rates.abstaining() : rates.of(ShownTools.tool(calls.get(0)));
      return rate > 0 && random.nextDouble() < rate;
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
