package org.sealflow.jobs.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.schemas.TrainingSample;

/**
 * Episodes as datums of Tinker's losses {@code importance_sampling}, {@code ppo} and {@code cispo}:
 * the input is the tokens without the last, and target i is token i + 1. That loss is a sum over
 * tokens and has no mask: a token that was not sampled has advantage and log-probability 0.
 */
final class TinkerData {
  private TinkerData() {}

  /** The datum of an episode as a line; empty if its engine gave no log-probabilities. */
  static Optional<String> line(TrainingSample sample) {
    List<Float> logProbs = sample.getLogProbs();
    return logProbs == null || sample.getTokens().size() < 2
        ? Optional.empty()
        : Optional.of(PlainJson.line(json -> datum(sample, logProbs, json)));
  }

  private static void datum(TrainingSample sample, List<Float> logProbs, JsonGenerator json)
      throws IOException {
    List<Integer> tokens = sample.getTokens();
    json.writeStartObject();
    json.writeObjectFieldStart("model_input");
    json.writeArrayFieldStart("chunks");
    json.writeStartObject();
    json.writeStringField("type", "encoded_text");
    json.writeFieldName("tokens");
    PlainJson.write(tokens.subList(0, tokens.size() - 1), json);
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
    json.writeObjectFieldStart("loss_fn_inputs");
    tensor("target_tokens", "int64", tokens, json);
    tensor("logprobs", "float32", logProbs, json);
    tensor("advantages", "float32", sample.getAdvantages(), json);
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void tensor(String name, String type, List<?> values, JsonGenerator json)
      throws IOException {
    List<?> targets = values.subList(1, values.size());
    json.writeObjectFieldStart(name);
    json.writeFieldName("data");
    PlainJson.write(targets, json);
    json.writeStringField("dtype", type);
    json.writeArrayFieldStart("shape");
    json.writeNumber(targets.size());
    json.writeEndArray();
    json.writeEndObject();
  }
}
