package org.sealflow.environment.conversation;

import static java.util.Objects.requireNonNull;

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
  private static final String SILENT = "The answer is empty; write to the user, or call a tool.";
  private static final String REFUSED = "[ERROR] Invalid tool call format: ";

  private final ConversationTask task;
  private final Rules rules;
  private final Presentation presentation;
  private final ToolCallParser parser;
  private final CallCheck check;
  private final CallExecution execution;
  private final List<EnvironmentMessage> opening;
  private final @Nullable DialogueProgress dialogue;
  private final Set<String> toolNames = new LinkedHashSet<>();
  private final List<ToolDoc> tools = new ArrayList<>();
  private List<EnvironmentMessage> unanswered;
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
    this.execution = new CallExecution(world, task.style(), presentation);
    this.parser = new ToolCallParser(rules.parser());
    this.check = new CallCheck(name -> !rules.toolEnforcement() || toolNames.contains(name));
    Dialogue frame = task.dialogue();
    this.opening = opened(frame);
    this.unanswered = opening;
    this.dialogue = frame == null ? null : new DialogueProgress(frame, opening, rules.dialogue());
  }

  private List<EnvironmentMessage> opened(@Nullable Dialogue frame) {
    List<EnvironmentMessage> messages = new ArrayList<>(List.of(systemMessage()));
    if (frame == null) {
      messages.add(EnvironmentMessage.user(task.firstQuery()));
    } else {
      messages.addAll(frame.opening());
    }
    return List.copyOf(messages);
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
    Dialogue frame = task.dialogue();
    String before = frame == null ? "" : frame.instructions() + "\n\n";
    StringBuilder prompt =
        new StringBuilder(before + style.systemPrompt(show(task.tools(), style::tool)));
    presentation.guidelines().forEach(guideline -> prompt.append("\n\n").append(guideline));
    EnvironmentMessage shown = EnvironmentMessage.system(prompt.toString());
    return isPlain()
        ? shown
        : shown.insteadOf(before + style.systemPrompt(WrittenTool.texts(task.tools())));
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

  /** Whether the next answer is a played user's, not the policy's. */
  public boolean awaitsUser() {
    return end == null && dialogue != null && dialogue.awaitsUser();
  }

  /** The messages that whoever answers next has not heard. */
  public List<EnvironmentMessage> unanswered() {
    return dialogue == null ? unanswered : dialogue.unanswered();
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
    requireOpen(false);
    int turnAnswered = turn;
    int step = stepsOfTurn++;
    stepsOfEpisode++;
    ParsedAnswer parsed = parser.parse(answer == null ? "" : answer);
    Reaction reaction = dialogue == null ? react(parsed) : converse(parsed, dialogue);
    unanswered = List.of(reaction.reply());
    StepLimit limit = rules.stepLimit();
    boolean counts =
        dialogue == null || (limit != null && limit.scope() == StepLimit.Scope.EPISODE);
    if (end == null && counts && limit != null && limit.isReached(stepsOfTurn, stepsOfEpisode)) {
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

  private void requireOpen(boolean forUser) {
    if (end != null) {
      throw new IllegalStateException(
          "the episode of " + task.task().id() + " is over (" + end + "); start another one");
    }
    if (forUser != awaitsUser()) {
      throw new IllegalStateException(
          "in the episode of "
              + task.task().id()
              + (forUser
                  ? " the policy is to answer, not the user"
                  : " the user is to speak first"));
    }
  }

  /**
   * Takes the played user's next answer.
   *
   * @throws IllegalArgumentException if it says nothing, or its calls are malformed: one line
   * @throws IllegalStateException after the end, and if the policy is to answer
   */
  public UserOutcome userStep(@Nullable String answer) {
    requireOpen(true);
    UserOutcome outcome = requireNonNull(dialogue).userStep(answer, turn, execution);
    end = outcome.end();
    return outcome;
  }

  private Reaction converse(ParsedAnswer parsed, DialogueProgress progress) {
    boolean silent =
        parsed.error() == null && parsed.calls().isEmpty() && parsed.content().isEmpty();
    int failed = execution.failed();
    progress.answered();
    Reaction reaction = silent ? refuseForm(SILENT, List.of()) : react(parsed);
    if (reaction.refusal() != null) {
      progress.executed(reaction.reply(), 1);
    } else if (!reaction.executed().isEmpty()) {
      progress.executed(reaction.reply(), execution.failed() - failed);
    } else {
      progress.passOn(reaction.reply());
    }
    EpisodeEnd limit = progress.limit();
    end = limit == null ? end : limit;
    return reaction;
  }

  private Reaction react(ParsedAnswer parsed) {
    String error = parsed.error();
    if (error != null) {
      return refuseForm(error, parsed.calls());
    }
    if (parsed.calls().isEmpty()) {
      return task.dialogue() == null ? endTurn() : say(parsed.content(), task.dialogue());
    }
    return call(parsed.calls());
  }

  private Reaction refuseForm(String error, List<ToolCall> calls) {
    Refusal refusal = new Refusal(Refusal.Cause.FORM, error, execution.texts(calls));
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
    Dialogue frame = task.dialogue();
    if (frame != null && frame.isFinishedBy(calls)) {
      return finished(EpisodeEnd.COMPLETED);
    }
    String problem = check.problem(calls);
    if (problem != null) {
      Refusal refusal = new Refusal(Refusal.Cause.CALL, problem, execution.texts(calls));
      return Reaction.refused(refusal, EnvironmentMessage.user(REFUSED + problem));
    }
    List<ExecutedCall> executed = execution.executed(calls);
    StringBuilder reply = new StringBuilder();
    executed.forEach(done -> reply.append(done.shown()).append('\n'));
    EnvironmentMessage shown = EnvironmentMessage.user(reply.toString());
    return new Reaction(
        executed, null, false, isPlain() ? shown : shown.insteadOf(plainReply(executed)));
  }

  private String plainReply(List<ExecutedCall> executed) {
    StringBuilder reply = new StringBuilder();
    executed.forEach(done -> reply.append(task.style().result(done.result())).append('\n'));
    return reply.toString();
  }

  private Reaction finished(EpisodeEnd reason) {
    end = reason;
    return new Reaction(List.of(), null, true, EnvironmentMessage.user(COMPLETED));
  }

  /** Says something to the user of a dialogue. */
  private Reaction say(String text, Dialogue frame) {
    if (frame.user() == null) {
      return finished(frame.endAlone(text));
    }
    turn++;
    stepsOfTurn = 0;
    return new Reaction(List.of(), null, true, EnvironmentMessage.user(text));
  }

  private Reaction endTurn() {
    int next = turn + 1;
    if (!task.hasTurn(next)) {
      return finished(EpisodeEnd.COMPLETED);
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
