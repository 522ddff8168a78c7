package org.sealflow.jobs.cli.task;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.synthesize.RequestFailure;
import org.sealflow.synthesize.RequestLedger;
import org.sealflow.synthesize.SynthesisLedger;
import org.sealflow.synthesize.Synthesizer;
import org.sealflow.synthesize.TaskRefusal;
import org.sealflow.synthesize.Weakness;

/**
 * Prints the result of a synthesis, for people and for programs.
 *
 * @param output where the tasks are
 * @param weaknesses what they are to teach, at least one, the weakest first
 * @param requests those to a model; none sent if the generator proposed
 */
record SynthesisLines(
    Path output, List<Weakness> weaknesses, Synthesizer synthesizer, RequestLedger requests) {

  /** Lines that end with the ledgers. */
  List<String> text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s; weakest: %s (%s)"
            .formatted(
                weaknesses.size() == 1
                    ? "1 weak capability"
                    : weaknesses.size() + " weak capabilities",
                weaknesses.get(0).capability(),
                weaknesses.get(0).evidence()));
    categories().forEach((category, made) -> lines.add(category + ": " + made + " tasks"));
    lines.add(
        synthesizer.tasks().isEmpty()
            ? "no task was admitted; nothing is written"
            : "written to %s, use them with --tasks %s".formatted(output, output));
    if (requests.sent() > 0) {
      lines.add(requests.line());
    }
    lines.add(synthesizer.ledger().line());
    return lines;
  }

  private Map<String, Integer> categories() {
    Map<String, Integer> categories = new TreeMap<>();
    synthesizer.tasks().forEach(made -> categories.merge(made.task().category(), 1, Integer::sum));
    return categories;
  }

  /** One JSON object. */
  String json() {
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeStringField("directory", output.toString());
          json.writeNumberField("weaknesses", weaknesses.size());
          json.writeObjectFieldStart("tasks");
          for (Map.Entry<String, Integer> made : categories().entrySet()) {
            json.writeNumberField(made.getKey(), made.getValue());
          }
          json.writeEndObject();
          write(requests, json);
          write(synthesizer.ledger(), json);
          json.writeEndObject();
        });
  }

  private static void write(RequestLedger requests, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("requests");
    json.writeNumberField("sent", requests.sent());
    json.writeNumberField("answered", requests.answered());
    json.writeObjectFieldStart("failed");
    for (Map.Entry<RequestFailure, Long> failed : requests.failed().entrySet()) {
      json.writeNumberField(failed.getKey().label(), failed.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void write(SynthesisLedger ledger, JsonGenerator json) throws IOException {
    json.writeNumberField("proposed", ledger.proposed());
    json.writeNumberField("admitted", ledger.admitted());
    json.writeObjectFieldStart("refused");
    for (Map.Entry<TaskRefusal, Long> refused : ledger.refused().entrySet()) {
      json.writeNumberField(refused.getKey().label(), refused.getValue());
    }
    json.writeEndObject();
  }
}
