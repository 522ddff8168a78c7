package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.session.SessionEpisode;

/**
 * The result of a reset or a step.
 *
 * @param observation by the contract
 * @param reward of the episode, once it is over, and given once; null before
 * @param done whether the episode is over
 */
record Observed(ObjectNode observation, @Nullable Double reward, boolean done) {
  /** The result of an episode: with the reward if the episode is over. */
  static Observed of(SessionEpisode episode, ObjectNode observation) {
    boolean done = episode.end() != null;
    return new Observed(observation, done ? episode.score().reward() : null, done);
  }

  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("observation", observation);
    return json.put("reward", reward).put("done", done);
  }
}
