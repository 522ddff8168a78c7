package org.sealflow.serve.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.serve.session.EpisodeScore;
import org.sealflow.serve.session.SessionEpisode;

/** Writes the result object of an evaluation (tasks-and-checker.md 5.6), in its order of keys. */
final class ServiceEvaluation {
  private ServiceEvaluation() {}

  static ObjectNode of(SessionEpisode episode) {
    EpisodeScore score = episode.score();
    VerifiedEpisode facts = score.facts();
    boolean completed = episode.end() == EpisodeEnd.COMPLETED;
    ObjectNode result =
        JsonNodeFactory.instance
            .objectNode()
            .put("valid", true)
            .put("accuracy", score.reward())
            .put("total_count", 1)
            .put("correct_count", score.passed() ? 1 : 0)
            .put("test_category", episode.task().category())
            .put("test_id", episode.task().id())
            .put("model_name", episode.modelName())
            .put("input_tokens", 0)
            .put("output_tokens", 0)
            .put("turn_count", episode.turn())
            .put("completed", completed)
            .put("bfcl_progress", facts.progress().share())
            .put("bfcl_progress_with_irrelevance", facts.progress().shareWithIrrelevance());
    progress(result.putObject("bfcl_progress_info"), facts);
    TrajectoryFacts.of(episode).write(result, completed, episode.turn() + 1);
    return result;
  }

  private static void progress(ObjectNode info, VerifiedEpisode facts) {
    ArrayNode valid = info.putArray("per_turn_valid");
    ArrayNode irrelevance = info.putArray("irrelevance_per_turn");
    ArrayNode tags = info.putArray("failure_tags");
    int passed = 0;
    int scorable = 0;
    int abstained = 0;
    int irrelevant = 0;
    for (Tag tag : facts.turns().tags()) {
      tags.add(tag.label());
      if (tag == Tag.CORRECT_ABSTENTION || tag == Tag.SPURIOUS_TOOL_CALL) {
        valid.addNull();
        irrelevance.add(tag.isSuccess() ? 1.0 : 0.0);
        irrelevant++;
        abstained += tag.isSuccess() ? 1 : 0;
      } else {
        valid.add(tag.isSuccess());
        irrelevance.addNull();
        scorable++;
        passed += tag.isSuccess() ? 1 : 0;
      }
    }
    info.put("passed_turns", passed)
        .put("scorable_turns", scorable)
        .put("passed_irrelevance_turns", abstained)
        .put("irrelevance_turns", irrelevant)
        .put("terminated_early", facts.progress().terminatedEarly())
        .putNull("error");
  }
}
