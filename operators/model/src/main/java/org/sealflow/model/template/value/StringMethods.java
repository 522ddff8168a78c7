package org.sealflow.model.template.value;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The methods of a text. */
public final class StringMethods {
  private static final Map<String, ValueMethod.Body<String>> METHODS =
      Map.ofEntries(
          Map.entry("strip", StringMethods::strip),
          Map.entry("lstrip", StringMethods::stripLeft),
          Map.entry("rstrip", StringMethods::stripRight),
          Map.entry("split", StringMethods::split),
          Map.entry("rsplit", StringMethods::splitFromRight),
          Map.entry("splitlines", StringMethods::splitLines),
          Map.entry("partition", StringMethods::partition),
          Map.entry("rpartition", StringMethods::partitionFromRight),
          Map.entry("join", StringMethods::join),
          Map.entry("startswith", (text, a) -> matches(text, a, String::startsWith)),
          Map.entry("endswith", (text, a) -> matches(text, a, String::endsWith)),
          Map.entry("removeprefix", StringMethods::removePrefix),
          Map.entry("removesuffix", StringMethods::removeSuffix),
          Map.entry("replace", StringMethods::replace),
          Map.entry("find", StringMethods::find),
          Map.entry("rfind", StringMethods::findFromRight),
          Map.entry("index", StringMethods::index),
          Map.entry("count", StringMethods::count),
          Map.entry("upper", (text, a) -> plain(a, text, StringMethods::upper)),
          Map.entry("lower", (text, a) -> plain(a, text, StringMethods::lower)),
          Map.entry("capitalize", (text, a) -> plain(a, text, StringMethods::capitalize)),
          Map.entry("title", (text, a) -> plain(a, text, StringMethods::title)),
          Map.entry("isdigit", (text, a) -> all(text, a, Character::isDigit)),
          Map.entry("isalpha", (text, a) -> all(text, a, Character::isLetter)),
          Map.entry("isalnum", (text, a) -> all(text, a, Character::isLetterOrDigit)),
          Map.entry("isspace", (text, a) -> all(text, a, Strings::isSpace)),
          Map.entry("isupper", (text, a) -> isCase(text, a, upper(text))),
          Map.entry("islower", (text, a) -> isCase(text, a, lower(text))),
          Map.entry("format", FormatText::format));

  /** Whether a text begins or ends with another. */
  private interface Matcher {
    boolean matches(String text, String part);
  }

  private StringMethods() {}

  /** An attribute of a text, or null if it has none of the name. */
  static @Nullable Object attribute(String text, String name) {
    ValueMethod.Body<String> body = METHODS.get(name);
    return body == null ? null : new ValueMethod<>(name, text, body);
  }

  public static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  public static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  public static String capitalize(String text) {
    if (text.isEmpty()) {
      return text;
    }
    int second = text.offsetByCodePoints(0, 1);
    return titleCase(text.codePointAt(0)) + lower(text.substring(second));
  }

  private static String titleCase(int point) {
    return Character.toString(Character.toTitleCase(point));
  }

  private static String title(String text) {
    StringBuilder out = new StringBuilder(text.length());
    boolean inWord = false;
    for (int point : text.codePoints().toArray()) {
      out.append(inWord ? lower(Character.toString(point)) : titleCase(point));
      inWord = Character.isLetter(point);
    }
    return out.toString();
  }

  public static String strip(String text, Parameters parameters, int index) {
    return stripRight(stripLeft(text, parameters, index), parameters, index);
  }

  private static String stripLeft(String text, Parameters parameters, int index) {
    return parameters.value(index, None.NONE) == None.NONE
        ? Strings.stripLeft(text)
        : Strings.stripLeft(text, parameters.text(index));
  }

  private static String stripRight(String text, Parameters parameters, int index) {
    return parameters.value(index, None.NONE) == None.NONE
        ? Strings.stripRight(text)
        : Strings.stripRight(text, parameters.text(index));
  }

  private static Object strip(String text, Arguments arguments) {
    return strip(text, arguments.bind(0, "chars"), 0);
  }

  private static Object stripLeft(String text, Arguments arguments) {
    return stripLeft(text, arguments.bind(0, "chars"), 0);
  }

  private static Object stripRight(String text, Arguments arguments) {
    return stripRight(text, arguments.bind(0, "chars"), 0);
  }

  private static Object split(String text, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "sep", "maxsplit");
    return Strings.split(text, separator(parameters), parameters.integer(1, -1));
  }

  private static Object splitFromRight(String text, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "sep", "maxsplit");
    return Strings.splitFromRight(text, separator(parameters), parameters.integer(1, -1));
  }

  private static String separator(Parameters parameters) {
    if (parameters.value(0, None.NONE) == None.NONE) {
      return Strings.WHITE_SPACE;
    }
    return requireNotEmpty(parameters.text(0));
  }

  private static String requireNotEmpty(String separator) {
    if (separator.isEmpty()) {
      throw new TemplateFault("the separator is empty, expected at least one character");
    }
    return separator;
  }

  private static Object splitLines(String text, Arguments arguments) {
    arguments.bind(0);
    return Strings.lines(text);
  }

  private static Object partition(String text, Arguments arguments) {
    String separator = requireNotEmpty(arguments.bind(1, "sep").text(0));
    int at = text.indexOf(separator);
    return at < 0 ? new Tuple(List.of(text, "", "")) : partition(text, separator, at);
  }

  private static Object partitionFromRight(String text, Arguments arguments) {
    String separator = requireNotEmpty(arguments.bind(1, "sep").text(0));
    int at = text.lastIndexOf(separator);
    return at < 0 ? new Tuple(List.of("", "", text)) : partition(text, separator, at);
  }

  private static Tuple partition(String text, String separator, int at) {
    return new Tuple(
        List.of(text.substring(0, at), separator, text.substring(at + separator.length())));
  }

  private static Object join(String text, Arguments arguments) {
    StringBuilder out = new StringBuilder();
    String separator = "";
    for (Object item : Values.iterate(arguments.bind(1, "iterable").value(0))) {
      if (!(item instanceof String part)) {
        throw new TemplateFault("join expects texts, found " + Values.typeName(item));
      }
      Sizes.requireText((long) out.length() + separator.length() + part.length());
      out.append(separator).append(part);
      separator = text;
    }
    return out.toString();
  }

  /** The text tried may be a tuple of texts. */
  private static Object matches(String text, Arguments arguments, Matcher matcher) {
    Parameters parameters = arguments.bind(1, "prefix");
    Object wanted = parameters.value(0);
    if (!(wanted instanceof Tuple tuple)) {
      return matcher.matches(text, parameters.text(0));
    }
    return tuple.items().stream()
        .anyMatch(part -> part instanceof String other && matcher.matches(text, other));
  }

  private static Object removePrefix(String text, Arguments arguments) {
    String prefix = arguments.bind(1, "prefix").text(0);
    return text.startsWith(prefix) ? text.substring(prefix.length()) : text;
  }

  private static Object removeSuffix(String text, Arguments arguments) {
    String suffix = arguments.bind(1, "suffix").text(0);
    return text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text;
  }

  private static Object replace(String text, Arguments arguments) {
    Parameters parameters = arguments.bind(2, "old", "new", "count");
    return Strings.replace(text, parameters.text(0), parameters.text(1), parameters.integer(2, -1));
  }

  private static Object find(String text, Arguments arguments) {
    return inCodePoints(text, text.indexOf(arguments.bind(1, "sub").text(0)));
  }

  private static Object findFromRight(String text, Arguments arguments) {
    return inCodePoints(text, text.lastIndexOf(arguments.bind(1, "sub").text(0)));
  }

  private static Object index(String text, Arguments arguments) {
    int at = text.indexOf(arguments.bind(1, "sub").text(0));
    if (at < 0) {
      throw new TemplateFault("the text to find by index() is not there, use find()");
    }
    return inCodePoints(text, at);
  }

  private static Object inCodePoints(String text, int at) {
    return (long) (at < 0 ? at : text.codePointCount(0, at));
  }

  private static Object count(String text, Arguments arguments) {
    String part = arguments.bind(1, "sub").text(0);
    return part.isEmpty() ? Strings.length(text) + 1L : Strings.split(text, part, -1).size() - 1L;
  }

  private static Object plain(Arguments arguments, String text, UnaryOperator<String> change) {
    arguments.bind(0);
    return change.apply(text);
  }

  private static Object all(String text, Arguments arguments, IntPredicate kind) {
    arguments.bind(0);
    return !text.isEmpty() && text.codePoints().allMatch(kind);
  }

  /** Whether the text has letters with a case, all of the one that {@code changed} shows. */
  private static Object isCase(String text, Arguments arguments, String changed) {
    arguments.bind(0);
    return text.equals(changed) && !upper(text).equals(lower(text));
  }
}
