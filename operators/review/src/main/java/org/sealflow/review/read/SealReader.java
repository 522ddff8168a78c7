package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;

/**
 * Reads the dumps of SEAL and verl: prompt and answer as text, from which the markers between
 * messages are gone. Lines that hold nothing but a role begin a message; that is a guess, and the
 * places of the messages say that they are reconstructed.
 */
public final class SealReader implements FormatReader {
  private static final Pattern ROLE = Pattern.compile("(?m)^(system|user|assistant)$\\n?");

  private final ReviewSettings settings;
  private final TrajectoryListener listener;

  public SealReader(ReviewSettings settings, TrajectoryListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  /** Whether a value is a line of such a dump. */
  static boolean isDump(JsonNode value) {
    return value.has("input") && value.has("output") && value.has("score") && value.has("step");
  }

  @Override
  public void read(JsonNode value, RecordPlace place) throws IOException {
    RecordProblems problems = new RecordProblems(settings.strict());
    for (String field : List.of("input", "output")) {
      if (!value.path(field).isTextual()) {
        problems.reject(field, Quoted.of(value.path(field)) + ", expected text");
      }
    }
    ConversationBuilder messages = new ConversationBuilder(problems);
    String text = value.path("input").asText() + value.path("output").asText();
    if (!problems.rejected()) {
      addMessages(text, messages);
      if (messages.isEmpty()) {
        problems.reject("input", "no line is a role: system, user or assistant");
      }
    }
    List<RecordedMessage> finished = messages.finish();
    if (problems.report(place, Json.idOf(value, "task_id"), listener)) {
      listener.trajectory(
          new RecordedTrajectory(
              place.id(),
              place.toString(),
              tools(text),
              finished,
              score(value),
              messages.outcome(),
              value));
    }
  }

  private @Nullable Double score(JsonNode value) {
    String key = settings.rewardKey();
    Double score = Json.number(value, key == null ? "score" : key);
    return score == null || score.isNaN() ? null : score;
  }

  private static void addMessages(String text, ConversationBuilder messages) {
    Matcher roles = ROLE.matcher(text);
    String role = null;
    int from = 0;
    int number = 0;
    while (roles.find()) {
      if (role != null) {
        add(role, text.substring(from, roles.start()), number++, messages);
      }
      role = roles.group(1);
      from = roles.end();
    }
    if (role != null) {
      add(role, text.substring(from), number, messages);
    }
  }

  private static void add(String role, String content, int number, ConversationBuilder messages) {
    String place = "reconstructed[" + number + "]";
    String said = content.endsWith("\n") ? content.substring(0, content.length() - 1) : content;
    switch (role) {
      case "system" -> messages.add(Speaker.SYSTEM, place, text(said));
      case "assistant" -> addReply(said, place, messages);
      default -> addUser(said, place, messages);
    }
  }

  private static MessageText text(String text) {
    return new MessageText(text, null, false);
  }

  private static void addReply(String said, String place, ConversationBuilder messages) {
    TaggedBlocks calls = TaggedBlocks.of("tool_call", said);
    messages.add(Speaker.MODEL, place, text(calls.rest().strip()));
    for (String written : calls.contents()) {
      JsonNode call = Json.parse(written.strip());
      if (call != null && call.path("name").isTextual() && call.has("arguments")) {
        messages.call(
            "", call.get("name").textValue(), call.get("arguments").toString(), CallKind.FUNCTION);
      } else {
        messages.call("", "", written, CallKind.FUNCTION);
      }
    }
  }

  /** Results of tools come as a message of the user. */
  private static void addUser(String said, String place, ConversationBuilder messages) {
    TaggedBlocks results = TaggedBlocks.of("tool_response", said);
    for (String result : results.contents()) {
      messages.resultInOrder(place, null, text(inner(result)), CallSuccess.UNKNOWN);
    }
    boolean any = !results.contents().isEmpty();
    String rest = results.rest().strip();
    if (!any || !rest.isEmpty()) {
      messages.add(Speaker.USER, place, text(any ? rest : said));
    }
  }

  /** A result stands on lines of its own between its tags. */
  private static String inner(String result) {
    int begin = result.startsWith("\n") ? 1 : 0;
    boolean ends = result.length() > begin && result.endsWith("\n");
    return result.substring(begin, result.length() - (ends ? 1 : 0));
  }

  /** Prompts name the tags in a sentence before the list: that block is blank. */
  private static @Nullable List<OfferedTool> tools(String text) {
    List<String> lists = TaggedBlocks.of("tools", text).contents();
    if (lists.isEmpty()) {
      return null;
    }
    String list = lists.stream().filter(block -> !block.isBlank()).findFirst().orElse("");
    List<String> lines = list.lines().filter(line -> !line.isBlank()).toList();
    return ToolList.of(Json.parse("[" + String.join(",", lines) + "]"));
  }
}
