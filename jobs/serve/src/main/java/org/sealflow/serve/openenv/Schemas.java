package org.sealflow.serve.openenv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Reads the schemas that stand in the code. */
final class Schemas {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The schema of an episode's state. */
  static final ObjectNode STATE =
      read(
          """
          {"title":"State","type":"object","required":["episode_id","step_count"],"properties":{
            "episode_id":{"type":["string","null"]},
            "step_count":{"type":"integer","minimum":0},
            "task_id":{"type":["string","null"]},
            "turn":{"type":"integer","minimum":0},
            "done":{"type":"boolean"}}}
          """);

  private Schemas() {}

  static ObjectNode read(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (JsonProcessingException malformed) {
      throw new IllegalStateException("a schema of the code is malformed", malformed);
    }
  }
}
