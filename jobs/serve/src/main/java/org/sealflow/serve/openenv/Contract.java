package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.session.SessionEpisode;

/** The form of the actions and observations of a base path. Thread-safe. */
interface Contract {
  /** The last part of the base path. */
  String name();

  /** The first observation of an episode. */
  ObjectNode opening(SessionEpisode episode);

  /**
   * Acts.
   *
   * @param episode null if none has begun
   * @throws OpenEnvError if the action does not fit, or needs an episode that can be played on
   */
  Observed step(@Nullable SessionEpisode episode, ObjectNode action);

  /** The JSON Schema of actions. */
  ObjectNode actionSchema();

  /** The JSON Schema of observations. */
  ObjectNode observationSchema();
}
