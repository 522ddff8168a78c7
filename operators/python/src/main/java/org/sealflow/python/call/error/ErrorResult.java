package org.sealflow.python.call.error;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJsonReader;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/**
 * A result that says that its call failed.
 *
 * @param family what kind of mistake it answers
 * @param message the error's text without the words around it
 * @param tool the tool the error names, as it writes it; null if it names none
 * @param arguments the arguments it is about: those the error names, else those of the call whose
 *     values it quotes, in the order found; names are as written, never changed in case
 */
public record ErrorResult(
    ErrorFamily family, String message, @Nullable String tool, List<String> arguments) {
  private static final String RAISED = "Error during execution: ";
  private static final String ANSWERED = "\"error\": ";
  private static final String LISTED_OBJECT = "[{'error'";
  private static final String LISTED_PREFIX = "Error: ";
  private static final String LISTED_TEXT = "['" + LISTED_PREFIX;

  /** Copies the list. */
  public ErrorResult {
    arguments = List.copyOf(arguments);
  }

  /**
   * The failure that a result tells of; empty for the result of a success. Errors are texts {@code
   * Error during execution: …}, objects with a key {@code error}, and lists that hold one of these.
   *
   * @param call the call string executed
   * @param result the result text as the simulator returned it
   */
  public static Optional<ErrorResult> of(String call, String result) {
    String message = message(result);
    return message == null ? Optional.empty() : Optional.of(classify(call, message));
  }

  private static @Nullable String message(String result) {
    if (result.startsWith(RAISED)) {
      return result.substring(RAISED.length());
    }
    if (result.startsWith("{") && result.contains(ANSWERED)) {
      return answered(result);
    }
    return result.startsWith(LISTED_OBJECT) || result.startsWith(LISTED_TEXT)
        ? listed(result)
        : null;
  }

  private static @Nullable String answered(String json) {
    try {
      return PyJsonReader.read(json) instanceof PyDict object ? error(object) : null;
    } catch (PyException noJson) {
      return null;
    }
  }

  private static @Nullable String listed(String repr) {
    try {
      return ExpressionParser.parse(repr) instanceof Expression.ListDisplay list
          ? text(list.items().get(0))
          : null;
    } catch (PyException noLiteral) {
      return null;
    }
  }

  /** The text of an item that is one, or an object with a text as its first value. */
  private static @Nullable String text(Expression item) {
    if (item instanceof Expression.DictDisplay object) {
      return text(object.entries().get(0).value());
    }
    return item instanceof Expression.Constant constant
            && constant.value() instanceof String written
        ? written.startsWith(LISTED_PREFIX) ? written.substring(LISTED_PREFIX.length()) : written
        : null;
  }

  private static @Nullable String error(PyDict object) {
    Object error = object.get("error");
    return error == null || Py.isNone(error) ? null : Py.str(error);
  }

  private static ErrorResult classify(String call, String message) {
    ErrorPatterns.Match match = ErrorPatterns.match(message);
    WrittenCall written = WrittenCall.of(call);
    String name = match.tool();
    if (match.family() == ErrorFamily.UNKNOWN_TOOL && name != null) {
      // An undefined name that is an argument's value was meant as a text.
      List<String> named = written.argumentsNaming(name);
      if (!named.isEmpty()) {
        return new ErrorResult(ErrorFamily.INVALID_VALUE, message, null, named);
      }
    }
    List<String> arguments =
        match.arguments().isEmpty()
            ? written.argumentsQuotedIn(withoutFixedWords(message, match))
            : match.arguments();
    return new ErrorResult(match.family(), message, name, arguments);
  }

  /** The words that tell the family are not quoted values, even if a value is spelled the same. */
  private static String withoutFixedWords(String message, ErrorPatterns.Match match) {
    boolean whole = match.start() == 0 && match.end() == message.length();
    return whole
        ? message
        : message.substring(0, match.start()) + "\n" + message.substring(match.end());
  }
}
