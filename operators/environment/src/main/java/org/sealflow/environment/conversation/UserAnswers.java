package org.sealflow.environment.conversation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes what a played user is told, and reads what it answers. */
final class UserAnswers {
  private static final ToolCallParser PARSER = new ToolCallParser(ParserOptions.DEFAULTS);

  private UserAnswers() {}

  /**
   * The words and calls of an answer; of a user without tools everything is words.
   *
   * @throws IllegalArgumentException if there are neither, or calls are malformed: one line
   */
  static ParsedAnswer parsed(@Nullable String answer, UserRole user) {
    String said = answer == null ? "" : answer.strip();
    if (said.isEmpty()) {
      throw new IllegalArgumentException("the simulated user said nothing");
    }
    if (user.tools().isEmpty()) {
      return new ParsedAnswer(said, List.of(), null);
    }
    ParsedAnswer parsed = PARSER.parse(said);
    String problem = parsed.error() == null ? problem(parsed.calls()) : parsed.error();
    if (problem != null) {
      throw new IllegalArgumentException("the simulated user's call is malformed: " + problem);
    }
    return parsed;
  }

  /** A tool that is not there is none: the world answers that. */
  private static @Nullable String problem(List<ToolCall> calls) {
    return new CallCheck(name -> true).problem(calls);
  }

  /** What the player is told before the first word, with the tools that the user has. */
  static String systemPrompt(UserRole user) {
    if (user.tools().isEmpty()) {
      return user.instructions();
    }
    PromptStyle style = PromptStyles.qwenFunctionCalling();
    return user.instructions()
        + "\n\n"
        + style.systemPrompt(user.tools().stream().map(style::tool).toList());
  }

  /** The results of calls, whole whatever style the policy is written to in. */
  static String results(List<ExecutedCall> executed) {
    StringBuilder results = new StringBuilder();
    for (ExecutedCall call : executed) {
      results.append(PromptStyles.qwenFunctionCalling().result(call.result())).append('\n');
    }
    return results.toString();
  }
}
