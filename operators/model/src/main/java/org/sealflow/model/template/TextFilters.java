package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.sealflow.model.template.value.Arguments;
import org.sealflow.model.template.value.FormatText;
import org.sealflow.model.template.value.JsonText;
import org.sealflow.model.template.value.None;
import org.sealflow.model.template.value.Parameters;
import org.sealflow.model.template.value.PythonText;
import org.sealflow.model.template.value.Sizes;
import org.sealflow.model.template.value.StringMethods;
import org.sealflow.model.template.value.Strings;
import org.sealflow.model.template.value.Tuple;
import org.sealflow.model.template.value.Values;

/** The filters that make a text. */
final class TextFilters {
  private static final String WORD_BREAKS = "-({[<";

  static final Map<String, Filter> FILTERS =
      Map.ofEntries(
          Map.entry("string", (value, a) -> plain(value, a, UnaryOperator.identity())),
          Map.entry("safe", (value, a) -> plain(value, a, UnaryOperator.identity())),
          Map.entry("upper", (value, a) -> plain(value, a, StringMethods::upper)),
          Map.entry("lower", (value, a) -> plain(value, a, StringMethods::lower)),
          Map.entry("capitalize", (value, a) -> plain(value, a, StringMethods::capitalize)),
          Map.entry("title", (value, a) -> plain(value, a, TextFilters::title)),
          Map.entry("trim", TextFilters::trim),
          Map.entry("replace", TextFilters::replace),
          Map.entry("indent", TextFilters::indent),
          Map.entry("join", TextFilters::join),
          Map.entry("format", TextFilters::format),
          Map.entry("tojson", TextFilters::toJson));

  private TextFilters() {}

  private static Object plain(Object value, Arguments arguments, UnaryOperator<String> change) {
    arguments.bind(0);
    return change.apply(PythonText.str(value));
  }

  /** Words begin after white space, hyphens and opening brackets, an apostrophe does not part. */
  private static String title(String text) {
    StringBuilder out = new StringBuilder(text.length());
    boolean begins = true;
    for (int point : text.codePoints().toArray()) {
      String character = Character.toString(point);
      out.append(begins ? StringMethods.upper(character) : StringMethods.lower(character));
      begins = Strings.isSpace(point) || WORD_BREAKS.indexOf(point) >= 0;
    }
    return out.toString();
  }

  private static Object trim(Object value, Arguments arguments) {
    return StringMethods.strip(PythonText.str(value), arguments.bind(0, "chars"), 0);
  }

  private static Object replace(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(2, "old", "new", "count");
    return Strings.replace(
        PythonText.str(value),
        PythonText.str(parameters.value(0)),
        PythonText.str(parameters.value(1)),
        parameters.integer(2, -1));
  }

  private static Object indent(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "width", "first", "blank");
    String indent =
        parameters.given(0) instanceof String given
            ? given
            : " ".repeat((int) Math.max(0, Math.min(parameters.integer(0, 4), 1000)));
    boolean blank = parameters.isTrue(2);
    List<Object> lines = Strings.lines(PythonText.str(value) + "\n");
    StringBuilder out = new StringBuilder(parameters.isTrue(1) ? indent : "");
    for (int i = 0; i < lines.size(); i++) {
      String line = (String) lines.get(i);
      Sizes.requireText((long) out.length() + line.length() + indent.length());
      out.append(i == 0 ? "" : "\n")
          .append(i > 0 && (blank || !line.isEmpty()) ? indent : "")
          .append(line);
    }
    return out.toString();
  }

  private static Object join(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "d", "attribute");
    String separator = PythonText.str(parameters.value(0, ""));
    List<Object> items = new ArrayList<>(Values.iterate(value));
    Object attribute = parameters.value(1, None.NONE);
    if (attribute != None.NONE) {
      items.replaceAll(item -> SelectionFilters.attribute(item, attribute));
    }
    StringBuilder out = new StringBuilder();
    String between = "";
    for (Object item : items) {
      out.append(between).append(PythonText.str(item));
      Sizes.requireText(out.length());
      between = separator;
    }
    return out.toString();
  }

  private static Object format(Object value, Arguments arguments) {
    return FormatText.percent(PythonText.str(value), new Tuple(arguments.positional()));
  }

  private static Object toJson(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "ensure_ascii", "indent", "separators", "sort_keys");
    Object indent = parameters.value(1, None.NONE);
    boolean multiLine = indent != None.NONE;
    String unit =
        indent instanceof String text
            ? text
            : " ".repeat((int) Math.max(0, Math.min(parameters.integer(1, 0), 1000)));
    List<Object> separators = separators(parameters, multiLine);
    return JsonText.of(
        value,
        new JsonText.Layout(
            multiLine,
            unit,
            PythonText.str(separators.get(0)),
            PythonText.str(separators.get(1)),
            parameters.isTrue(0),
            parameters.isTrue(3)));
  }

  private static List<Object> separators(Parameters parameters, boolean multiLine) {
    Object given = parameters.value(2, None.NONE);
    if (given == None.NONE) {
      return List.of(multiLine ? "," : ", ", ": ");
    }
    List<Object> separators = Values.itemsOrNull(given);
    if (separators == null || separators.size() != 2) {
      throw parameters.unexpected(2, "a pair of texts", given);
    }
    return separators;
  }
}
