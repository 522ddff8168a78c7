package org.sealflow.jobs.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.schemas.Tags;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.digest.Sha256;

/**
 * Episodes as the verifiers library stores them, version 1, one with one trace a line. A node is a
 * stretch of tokens: what the policy was shown, as a user's message, or an answer.
 * Log-probabilities and advantages stand for sampled tokens alone, loss weights for all tokens, as
 * that format wants it. What it has no place for stands under {@code info.sealflow}.
 */
final class VerifiersTraces {
  /** Bytes of an id, of which each is two hexadecimal digits. */
  private static final int ID_BYTES = 16;

  private VerifiersTraces() {}

  /**
   * The line of an episode; empty if its engine gave no log-probabilities.
   *
   * @param tokenizer that of the policy, for the texts of messages
   */
  static Optional<String> line(TrainingSample sample, PromptTokenizer tokenizer) {
    List<Float> logProbs = sample.getLogProbs();
    return logProbs == null
        ? Optional.empty()
        : Optional.of(PlainJson.line(json -> episode(sample, logProbs, tokenizer, json)));
  }

  private static void episode(
      TrainingSample sample, List<Float> logProbs, PromptTokenizer tokenizer, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id("episode", sample));
    id("env", "sealflow", json);
    task(sample, json);
    id("group", sample.getGroupId(), json);
    run(sample, json);
    json.writeBooleanField("ok", true);
    empty("errors", json);
    json.writeArrayFieldStart("traces");
    trace(sample, logProbs, tokenizer, json);
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void id(String field, String id, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart(field);
    json.writeStringField("id", id);
    json.writeEndObject();
  }

  /** The same for the same episode, however often it is exported. */
  private static String id(String kind, TrainingSample sample) {
    String name =
        String.join(
            "\n",
            kind,
            sample.getRunId(),
            sample.getEpisodeId(),
            String.valueOf(sample.getAttempt()));
    return HexFormat.of().formatHex(Sha256.of(name), 0, ID_BYTES);
  }

  private static void task(TrainingSample sample, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("task");
    json.writeStringField("type", "SealflowTask");
    json.writeObjectFieldStart("data");
    json.writeStringField("name", sample.getTaskId());
    json.writeStringField("category", sample.getCategory());
    json.writeEndObject();
    json.writeStringField("key", sample.getTaskId());
    json.writeEndObject();
  }

  private static void run(TrainingSample sample, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("run");
    json.writeStringField("type", "train");
    json.writeStringField("id", sample.getRunId());
    json.writeObjectFieldStart("work");
    json.writeStringField("type", "train");
    json.writeNumberField("step", sample.getBatchNumber());
    List<Long> versions = sample.getPolicyVersions();
    if (!versions.isEmpty()) {
      json.writeObjectFieldStart("policy");
      json.writeNumberField("start", Collections.min(versions));
      json.writeNumberField("end", Collections.max(versions));
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void trace(
      TrainingSample sample, List<Float> logProbs, PromptTokenizer tokenizer, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("version", 1);
    json.writeStringField("id", id("trace", sample));
    task(sample, json);
    agent(sample, json);
    json.writeArrayFieldStart("nodes");
    int number = 0;
    for (TokenSpan span : TokenSpan.of(sample)) {
      node(number++, span, sample, logProbs, tokenizer, json);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("rewards");
    json.writeObjectFieldStart("reward");
    json.writeNumberField("score", sample.getReward());
    json.writeNumberField("weight", 1.0);
    json.writeEndObject();
    json.writeEndObject();
    json.writeObjectFieldStart("metrics");
    json.writeNumberField("advantage", sample.getAdvantage());
    json.writeNumberField("diagnosis_weight", sample.getWeight());
    json.writeEndObject();
    info(sample, json);
    json.writeBooleanField("is_completed", true);
    json.writeBooleanField("ok", true);
    empty("errors", json);
    json.writeEndObject();
  }

  private static void empty(String field, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart(field);
    json.writeEndArray();
  }

  private static void agent(TrainingSample sample, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("agent");
    json.writeObjectFieldStart("config");
    json.writeStringField("model", sample.getPolicyName());
    json.writeObjectFieldStart("sampling");
    json.writeNumberField("temperature", sample.getTemperature());
    json.writeEndObject();
    json.writeEndObject();
    json.writeStringField("name", sample.getPolicyName());
    json.writeBooleanField("trainable", true);
    json.writeEndObject();
  }

  private static void node(
      int number,
      TokenSpan span,
      TrainingSample sample,
      List<Float> logProbs,
      PromptTokenizer tokenizer,
      JsonGenerator json)
      throws IOException {
    List<Integer> ids = span.ids(sample);
    json.writeStartObject();
    if (number > 0) {
      json.writeNumberField("parent", number - 1);
    }
    json.writeObjectFieldStart("message");
    json.writeStringField("role", span.sampled() ? "assistant" : "user");
    json.writeStringField(
        "content", tokenizer.decode(ids.stream().mapToInt(Integer::intValue).toArray()));
    json.writeEndObject();
    json.writeBooleanField("sampled", span.sampled());
    field("token_ids", ids, json);
    field("mask", sample.getSampled().subList(span.from(), span.to()), json);
    field("logprobs", compact(logProbs, span), json);
    if (span.sampled()) {
      field("advantages", compact(sample.getAdvantages(), span), json);
      field("loss_weights", lossWeights(sample, span), json);
    }
    json.writeEndObject();
  }

  private static void field(String name, Object value, JsonGenerator json) throws IOException {
    json.writeFieldName(name);
    PlainJson.write(value, json);
  }

  private static List<Float> compact(List<Float> values, TokenSpan span) {
    return span.sampled() ? values.subList(span.from(), span.to()) : List.of();
  }

  private static Map<String, List<Float>> lossWeights(TrainingSample sample, TokenSpan span) {
    Map<String, List<Float>> streams = new TreeMap<>();
    sample
        .getLossWeights()
        .forEach(
            (name, weight) ->
                streams.put(
                    name, Collections.nCopies(span.to() - span.from(), weight.floatValue())));
    return streams;
  }

  private static void info(TrainingSample sample, JsonGenerator json) throws IOException {
    List<String> tags = new ArrayList<>();
    sample.getTags().forEach(tag -> tags.add(Tags.lowerCase(tag)));
    json.writeObjectFieldStart("info");
    json.writeObjectFieldStart("sealflow");
    json.writeNumberField("batch", sample.getBatchNumber());
    json.writeNumberField("sample", sample.getSampleIndex());
    json.writeStringField("episode", sample.getEpisodeId());
    json.writeNumberField("attempt", sample.getAttempt());
    json.writeBooleanField("branch", sample.getBranch());
    json.writeStringField("verdict", sample.getVerdict().name());
    field("tags", tags, json);
    field("judgements", sample.getJudgements(), json);
    if (sample.getRootCauseTurn() != null) {
      json.writeNumberField("root_cause_turn", sample.getRootCauseTurn());
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
