package org.sealflow.jobs.cli.replay.tau;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.review.TauAgentTools;
import org.sealflow.jobs.cli.replay.file.DiagnosisFiles;
import org.sealflow.jobs.cli.text.FirstLines;
import org.sealflow.jobs.export.diagnosis.DiagnosedTrajectory;
import org.sealflow.jobs.export.diagnosis.DiagnosedTurn;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.tau.diagnose.TauDiagnosis;
import org.sealflow.tau.diagnose.TauFailure;

/** Writes conversations of tau2-bench with their diagnoses. */
public final class TauExport implements TauEpisodeTaker {
  private final DiagnosisFiles written;
  private final TauAgentTools tools;
  private final TauOriginals originals;
  private final String format;

  private TauExport(
      DiagnosisFiles written, TauAgentTools tools, TauOriginals originals, String format) {
    this.written = written;
    this.tools = tools;
    this.originals = originals;
    this.format = format;
  }

  /**
   * Diagnoses and writes files.
   *
   * @param results whether they are result files
   * @param tasks a folder in the layout of the benchmark
   * @return the records left out, in one line; null if none was
   */
  public static @Nullable String run(
      List<Path> files, boolean results, Path tasks, DiagnosisFiles written) throws IOException {
    TauAgentTools tools = new TauAgentTools(TauReplay.benchmark(tasks));
    String format = results ? "tau2" : "tau2-calls";
    FirstLines problems = new FirstLines(1);
    for (Path file : files) {
      try (TauOriginals originals = TauOriginals.open(file, results)) {
        TauExport export = new TauExport(written, tools, originals, format);
        TauReplay replay = TauReplay.run(List.of(file), results, tasks, false, null, export);
        replay.problems().first().forEach(problems::add);
      }
    }
    return problems.summary();
  }

  @Override
  public void take(TauEpisode episode) throws IOException {
    JsonNode original = originals.at(episode.place());
    TauConversation conversation = TauConversation.of(episode, original);
    RecordedTrajectory trajectory =
        conversation.trajectory(episode, tools.of(episode.domain(), solo(episode)), original);
    TauDiagnosis diagnosis = episode.diagnosis();
    List<DiagnosedTurn> turns = new ArrayList<>();
    if (diagnosis != null) {
      for (TauFailure failure : diagnosis.failures()) {
        turns.add(turn(failure, conversation, trajectory));
      }
    }
    written.write(new DiagnosedTrajectory(trajectory, format, whole(episode), turns));
  }

  private static boolean solo(TauEpisode episode) {
    return episode.replayed() != null && episode.replayed().recorded().conversation().solo();
  }

  private static ObjectNode whole(TauEpisode episode) {
    ObjectNode row = TauRow.of(episode);
    ObjectNode whole =
        JsonNodeFactory.instance
            .objectNode()
            .put("verdict", verdict(episode.verdict()))
            .put("benchmark", episode.verdict().name());
    for (String field : List.of("domain", "task", "termination", "reward", "rewardParts")) {
      if (row.hasNonNull(field)) {
        whole.set(field, row.get(field));
      }
    }
    TauDiagnosis diagnosis = episode.diagnosis();
    if (diagnosis != null) {
      TauFailure root = diagnosis.rootCause();
      if (root != null) {
        whole
            .put("failure", root.kind().name())
            .put("origin", root.origin().name())
            .put("by", root.by().name())
            .put("rootCauseTurn", root.place().turn());
      } else if (diagnosis.end() != null) {
        whole.put("failure", "ENDED").put("by", diagnosis.end().by().name());
      }
      whole.set("repair", repair(diagnosis));
    }
    return whole;
  }

  /** The words of the stream; the benchmark's own stand beside them. */
  private static String verdict(TauVerdict verdict) {
    return switch (verdict) {
      case PASSED -> "PASSED";
      case FAILED -> "POLICY_FAILED";
      case INFRASTRUCTURE, RAISED -> "INFRASTRUCTURE_FAILED";
      case OPEN, WITHOUT_TASK, UNVERIFIED -> "UNJUDGED";
    };
  }

  private static ObjectNode repair(TauDiagnosis diagnosis) {
    ObjectNode row = TauRow.diagnosis(diagnosis);
    ObjectNode repair =
        JsonNodeFactory.instance
            .objectNode()
            .put("outcome", row.get("repair").textValue())
            .put("executions", diagnosis.executions());
    ArrayNode edits = repair.putArray("edits");
    if (row.get("repair").textValue().equals("FOUND")) {
      for (JsonNode failure : row.get("failures")) {
        ObjectNode edit = edits.addObject();
        edit.set("kind", failure.get("edit"));
        for (String field : List.of("turn", "call", "tool", "arguments", "expected")) {
          edit.set(field, failure.get(field));
        }
      }
    }
    return repair;
  }

  private static DiagnosedTurn turn(
      TauFailure failure, TauConversation conversation, RecordedTrajectory trajectory) {
    Integer call = failure.place().call();
    TauConversation.CallPlace place = call == null ? null : conversation.call(call);
    int message = place == null ? conversation.lastOf(failure.place().turn()) : place.message();
    boolean agents = trajectory.messages().get(message).speaker() == Speaker.MODEL;
    return new DiagnosedTurn(
        message,
        place == null || !agents ? null : (Integer) place.index(),
        failure.kind().name(),
        explanation(failure),
        TauRow.failure(failure));
  }

  private static String explanation(TauFailure failure) {
    StringBuilder text = new StringBuilder(failure.evidence().name());
    text.append(failure.tool() == null ? "" : " " + failure.tool());
    for (TauFailure.Argument argument : failure.arguments()) {
      text.append(
          String.format(
              Locale.ROOT,
              ", %s is %s, not %s",
              argument.name(),
              argument.actual(),
              argument.expected()));
    }
    return text.append(" (").append(failure.by()).append(')').toString();
  }
}
