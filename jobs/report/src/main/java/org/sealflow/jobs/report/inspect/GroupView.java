package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.TurnDiagnosis;

/** Episodes of one task side by side: what each calls in each turn, and where they first differ. */
final class GroupView {
  private final ArrayNode samples = JsonNodeFactory.instance.arrayNode();
  private final List<List<List<String>>> calls = new ArrayList<>();

  /**
   * Adds an episode.
   *
   * @param learner what the learner made of it; null if none had it
   */
  void add(InspectedEntry entry, List<TurnDiagnosis> turns, @Nullable ObjectNode learner) {
    ObjectNode sample = samples.addObject();
    sample.set("learner", learner);
    sample.putRawValue("line", new RawValue(entry.line()));
    ArrayNode shown = sample.putArray("turns");
    List<List<String>> texts = new ArrayList<>();
    for (TurnDiagnosis turn : turns) {
      ObjectNode node = shown.addObject();
      node.put("turn", turn.getTurn());
      node.put("reached", turn.getReached());
      node.put("failure", name(turn.getFailure()));
      node.put("origin", name(turn.getOrigin()));
      ArrayNode made = node.putArray("calls");
      for (DiagnosedCall call : turn.getPolicyCalls()) {
        made.addObject()
            .put("text", call.getText())
            .put("status", call.getStatus().name())
            .put("resultText", call.getResultText());
      }
      if (turn.getReached()) {
        texts.add(turn.getPolicyCalls().stream().map(DiagnosedCall::getText).toList());
      }
    }
    calls.add(texts);
  }

  private static @Nullable String name(@Nullable Enum<?> constant) {
    return constant == null ? null : constant.name();
  }

  /**
   * The samples and {@code diverges}, the first turn in which the calls of two samples that reach
   * it differ; null if none does.
   */
  ObjectNode node() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("samples", samples);
    node.put("diverges", diverges());
    return node;
  }

  private @Nullable Integer diverges() {
    int longest = calls.stream().mapToInt(List::size).max().orElse(0);
    for (int turn = 0; turn < longest; turn++) {
      int at = turn;
      long kinds =
          calls.stream()
              .filter(sample -> at < sample.size())
              .map(sample -> sample.get(at))
              .distinct()
              .count();
      if (kinds > 1) {
        return turn;
      }
    }
    return null;
  }
}
