package org.sealflow.jobs.cli.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.cli.text.AlignedRows;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.live.PlainJson;

/** Shows what a benchmark found: a table for people, or a JSON object for programs. */
final class BenchOutput {
  private static final double MEBIBYTE = 1 << 20;

  private BenchOutput() {}

  /** Prints the result in the form asked for. */
  static void print(BenchResult result, boolean json, PrintWriter out) {
    if (json) {
      out.println(PlainJson.line(writer -> write(result, writer)));
    } else {
      table(result, out);
    }
    out.flush();
  }

  private static void table(BenchResult result, PrintWriter out) {
    out.println("bench " + result.benchmark() + " on " + text(result.machine()));
    int width =
        result.figures().stream()
            .mapToInt(figure -> number(figure.value()).length())
            .max()
            .orElse(0);
    AlignedRows rows = new AlignedRows("figure", "value", "goal", "");
    for (BenchResult.Section section : result.sections()) {
      rows.row(section.title(), "", "", "");
      for (Figure figure : section.figures()) {
        String value = number(figure.value());
        rows.row(
            "  " + figure.label(),
            " ".repeat(width - value.length()) + value,
            goal(figure.goal()),
            verdict(figure));
      }
    }
    rows.print(out);
    result.method().forEach(out::println);
  }

  private static String text(Machine machine) {
    return String.format(
        Locale.ROOT,
        "%s, %s, %,.0f MiB memory, heap up to %,.0f MiB, %s, %s",
        machine.processor(),
        Shown.count(machine.processors(), "processor"),
        machine.memoryBytes() / MEBIBYTE,
        machine.heapBytes() / MEBIBYTE,
        machine.java(),
        machine.system());
  }

  private static String goal(@Nullable Goal goal) {
    if (goal == null) {
      return "";
    }
    return (goal.most() ? "at most " : "at least ") + number(goal.bound());
  }

  private static String verdict(Figure figure) {
    Goal goal = figure.goal();
    if (goal == null) {
      return "";
    }
    return goal.metBy(figure.value().doubleValue()) ? "met" : "missed";
  }

  /** Three digits that count, and never fewer than the whole number has. */
  private static String number(Number value) {
    if (value instanceof Long whole) {
      return String.format(Locale.ROOT, "%,d", whole);
    }
    double number = value.doubleValue();
    double size = Math.abs(number);
    String form = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return size == Math.rint(size) && size < 1e15
        ? String.format(Locale.ROOT, "%,.0f", number)
        : String.format(Locale.ROOT, form, number);
  }

  private static void write(BenchResult result, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("benchmark", result.benchmark());
    machine(result.machine(), json);
    for (Figure figure : result.figures()) {
      json.writeFieldName(figure.key());
      PlainJson.write(figure.value(), json);
    }
    goals(result.figures(), json);
    json.writeArrayFieldStart("method");
    for (String sentence : result.method()) {
      json.writeString(sentence);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void machine(Machine machine, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("machine");
    json.writeStringField("processor", machine.processor());
    json.writeNumberField("processors", machine.processors());
    json.writeNumberField("memoryBytes", machine.memoryBytes());
    json.writeNumberField("heapBytes", machine.heapBytes());
    json.writeStringField("java", machine.java());
    json.writeStringField("system", machine.system());
    json.writeEndObject();
  }

  private static void goals(List<Figure> figures, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("goals");
    for (Figure figure : figures) {
      Goal goal = figure.goal();
      if (goal != null) {
        json.writeObjectFieldStart(figure.key());
        json.writeNumberField(goal.most() ? "atMost" : "atLeast", goal.bound());
        json.writeBooleanField("met", goal.metBy(figure.value().doubleValue()));
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }
}
