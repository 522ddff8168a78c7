package org.sealflow.jobs.bench.serving;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * The environment service of AgentEvolver and SEAL: an answer is a step.
 *
 * @param bare whether nothing is begun and every step goes to a port that plays nothing
 */
record ServiceProtocol(boolean bare) implements PlayedProtocol {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public String begin(RawClient client, String name, ScriptedAnswers script) throws IOException {
    if (!bare) {
      String unused =
          client.post("/create", request(name).put("task_id", script.taskId()).toString());
    }
    return name;
  }

  @Override
  public void step(RawClient client, String episode, ScriptedAnswers script, int step)
      throws IOException {
    ObjectNode request = request(episode);
    request
        .putObject("messages")
        .put("role", "assistant")
        .put("content", script.answers().get(step));
    String unused = client.post("/step", request.toString());
  }

  private static ObjectNode request(String instance) {
    return JSON.createObjectNode().put("instance_id", instance);
  }

  @Override
  public int steps(ScriptedAnswers script) {
    return script.answers().size();
  }
}
