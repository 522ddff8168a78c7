package org.sealflow.python.call.error;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells the texts of errors apart: an ordered table, the first pattern found decides. Groups named
 * {@code tool} and {@code arguments} hold what the error names, as it writes it.
 */
final class ErrorPatterns {
  /**
   * A match of a pattern.
   *
   * @param tool the tool the error names; null if it names none
   * @param arguments the arguments the error names, in its order
   * @param start where the text that tells the family begins
   * @param end where it ends
   */
  record Match(
      ErrorFamily family, @Nullable String tool, List<String> arguments, int start, int end) {}

  private record Rule(ErrorFamily family, Pattern pattern, boolean tool, boolean arguments) {}

  private static final String METHOD = "(?:\\w+\\.)?(?<tool>\\w+)\\(\\) ";

  private static final List<Rule> RULES =
      List.of(
          rule(
              ErrorFamily.MISSING_ARGUMENT,
              METHOD
                  + "missing \\d+ required (?:positional|keyword-only) arguments?:"
                  + " (?<arguments>.+)"),
          rule(
              ErrorFamily.MISSING_ARGUMENT,
              METHOD + "missing required argument (?<arguments>'[^']*')"),
          rule(ErrorFamily.MISSING_ARGUMENT, METHOD + "(?:takes|expected) at least \\d+"),
          rule(
              ErrorFamily.UNKNOWN_ARGUMENT,
              METHOD + "got an unexpected keyword argument (?<arguments>'[^']*')"),
          rule(
              ErrorFamily.UNKNOWN_ARGUMENT,
              "(?<arguments>'[^']*') is an invalid keyword argument for (?<tool>\\w+)\\(\\)"),
          rule(ErrorFamily.UNKNOWN_ARGUMENT, METHOD + "takes no keyword arguments"),
          rule(
              ErrorFamily.SURPLUS_ARGUMENT,
              METHOD + "got multiple values for argument (?<arguments>'[^']*')"),
          rule(
              ErrorFamily.SURPLUS_ARGUMENT,
              METHOD
                  + "(?:takes (?:from \\d+ to )?(?:\\d+|no|at most \\d+|exactly \\w+)"
                  + "(?: positional)? arguments?|expected at most \\d+)"),
          rule(
              ErrorFamily.SURPLUS_ARGUMENT,
              "keyword argument repeated: (?<arguments>\\w+)(?= \\(<string>)"),
          rule(ErrorFamily.MALFORMED_CALL, "\\(<string>, line \\d+\\)$"),
          rule(ErrorFamily.MALFORMED_CALL, "^unsupported expression: "),
          rule(ErrorFamily.MALFORMED_CALL, "^source code string cannot|codec can't encode"),
          rule(ErrorFamily.MALFORMED_CALL, "^maximum recursion depth exceeded"),
          rule(ErrorFamily.UNKNOWN_TOOL, "^name '(?<tool>[^']*)' is not defined"),
          rule(ErrorFamily.UNKNOWN_TOOL, "^Function call (?<tool>\\w+) is not allowed"),
          rule(
              ErrorFamily.NOT_AUTHENTICATED,
              "(?i)not authenticated|is currently logged in|access token|token not initialized"),
          rule(
              ErrorFamily.WRONG_TYPE,
              "object (?:has no attribute|is not \\w+|cannot be interpreted|does not support)"
                  + "|not supported between instances|unhashable type|can only concatenate"
                  + "|as left operand, not|unsupported operand type|bad operand type"
                  + "|^object of type|can't multiply|^argument of type|indices must be"
                  + "|argument \\d+ must be|must be (?:str|int|float|real)|doesn't define"
                  + "|could not convert \\w+ to|invalid literal for"),
          rule(ErrorFamily.WRONG_TYPE, "(?i)must be (?:a number|numbers|an integer)"),
          rule(
              ErrorFamily.INVALID_PATH,
              "(?i)path not allowed|unsupported path|invalid character|already the root"),
          rule(
              ErrorFamily.ALREADY_DONE,
              "(?i)already (?:exists|resolved|closed|logged|retweeted|registered|completed)"
                  + "|is already|: file exists"),
          rule(
              ErrorFamily.LIMIT_EXCEEDED,
              "(?i)insufficient|less than budget|exceeded budget|above the tank capacity"
                  + "|tank is empty"),
          rule(
              ErrorFamily.UNMET_CONDITION,
              "(?i)before (?:starting|activating)|when starting the engine|market is closed"
                  + "|directory not empty|for another user|at least 18"),
          rule(
              ErrorFamily.NOT_FOUND,
              "(?i)no such file or directory|no such file|not found|not registered"
                  + "|no available|: not a directory|: is a directory|^404$"),
          rule(
              ErrorFamily.INVALID_VALUE,
              "(?i)invalid|must be|does not match format|is not supported|empty list|negative"
                  + "|by zero|cannot be zero|not allowed|out of range|valid range|computation"),
          // A KeyError's text is the key alone.
          rule(ErrorFamily.INVALID_VALUE, "^(?:'.*'|\".*\"|[-+.\\w]+)$"));

  private ErrorPatterns() {}

  private static Rule rule(ErrorFamily family, String pattern) {
    return new Rule(
        family,
        Pattern.compile(pattern, Pattern.DOTALL),
        pattern.contains("(?<tool>"),
        pattern.contains("(?<arguments>"));
  }

  /** The entry of the table for an error's text; the family {@code OTHER} if there is none. */
  static Match match(String message) {
    for (Rule rule : RULES) {
      Matcher matcher = rule.pattern.matcher(message);
      if (matcher.find()) {
        return new Match(
            rule.family,
            rule.tool ? matcher.group("tool") : null,
            rule.arguments ? names(matcher.group("arguments")) : List.of(),
            matcher.start(),
            matcher.end());
      }
    }
    return new Match(ErrorFamily.OTHER, null, List.of(), 0, 0);
  }

  /** The names of Python's enumeration {@code 'a', 'b', and 'c'}, or of a single one. */
  private static List<String> names(String enumeration) {
    List<String> names = new ArrayList<>();
    if (!enumeration.startsWith("'")) {
      return List.of(enumeration);
    }
    for (int at = 0; at >= 0; at = enumeration.indexOf('\'', at)) {
      int end = enumeration.indexOf('\'', at + 1);
      if (end < 0) {
        break;
      }
      names.add(enumeration.substring(at + 1, end));
      at = end + 1;
    }
    return names;
  }
}
