package org.sealflow.tau.live;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.KeywordCall;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Dialogue;
import org.sealflow.environment.conversation.EnvironmentMessage;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.environment.conversation.UserRole;
import org.sealflow.tau.Prompts;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.task.Scenario;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;

/** Writes the frame in which tasks of the benchmark are played. */
final class TauDialogue {
  private static final String STOP = "###STOP###";
  private static final List<String> ENDINGS = List.of(STOP, "###TRANSFER###", "###OUT-OF-SCOPE###");
  private static final String DONE_DOC =
      "{\"name\": \"done\", \"description\": \"Ends the conversation: everything is settled.\","
          + " \"parameters\": {\"type\": \"object\", \"properties\": {}}}";
  private static final String ASSISTANT = "assistant";
  private static final String USER = "user";

  private TauDialogue() {}

  /** The tool by which an agent that plays alone ends an episode. */
  static ToolDoc done() {
    return ToolDoc.parse(DONE_DOC, Prompts.DONE);
  }

  /** A conversation with a user. */
  static Dialogue withUser(TauTask task, PlayedParts parts, PromptStyle style) {
    List<ToolDoc> tools =
        parts.userTools().stream().map(doc -> ToolDoc.parse(doc, "a tool of the user")).toList();
    UserRole user =
        new UserRole(
            Prompts.withScenario(parts.user(), task.scenario()),
            tools,
            seenBy(Requestor.USER, task, true, style),
            ENDINGS);
    return new Dialogue(parts.agent(), seenBy(Requestor.ASSISTANT, task, true, style), user, null);
  }

  /** The work of an agent that plays alone. */
  static Dialogue alone(TauTask task, String frame, String ticket, PromptStyle style) {
    return new Dialogue(
        Prompts.withTicket(frame, ticket),
        seenBy(Requestor.ASSISTANT, task, false, style),
        null,
        new Dialogue.Finish(Prompts.DONE, STOP));
  }

  /** The messages before the first answer as a party sees them, its own as the assistant's. */
  private static List<EnvironmentMessage> seenBy(
      Requestor party, TauTask task, boolean greets, PromptStyle style) {
    List<EnvironmentMessage> seen = new ArrayList<>();
    List<Step> history = task.initialState().history();
    if (history.isEmpty() && greets) {
      seen.add(message(party, Requestor.ASSISTANT, EpisodeTold.GREETING));
    }
    for (Step step : history) {
      boolean own = step.role() == party;
      if (step.calls().isEmpty() || own) {
        seen.add(message(party, step.role(), text(step)));
      }
      if (own && !step.calls().isEmpty()) {
        String results =
            step.results().stream()
                .map(result -> style.result(result.content()) + "\n")
                .collect(Collectors.joining());
        seen.add(new EnvironmentMessage(USER, results));
      }
    }
    return seen;
  }

  private static EnvironmentMessage message(Requestor party, Requestor speaker, String text) {
    return new EnvironmentMessage(party == speaker ? ASSISTANT : USER, text);
  }

  private static String text(Step step) {
    List<String> parts = new ArrayList<>();
    @Nullable String said = step.content();
    if (said != null) {
      parts.add(said);
    }
    step.calls().forEach(call -> parts.add(block(call)));
    return String.join("\n", parts);
  }

  private static String block(Call call) {
    return KeywordCall.of(CallText.of(call)).block();
  }

  /** The answers of a user that says what the scenario is about, does its part, and ends. */
  static List<String> script(TauTask task) {
    Scenario.Instructions told = task.scenario().instructions();
    List<String> script = new ArrayList<>();
    String known = told.known() == null ? "" : "\n" + told.known();
    script.add(told.plain() == null ? told.reason() + known : told.plain());
    List<String> calls = new ArrayList<>();
    if (task.criteria() != null) {
      for (Action action : task.criteria().actionList()) {
        if (action.call().requestor() == Requestor.USER) {
          calls.add(block(action.call()));
        }
      }
    }
    if (!calls.isEmpty()) {
      script.add(String.join("\n", calls));
      script.add("I have done my part.");
    }
    script.add(STOP);
    return script;
  }
}
