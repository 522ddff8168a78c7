package org.sealflow.environment.conversation;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.World;
import org.sealflow.python.PyException;
import org.sealflow.python.PyStrings;

/**
 * One episode: the environment's side of a conversation with a policy (environment-protocol.md
 * section 5), with a live world of its own. Answers are given one at a time until one of them ends
 * the episode. Not thread-safe.
 *
 * <p>Of two runs with the same task, rules, model name, date and answers, every result is the same;
 * the presentation has no part in it.
 */
public final class Conversation {
  private static final String COMPLETED = "[CONVERSATION_COMPLETED]";
  private static final String REFUSED = "[ERROR] Invalid tool call format: ";

  private final ConversationTask task;
  private final Rules rules;
  private final Presentation presentation;
  private final ToolCallParser parser;
  private final CallCheck check;
  private final World world;
  private final List<EnvironmentMessage> opening;
  private final Set<String> toolNames = new LinkedHashSet<>();
  private final List<ToolDoc> tools = new ArrayList<>();
  private int turn;
  private int stepsOfTurn;
  private int stepsOfEpisode;
  private @Nullable EpisodeEnd end;

  /** The effect of an answer, before limits are looked at. */
  private record Reaction(
      List<ExecutedCall> executed,
      @Nullable Refusal refusal,
      boolean turnEnded,
      EnvironmentMessage reply) {
    static Reaction refused(Refusal refusal, EnvironmentMessage reply) {
      return new Reaction(List.of(), refusal, false, reply);
    }
  }

  private Conversation(ConversationTask task, Rules rules, Presentation presentation, World world) {
    this.task = task;
    this.rules = rules;
    this.presentation = presentation;
    this.world = world;
    this.parser = new ToolCallParser(rules.parser());
    this.check = new CallCheck(name -> !rules.toolEnforcement() || toolNames.contains(name));
    this.opening = List.of(systemMessage(), EnvironmentMessage.user(task.firstQuery()));
  }

  /**
   * Starts an episode.
   *
   * @param presentation how the interface is shown; {@link Presentation#plain} for the protocol as
   *     it is
   * @param modelName the name the policy's instances carry, see {@link ModelNames}
   * @param asOf today, as date-dependent tools see it; null if unknown
   * @throws IllegalArgumentException if the model name is no identifier, or the presentation
   *     changes a tool
   * @throws PyException if the task's scenario cannot be loaded
   */
  public static Conversation start(
      ConversationTask task,
      Rules rules,
      Presentation presentation,
      String modelName,
      @Nullable LocalDate asOf) {
    World world = task.world(ModelNames.checked(modelName), asOf);
    return new Conversation(task, rules, presentation, world);
  }

  private EnvironmentMessage systemMessage() {
    PromptStyle style = task.style();
    StringBuilder prompt = new StringBuilder(style.systemPrompt(show(task.tools(), style::tool)));
    presentation.guidelines().forEach(guideline -> prompt.append("\n\n").append(guideline));
    EnvironmentMessage shown = EnvironmentMessage.system(prompt.toString());
    return isPlain() ? shown : shown.insteadOf(style.systemPrompt(WrittenTool.texts(task.tools())));
  }

  private boolean isPlain() {
    return presentation.equals(Presentation.plain());
  }

  private List<String> show(List<WrittenTool> documented, Function<ToolDoc, String> style) {
    List<String> texts = new ArrayList<>();
    for (WrittenTool tool : WrittenTool.shown(documented, presentation, style)) {
      if (toolNames.add(tool.doc().name())) {
        tools.add(tool.doc());
      }
      texts.add(tool.text());
    }
    return texts;
  }

  /** The tools shown so far, each as it was shown, in the order shown. */
  public List<ToolDoc> tools() {
    return Collections.unmodifiableList(tools);
  }

  /** The messages the policy answers first: the system prompt and the user's first message. */
  public List<EnvironmentMessage> opening() {
    return opening;
  }

  /** Why the episode is over; null while the policy is to answer. */
  public @Nullable EpisodeEnd end() {
    return end;
  }

  /**
   * Takes the policy's next answer.
   *
   * @param answer its text; null is taken as empty
   * @throws IllegalStateException after the end
   * @throws RuntimeException if a call needs an as-of date or a long-context constant that was not
   *     given; the conversation cannot be continued then
   */
  public StepOutcome step(@Nullable String answer) {
    if (end != null) {
      throw new IllegalStateException(
          "the episode of " + task.task().id() + " is over (" + end + "); start another one");
    }
    int turnAnswered = turn;
    int step = stepsOfTurn++;
    stepsOfEpisode++;
    ParsedAnswer parsed = parser.parse(answer == null ? "" : answer);
    Reaction reaction = react(parsed);
    StepLimit limit = rules.stepLimit();
    if (end == null && limit != null && limit.isReached(stepsOfTurn, stepsOfEpisode)) {
      end = EpisodeEnd.STEP_LIMIT;
    }
    return new StepOutcome(
        turnAnswered,
        step,
        parsed.content(),
        reaction.executed(),
        reaction.refusal(),
        reaction.turnEnded(),
        end,
        reaction.reply());
  }

  private Reaction react(ParsedAnswer parsed) {
    String error = parsed.error();
    if (error != null) {
      return refuseForm(error, parsed.calls());
    }
    return parsed.calls().isEmpty() ? endTurn() : call(parsed.calls());
  }

  private Reaction refuseForm(String error, List<ToolCall> calls) {
    Refusal refusal = new Refusal(Refusal.Cause.FORM, error, callStrings(calls));
    if (rules.terminateOnParseError()) {
      end = EpisodeEnd.PARSE_ERROR;
      return Reaction.refused(refusal, EnvironmentMessage.user(COMPLETED));
    }
    String plain = REFUSED + error;
    Optional<String> hint = presentation.hintAfterParseError(error, List.copyOf(toolNames));
    String shown = plain + hint.map(text -> "\n" + text).orElse("");
    return Reaction.refused(refusal, EnvironmentMessage.user(shown).insteadOf(plain));
  }

  private Reaction call(List<ToolCall> calls) {
    String problem = check.problem(calls);
    if (problem != null) {
      Refusal refusal = new Refusal(Refusal.Cause.CALL, problem, callStrings(calls));
      return Reaction.refused(refusal, EnvironmentMessage.user(REFUSED + problem));
    }
    List<ExecutedCall> executed = new ArrayList<>(calls.size());
    StringBuilder reply = new StringBuilder();
    for (ToolCall call : calls) {
      ExecutedCall done = execute(call);
      executed.add(done);
      reply.append(done.shown()).append('\n');
    }
    EnvironmentMessage shown = EnvironmentMessage.user(reply.toString());
    return new Reaction(
        executed, null, false, isPlain() ? shown : shown.insteadOf(plainReply(executed)));
  }

  private String plainReply(List<ExecutedCall> executed) {
    StringBuilder reply = new StringBuilder();
    executed.forEach(done -> reply.append(task.style().result(done.result())).append('\n'));
    return reply.toString();
  }

  private static List<String> callStrings(List<ToolCall> calls) {
    return calls.stream().map(ToolCall::callString).toList();
  }

  private ExecutedCall execute(ToolCall call) {
    String text = call.callString();
    String result = world.execute(text).text();
    String rendered = task.style().result(result);
    String shown =
        presentation
            .hintAfter(call.nameText(), text, result)
            .map(hint -> rendered + "\n" + inOneLine(hint))
            .orElse(rendered);
    return new ExecutedCall(text, result, shown);
  }

  /** A hint may quote what the policy wrote, line breaks included. */
  private static String inOneLine(String hint) {
    return String.join(" ", PyStrings.splitLines(hint));
  }

  private Reaction endTurn() {
    int next = turn + 1;
    if (!task.hasTurn(next)) {
      end = EpisodeEnd.COMPLETED;
      return new Reaction(List.of(), null, true, EnvironmentMessage.user(COMPLETED));
    }
    turn = next;
    stepsOfTurn = 0;
    return new Reaction(List.of(), null, true, userMessage());
  }

  private EnvironmentMessage userMessage() {
    List<WrittenTool> revealed = task.revealedAt(turn);
    if (revealed == null) {
      return EnvironmentMessage.user(task.query(turn));
    }
    PromptStyle style = task.style();
    String shown = style.reveal(show(revealed, style::revealedTool));
    return EnvironmentMessage.user(shown).insteadOf(style.reveal(WrittenTool.texts(revealed)));
  }
}
