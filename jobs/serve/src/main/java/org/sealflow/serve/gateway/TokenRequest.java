package org.sealflow.serve.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Asks the server, for an agent that does not, to tell token ids and log-probabilities, by the
 * fields that vLLM and the project's own server know.
 */
final class TokenRequest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TokenRequest() {}

  /** The body with what it does not say itself; unchanged if it is no JSON object. */
  static byte[] asking(byte[] body) {
    try {
      if (!(JSON.readTree(body) instanceof ObjectNode request)) {
        return body;
      }
      if (!request.has("return_token_ids")) {
        request.put("return_token_ids", true);
      }
      if (!request.has("logprobs")) {
        request.put("logprobs", true);
      }
      return JSON.writeValueAsBytes(request);
    } catch (JsonProcessingException notJson) {
      return body;
    } catch (IOException impossible) {
      throw new IllegalStateException("bytes in memory can be read", impossible);
    }
  }
}
