package org.sealflow.jobs.cli.task;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.chat.RequestFailure;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.train.RunSynthesis;
import org.sealflow.synthesize.RequestLedger;
import org.sealflow.synthesize.SynthesisLedger;
import org.sealflow.synthesize.TaskRefusal;
import org.sealflow.synthesize.Weakness;

/**
 * Prints the result of a synthesis, for people and for programs.
 *
 * @param output where the tasks are
 * @param made the tasks, about at least one weakness
 */
record SynthesisLines(Path output, RunSynthesis made) {

  /** Lines that end with the ledgers. */
  List<String> text() {
    List<String> lines = new ArrayList<>();
    List<Weakness> weaknesses = made.weaknesses();
    lines.add(
        "%s; weakest: %s (%s)"
            .formatted(
                weaknesses.size() == 1
                    ? "1 weak capability"
                    : weaknesses.size() + " weak capabilities",
                weaknesses.get(0).capability(),
                weaknesses.get(0).evidence()));
    categories().forEach((category, count) -> lines.add(category + ": " + count + " tasks"));
    lines.add(
        made.tasks().isEmpty()
            ? "no task was admitted; nothing is written"
            : "written to %s, use them with --tasks %s".formatted(output, output));
    if (made.requests().sent() > 0) {
      lines.add(made.requests().line());
    }
    lines.add(made.proposals().line());
    return lines;
  }

  private Map<String, Integer> categories() {
    Map<String, Integer> categories = new TreeMap<>();
    made.tasks().forEach(task -> categories.merge(task.task().category(), 1, Integer::sum));
    return categories;
  }

  /** One JSON object. */
  String json() {
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeStringField("directory", output.toString());
          json.writeNumberField("weaknesses", made.weaknesses().size());
          json.writeObjectFieldStart("tasks");
          for (Map.Entry<String, Integer> category : categories().entrySet()) {
            json.writeNumberField(category.getKey(), category.getValue());
          }
          json.writeEndObject();
          write(made.requests(), json);
          write(made.proposals(), json);
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
