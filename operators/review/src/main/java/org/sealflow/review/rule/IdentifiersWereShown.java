package org.sealflow.review.rule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.review.read.Quoted;

/**
 * Identifiers that the model writes were shown to it: in instructions, by the user, by a tool or in
 * a tool's definition. Judged from the first message of a user on, and no longer once something is
 * shown that is no text. In answers only identifiers of a kind that a result has shown are judged.
 */
final class IdentifiersWereShown implements TrajectoryReviewer.Check {
  private static final Pattern CREATES =
      Pattern.compile(
          "(create|add|register|new|make|generate|set|insert|save|write|upload|open|start|init"
              + "|define|assign|put|post)(_.*)?");
  private static final Pattern IN_ANSWER = Pattern.compile("\\b([a-z]{2,24}[_-])\\d{1,12}\\b");

  @Override
  public void check(ReviewedRecord reviewed, Consumer<ReviewFinding> findings) {
    RecordedTrajectory trajectory = reviewed.trajectory();
    SeenText shown = new SeenText();
    StringBuilder results = new StringBuilder();
    Set<String> written = new HashSet<>();
    boolean userSpoke = false;
    int turn = 0;
    int nextCall = 0;
    for (int index = 0; index < trajectory.messages().size(); index++) {
      RecordedMessage message = trajectory.messages().get(index);
      if (message.opaque()) {
        return;
      }
      if (message.speaker() != Speaker.MODEL) {
        userSpoke |= message.speaker() == Speaker.USER && !message.text().isBlank();
        shown.add(message.text());
        message.calls().forEach(call -> shown.add(call.arguments()));
        if (message.speaker() == Speaker.TOOL) {
          results.append(message.text().toLowerCase(Locale.ROOT)).append('\n');
        }
        continue;
      }
      turn++;
      while (nextCall < reviewed.calls().size()
          && reviewed.calls().get(nextCall).index() == index) {
        CallInTurn at = reviewed.calls().get(nextCall++);
        if (userSpoke) {
          checkArguments(at, trajectory.tools(), shown, written, findings);
        }
        written.add(at.call().arguments().toLowerCase(Locale.ROOT));
      }
      if (message.calls().isEmpty() && userSpoke) {
        checkAnswer(turn, message, shown, results, written, findings);
      }
    }
  }

  private static void checkArguments(
      CallInTurn at,
      @Nullable List<OfferedTool> tools,
      SeenText shown,
      Set<String> written,
      Consumer<ReviewFinding> findings) {
    JsonNode arguments = at.arguments();
    if (arguments == null) {
      return;
    }
    IdentifierFinder.forEach(
        arguments,
        (argument, value) -> {
          if (!shown.explains(value)
              && !isInDefinitions(value, tools)
              && !wasWritten(value, written)
              && !mayBeChosen(at.call().name(), argument, value)) {
            findings.accept(
                ReviewFinding.ofCall(
                    ReviewRule.UNSEEN_IDENTIFIER,
                    at,
                    argument,
                    Quoted.of(value)
                        + " occurs in none of the "
                        + shown.messages()
                        + " messages before and in no tool definition"));
          }
        });
  }

  private static boolean isInDefinitions(String value, @Nullable List<OfferedTool> tools) {
    String lower = value.toLowerCase(Locale.ROOT);
    return tools != null
        && tools.stream()
            .anyMatch(
                tool -> tool.definition().toString().toLowerCase(Locale.ROOT).contains(lower));
  }

  /** Whether the model wrote the value before: then it was judged there. */
  private static boolean wasWritten(String value, Set<String> written) {
    String lower = value.toLowerCase(Locale.ROOT);
    return written.stream().anyMatch(arguments -> arguments.contains(lower));
  }

  /** Whether a tool that makes something lets the caller choose its identifier. */
  private static boolean mayBeChosen(String tool, String argument, String value) {
    String words = IdentifierFinder.snakeCase(tool);
    String name = IdentifierFinder.snakeCase(argument.substring(argument.lastIndexOf('.') + 1));
    String thing = name.replaceFirst("_(ids?|uuid|guid|sku|code|number|ref|reference)$", "");
    return CREATES.matcher(words).matches()
        && value.indexOf('@') < 0
        && (name.equals("id") || words.contains(thing));
  }

  private static void checkAnswer(
      int turn,
      RecordedMessage answer,
      SeenText shown,
      StringBuilder results,
      Set<String> written,
      Consumer<ReviewFinding> findings) {
    Matcher identifiers = IN_ANSWER.matcher(answer.text().toLowerCase(Locale.ROOT));
    Set<String> said = new HashSet<>();
    while (identifiers.find()) {
      String value = identifiers.group();
      if (said.add(value)
          && hasNumbered(results, identifiers.group(1))
          && !shown.explains(value)
          && !wasWritten(value, written)) {
        findings.accept(
            ReviewFinding.ofReply(
                ReviewRule.UNSEEN_IN_ANSWER,
                turn,
                answer,
                Quoted.of(value)
                    + " occurs in none of the "
                    + shown.messages()
                    + " messages before; results show other "
                    + identifiers.group(1)
                    + "…"));
      }
    }
  }

  /** Whether results show an identifier of this kind: its prefix, followed by a digit. */
  private static boolean hasNumbered(StringBuilder results, String prefix) {
    for (int at = results.indexOf(prefix); at >= 0; at = results.indexOf(prefix, at + 1)) {
      int digit = at + prefix.length();
      if (digit < results.length() && Character.isDigit(results.charAt(digit))) {
        return true;
      }
    }
    return false;
  }
}
