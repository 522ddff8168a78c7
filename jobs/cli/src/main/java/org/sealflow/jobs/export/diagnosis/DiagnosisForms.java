package org.sealflow.jobs.export.diagnosis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;

/**
 * Turns diagnosed trajectories into lines of the files of a format. Records of that format keep
 * every field and gain the diagnosis; others are converted, and the record as it was read stands in
 * the extension place under {@link DiagnosedTrajectory#SOURCE}.
 */
public final class DiagnosisForms {
  private static final Pattern SUBAGENT = Pattern.compile("\\.subagent_trajectories\\[(\\d+)]");

  /**
   * A line of a file.
   *
   * @param file the file's name
   */
  public record Line(String file, String text) {}

  private final DiagnosisFormat format;
  private final Instant now;
  private final Losses losses = new Losses();
  private @Nullable ObjectNode document;
  private String documentSource = "";

  /**
   * @param now the time of events, and of spans made of records that have none
   */
  public DiagnosisForms(DiagnosisFormat format, Instant now) {
    this.format = format;
    this.now = now;
  }

  /** The files of a format, in their order. */
  public static List<String> files(DiagnosisFormat format) {
    return switch (format) {
      case ATIF, OPENAI -> List.of("trajectories.jsonl");
      case OTEL -> List.of("traces.jsonl", "evaluations.jsonl");
      case JSONL -> List.of("diagnoses.jsonl");
    };
  }

  /** The lines that are complete once this trajectory is known. */
  public List<Line> add(DiagnosedTrajectory read) {
    List<Line> lines = new ArrayList<>();
    DiagnosedTrajectory diagnosed = format == DiagnosisFormat.JSONL ? read : withoutUserCalls(read);
    switch (format) {
      case ATIF -> addAtif(diagnosed, lines);
      case OPENAI -> lines.add(line(openAi(diagnosed)));
      case OTEL -> addOtel(diagnosed, lines);
      case JSONL -> lines.add(line(own(diagnosed)));
    }
    losses.next();
    return lines;
  }

  /** Of other formats only the model calls tools. The messages keep their places. */
  private DiagnosedTrajectory withoutUserCalls(DiagnosedTrajectory diagnosed) {
    RecordedTrajectory trajectory = diagnosed.trajectory();
    boolean any = false;
    List<RecordedMessage> messages = new ArrayList<>();
    for (RecordedMessage message : trajectory.messages()) {
      boolean calls = message.speaker() == Speaker.USER && !message.calls().isEmpty();
      any |= calls;
      messages.add(
          calls
              ? new RecordedMessage(
                  Speaker.USER,
                  message.place(),
                  message.text(),
                  message.refusal(),
                  message.opaque(),
                  List.of())
              : message);
    }
    if (!any) {
      return diagnosed;
    }
    losses.lose(Losses.Kind.USER_CALLS);
    return new DiagnosedTrajectory(
        new RecordedTrajectory(
            trajectory.id(),
            trajectory.source(),
            trajectory.tools(),
            messages,
            trajectory.reward(),
            trajectory.outcome(),
            trajectory.original()),
        diagnosed.format(),
        diagnosed.diagnosis(),
        diagnosed.turns());
  }

  /** The lines that waited for more. */
  public List<Line> end() {
    List<Line> lines = new ArrayList<>();
    endDocument(lines);
    return lines;
  }

  /** The parts that the format has no place for, a line for each kind. */
  public List<String> losses() {
    return losses.lines();
  }

  private Line line(JsonNode value) {
    return new Line(files(format).get(0), text(value));
  }

  private ObjectNode openAi(DiagnosedTrajectory diagnosed) {
    return diagnosed.format().equals("chat") || diagnosed.format().equals("responses")
        ? OpenAiForm.annotated(diagnosed)
        : OpenAiForm.converted(diagnosed, losses);
  }

  private static ObjectNode own(DiagnosedTrajectory diagnosed) {
    ObjectNode line =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", diagnosed.trajectory().id())
            .put("source", diagnosed.trajectory().source())
            .put("format", diagnosed.format());
    line.set(DiagnosedTrajectory.KEY, diagnosed.withTurns(diagnosed.places()));
    line.set("record", diagnosed.trajectory().original());
    return line;
  }

  private void addOtel(DiagnosedTrajectory diagnosed, List<Line> lines) {
    OtelForm form =
        diagnosed.format().equals("otel")
            ? OtelForm.ofSpans(diagnosed, now)
            : OtelForm.converted(diagnosed, now, losses);
    ObjectNode traces = form.traces();
    if (traces != null) {
      lines.add(new Line(files(format).get(0), text(traces)));
    }
    lines.add(new Line(files(format).get(1), text(form.evaluations())));
  }

  /** A document waits for its subagents, whose diagnoses go into it. */
  private void addAtif(DiagnosedTrajectory diagnosed, List<Line> lines) {
    String source = diagnosed.trajectory().source();
    boolean atif = diagnosed.format().equals("atif");
    ObjectNode embedded = atif ? embedded(source) : null;
    if (embedded != null) {
      AtifForm.annotate(embedded, diagnosed);
      return;
    }
    endDocument(lines);
    if (!atif) {
      lines.add(line(AtifForm.converted(diagnosed, losses)));
      return;
    }
    document = (ObjectNode) diagnosed.trajectory().original().deepCopy();
    documentSource = source;
    AtifForm.annotate(document, diagnosed);
  }

  private @Nullable ObjectNode embedded(String source) {
    if (document == null || !source.startsWith(documentSource + ".subagent_trajectories[")) {
      return null;
    }
    JsonNode at = document;
    Matcher steps = SUBAGENT.matcher(source.substring(documentSource.length()));
    while (steps.find()) {
      at = at.path("subagent_trajectories").path(Integer.parseInt(steps.group(1)));
    }
    return at instanceof ObjectNode found ? found : null;
  }

  private void endDocument(List<Line> lines) {
    if (document != null) {
      lines.add(line(document));
      document = null;
    }
  }

  /** JSON in one line; half surrogate pairs, which a model may write, stay as escapes. */
  static String text(JsonNode value) {
    String text = value.toString();
    StringBuilder escaped = null;
    for (int at = 0; at < text.length(); at++) {
      char one = text.charAt(at);
      boolean pair =
          Character.isHighSurrogate(one)
              && at + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(at + 1));
      if (Character.isSurrogate(one) && !pair) {
        escaped = escaped == null ? new StringBuilder(text.substring(0, at)) : escaped;
        escaped.append("\\u").append(Integer.toHexString(one));
      } else if (escaped != null) {
        escaped.append(one);
      }
      if (pair) {
        at++;
        if (escaped != null) {
          escaped.append(text.charAt(at));
        }
      }
    }
    return escaped == null ? text : escaped.toString();
  }
}
