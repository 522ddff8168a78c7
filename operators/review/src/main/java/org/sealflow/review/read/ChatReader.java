package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;

/** Reads messages of OpenAI's Chat Completions in the layouts in which people store them. */
public final class ChatReader implements FormatReader {
  private final ReviewSettings settings;
  private final TrajectoryListener listener;
  private final RequestLog requests;

  public ChatReader(ReviewSettings settings, TrajectoryListener listener) {
    this.settings = settings;
    this.listener = listener;
    this.requests = new RequestLog(this);
  }

  /** Whether an array of this first member is a list of messages. */
  static boolean isMessage(JsonNode member) {
    return member.path("role").isTextual();
  }

  @Override
  public void read(JsonNode value, RecordPlace place) throws IOException {
    if (value.path("request").isObject()) {
      requests.add(value, place, listener);
      return;
    }
    RecordProblems problems = new RecordProblems(settings.strict());
    ChatMessages messages = new ChatMessages(problems);
    boolean known = true;
    if (value.isArray()) {
      messages.addAll("messages", value);
    } else if (Json.arrayOf(value.get("messages")) != null) {
      messages.addAll("messages", Json.arrayOf(value.get("messages")));
    } else if (value.path("prompt").isArray() && value.path("completion").isArray()) {
      messages.addAll("prompt", value.get("prompt"));
      messages.addAll("completion", value.get("completion"));
    } else if (value.path("traj").isArray()) {
      messages.addAll("traj", value.get("traj"));
    } else {
      known = false;
      problems.reject("", FormatGuess.unknown(value, "expected messages of Chat Completions"));
    }
    if (known && messages.isEmpty()) {
      problems.reject("messages", "the record has no messages");
    }
    emit(value, value, messages, problems, place, reward(value));
  }

  private @Nullable Double reward(JsonNode record) {
    Double named = Json.number(record, settings.rewardKey());
    return named == null && record.path("traj").isArray() ? Json.number(record, "reward") : named;
  }

  /** Reads the last call of a conversation that a gateway logged call by call. */
  void readExchange(JsonNode line, RecordPlace place) throws IOException {
    RecordProblems problems = new RecordProblems(settings.strict());
    ChatMessages messages = new ChatMessages(problems);
    JsonNode request = line.get("request");
    messages.addAll("request.messages", RequestLog.history(line));
    JsonNode reply = RequestLog.reply(line);
    if (reply != null) {
      messages.add("response.choices[0].message", reply);
    } else if (line.path("response").path("error").isObject()) {
      messages.breakDown();
    }
    emit(line, request, messages, problems, place, Json.number(line, settings.rewardKey()));
  }

  private void emit(
      JsonNode record,
      JsonNode carrier,
      ChatMessages messages,
      RecordProblems problems,
      RecordPlace place,
      @Nullable Double reward)
      throws IOException {
    List<OfferedTool> tools = ToolList.of(carrier.get("tools"));
    if (tools == null) {
      tools = ToolList.of(carrier.get("functions"));
    }
    List<RecordedMessage> finished = messages.finish();
    String id = Json.idOf(record, "id");
    if (problems.report(place, id, listener)) {
      listener.trajectory(
          new RecordedTrajectory(
              id.isEmpty() ? place.id() : id,
              place.toString(),
              tools,
              finished,
              reward,
              messages.outcome(),
              record));
    }
  }

  @Override
  public void end() throws IOException {
    requests.end();
  }
}
