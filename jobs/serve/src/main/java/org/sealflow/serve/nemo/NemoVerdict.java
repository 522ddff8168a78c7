package org.sealflow.serve.nemo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.DetailError;
import org.sealflow.serve.http.JsonBody;
import org.sealflow.serve.session.BrokenEpisodeException;
import org.sealflow.serve.session.EpisodeStart;
import org.sealflow.serve.session.SessionEpisode;

/**
 * Judges a rollout by executing the calls of its response once more in a world of its own, so that
 * a verdict depends on the row and the response alone and can be had again at any time.
 */
final class NemoVerdict {
  private static final ObjectMapper JSON = new ObjectMapper();

  private NemoVerdict() {}

  /**
   * The policy's answers in the response that is to be verified.
   *
   * @throws DetailError if it cannot be used
   */
  static List<String> answers(RunRequest request) {
    JsonNode response = request.body().path("response");
    if (!response.isObject()) {
      throw DetailError.malformed("response", "response is missing or no object, expected one");
    }
    return ModelReply.of(response).stream().flatMap(reply -> reply.answers().stream()).toList();
  }

  /**
   * The answer to a request to verify: all of it, and the reward.
   *
   * @param answers those of its response
   * @param heard whether the episode is one that was played now, not one that is judged again
   */
  static Answer of(JsonBody body, RunRequest request, List<String> answers, boolean heard) {
    ObjectNode verdict = JSON.createObjectNode();
    try {
      EpisodeStart start =
          EpisodeStart.plain(request.taskId(), EpisodeStart.Purpose.EVALUATION, Rules.of(null));
      SessionEpisode episode =
          heard ? request.tasks().begin(start) : request.tasks().beginUnheard(start);
      play(episode, answers);
      episode.leave("the agent ended the rollout");
      write(episode, verdict);
    } catch (BrokenEpisodeException broken) {
      verdict
          .put("reward", 0.0)
          .put("_ng_failure_class", "judge_failed")
          .put("_ng_failure_judge_error", broken.getMessage());
    }
    return echoed(body, request.body(), verdict);
  }

  private static void play(SessionEpisode episode, List<String> answers) {
    for (String answer : answers) {
      if (episode.end() != null) {
        return;
      }
      Object unused = episode.answer(answer);
    }
  }

  private static void write(SessionEpisode episode, ObjectNode verdict) {
    int calls = 0;
    int refused = 0;
    for (PolicyStep step : episode.played().stream().flatMap(List::stream).toList()) {
      calls += step.calls().size();
      refused += step.rejected().isEmpty() && step.undecodable() == null ? 0 : 1;
    }
    verdict
        .put("reward", episode.score().reward())
        .put("progress", episode.score().facts().progress().share())
        .put("executed_calls", calls)
        .put("refused_answers", refused);
  }

  /** The request as it was sent, byte for byte, with the verdict at its end. */
  private static Answer echoed(JsonBody body, ObjectNode request, ObjectNode verdict) {
    String sent = body.text().strip();
    for (String name : (Iterable<String>) verdict::fieldNames) {
      if (request.has(name)) {
        return Answer.json(request.deepCopy().setAll(verdict));
      }
    }
    String added = verdict.toString();
    String text = sent.substring(0, sent.length() - 1) + "," + added.substring(1);
    return Answer.text("application/json", text);
  }

  /** A text as JSON. */
  static String quoted(String text) {
    try {
      return JSON.writeValueAsString(text);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a text cannot be written as JSON", impossible);
    }
  }
}
