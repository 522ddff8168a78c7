package org.sealflow.jobs.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyJsonReader;
import org.sealflow.python.PyList;
import org.sealflow.python.call.decode.FunctionCallDecoder;
import org.sealflow.python.call.decode.PromptDecoder;
import org.sealflow.python.call.decode.UndecodableException;

/**
 * Understands lines of the formats {@code calls} and {@code bfcl-result}. Fields that are not
 * needed (latencies, token counts, inference logs) are skipped without being built.
 */
public final class RecordedLines {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(LineReader.MAX_LINE_BYTES)
                  .maxNestingDepth(1000)
                  .build())
          .build();

  /** A prompting model's reply that tries to call something, as opposed to prose. */
  private static final Pattern CALL_ATTEMPT =
      Pattern.compile("^[\\s`\\[]*[A-Za-z_][A-Za-z0-9_.]*\\s*\\(", Pattern.DOTALL);

  private RecordedLines() {}

  /**
   * The trajectory of a line.
   *
   * @throws UnreadableRecordException if it is none; the message is one line
   */
  public static RecordedEpisode read(InputLine line, ReadSettings settings)
      throws UnreadableRecordException {
    if (line.tooLong()) {
      throw new UnreadableRecordException(
          "the line has "
              + line.length()
              + " bytes, at most "
              + LineReader.MAX_LINE_BYTES
              + " are read");
    }
    Fields fields = fields(line.content(), settings.format());
    Object id = fields.id;
    if (!(id instanceof String text) || text.isEmpty()) {
      throw new UnreadableRecordException("field id is missing or no text");
    }
    Object turns = fields.turns;
    String turnsField = settings.format() == RecordedFormat.CALLS ? "turns" : "result";
    if (turns == null) {
      throw new UnreadableRecordException("field " + turnsField + " is missing");
    }
    String task = fields.task == null ? text : fields.task;
    String asOf = date(fields.asOf);
    if (turns instanceof String error) {
      return new RecordedEpisode(text, task, asOf, fields.model, List.of(), error);
    }
    return new RecordedEpisode(
        text,
        task,
        asOf,
        fields.model,
        settings.format() == RecordedFormat.CALLS
            ? callTurns(turns)
            : resultTurns(turns, settings.decoder()),
        null);
  }

  /** The fields read from a line. */
  private static final class Fields {
    private @Nullable Object id;
    private @Nullable Object turns;
    private @Nullable String task;
    private @Nullable String asOf;
    private @Nullable String model;
  }

  private static Fields fields(byte[] line, RecordedFormat format)
      throws UnreadableRecordException {
    Fields fields = new Fields();
    String turnsField = format == RecordedFormat.CALLS ? "turns" : "result";
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new UnreadableRecordException("the line is no JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (name.equals("id")) {
          fields.id = PyJsonReader.read(parser);
        } else if (name.equals(turnsField)) {
          fields.turns = PyJsonReader.read(parser);
        } else if (name.equals("task") && format == RecordedFormat.CALLS) {
          fields.task = parser.getValueAsString();
          parser.skipChildren();
        } else if (name.equals("as_of")) {
          fields.asOf = parser.getValueAsString();
          parser.skipChildren();
        } else if (name.equals("model")) {
          fields.model = parser.getValueAsString();
          parser.skipChildren();
        } else {
          parser.skipChildren();
        }
      }
      if (parser.nextToken() != null) {
        throw new UnreadableRecordException(
            "the line holds more than one JSON object, expected one a line");
      }
    } catch (JsonProcessingException malformed) {
      throw new UnreadableRecordException(
          "the line is no JSON object: " + malformed.getOriginalMessage());
    } catch (IOException | PyException unreadable) {
      throw new UnreadableRecordException("the line is no JSON object: " + unreadable.getMessage());
    }
    return fields;
  }

  private static @Nullable String date(@Nullable String text) throws UnreadableRecordException {
    if (text == null) {
      return null;
    }
    try {
      return LocalDate.parse(text).toString();
    } catch (DateTimeException malformed) {
      throw new UnreadableRecordException("as_of is '" + text + "', expected YYYY-MM-DD");
    }
  }

  private static List<List<RecordedEpisode.Step>> callTurns(Object turns)
      throws UnreadableRecordException {
    List<List<RecordedEpisode.Step>> read = new ArrayList<>();
    for (Object turn : list(turns, "turns", "a list of turns or an error text")) {
      List<RecordedEpisode.Step> steps = new ArrayList<>();
      for (Object step : list(turn, "turns", "turns as lists of steps")) {
        steps.add(callStep(step));
      }
      read.add(steps);
    }
    return read;
  }

  private static RecordedEpisode.Step callStep(Object step) throws UnreadableRecordException {
    if (step instanceof PyDict marked && marked.get("undecodable") != null) {
      return RecordedEpisode.Step.undecodable(Py.str(marked.getItem("undecodable")));
    }
    List<String> calls = new ArrayList<>();
    for (Object call : list(step, "turns", "steps as lists of call strings")) {
      if (!(call instanceof String text)) {
        throw new UnreadableRecordException(
            "field turns holds a call of type " + Py.typeName(call) + ", expected a text");
      }
      calls.add(text);
    }
    return RecordedEpisode.Step.of(calls);
  }

  private static List<List<RecordedEpisode.Step>> resultTurns(Object result, StepDecoder decoder)
      throws UnreadableRecordException {
    PyList turns = list(result, "result", "a list of turns or an error text");
    boolean functionCalls =
        decoder == StepDecoder.FC || (decoder == StepDecoder.AUTO && anyListStep(turns));
    List<List<RecordedEpisode.Step>> read = new ArrayList<>();
    for (Object turn : turns) {
      List<RecordedEpisode.Step> steps = new ArrayList<>();
      for (Object step : list(turn, "result", "turns as lists of steps")) {
        steps.add(functionCalls ? functionCallStep(step) : promptStep(step));
      }
      read.add(steps);
    }
    return read;
  }

  private static boolean anyListStep(PyList turns) {
    for (Object turn : turns) {
      if (turn instanceof PyList steps) {
        for (Object step : steps) {
          if (step instanceof PyList) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static RecordedEpisode.Step functionCallStep(Object step) {
    if (!(step instanceof PyList calls)) {
      return RecordedEpisode.Step.reply(Py.str(step));
    }
    try {
      return RecordedEpisode.Step.of(FunctionCallDecoder.decode(calls));
    } catch (UndecodableException undecodable) {
      return RecordedEpisode.Step.undecodable(shown(step));
    }
  }

  private static RecordedEpisode.Step promptStep(Object step) {
    if (!(step instanceof String text)) {
      return RecordedEpisode.Step.undecodable(shown(step));
    }
    try {
      return RecordedEpisode.Step.of(PromptDecoder.decode(text));
    } catch (UndecodableException undecodable) {
      return CALL_ATTEMPT.matcher(text).find()
          ? RecordedEpisode.Step.undecodable(text)
          : RecordedEpisode.Step.reply(text);
    }
  }

  private static String shown(Object step) {
    try {
      return PyJson.dumps(step);
    } catch (PyException notJson) {
      return Py.repr(step);
    }
  }

  private static PyList list(Object value, String field, String expected)
      throws UnreadableRecordException {
    if (value instanceof PyList list) {
      return list;
    }
    throw new UnreadableRecordException(
        "field "
            + field
            + " holds a value of type "
            + Py.typeName(value)
            + ", expected "
            + expected);
  }
}
