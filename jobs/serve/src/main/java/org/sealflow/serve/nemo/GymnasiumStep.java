package org.sealflow.serve.nemo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.serve.session.SessionEpisode;

/** Writes what a step of the gymnasium agent did. */
final class GymnasiumStep {
  private GymnasiumStep() {}

  static ObjectNode of(SessionEpisode episode, ModelReply reply) {
    StepOutcome outcome = episode.answer(reply.answer());
    EpisodeEnd end = outcome.end();
    ObjectNode step = JsonNodeFactory.instance.objectNode();
    ArrayNode outputs = JsonNodeFactory.instance.arrayNode();
    int inText = Math.max(0, outcome.executed().size() - reply.calls().size());
    for (int i = 0; i < reply.calls().size(); i++) {
      String output =
          outcome.refusal() != null
              ? outcome.reply().content()
              : outcome.executed().get(inText + i).result();
      outputs.addObject().put("call_id", reply.calls().get(i).callId()).put("output", output);
    }
    // Results of calls in the text have no call to go with: the user tells them.
    boolean told = reply.calls().isEmpty() && end == null;
    step.put("observation", told ? outcome.reply().content() : null)
        .put("reward", end == null ? 0 : episode.score().reward())
        .put("terminated", end != null && end != EpisodeEnd.STEP_LIMIT)
        .put("truncated", end == EpisodeEnd.STEP_LIMIT)
        .putObject("info")
        .set("tool_outputs", outputs);
    return step;
  }
}
