package org.sealflow.tau.state;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyNumbers;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.PythonNumbers;

/** Checks and conversions of numbers and truth values. */
final class NumberTypes {
  private static final Pattern INTEGRAL = Pattern.compile("[+-]?\\d+(_\\d+)*(\\.0+)?");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+(_\\d+)*\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

  /** Python reads no longer numerals. */
  private static final int MAX_DIGITS = 4300;

  private static final Set<String> FALSE = Set.of("0", "off", "f", "false", "n", "no");
  private static final Set<String> TRUE = Set.of("1", "on", "t", "true", "y", "yes");

  private NumberTypes() {}

  static @Nullable Object integer(
      @Nullable Object value, String path, ValidationProblems problems) {
    if (value instanceof Long || value instanceof BigInteger) {
      return value;
    }
    if (value instanceof Boolean truth) {
      return truth ? 1L : 0L;
    }
    if (value instanceof Double number) {
      return ofDouble(number, path, problems);
    }
    if (value instanceof String text) {
      String numeral = text.strip();
      if (numeral.length() <= MAX_DIGITS && INTEGRAL.matcher(numeral).matches()) {
        return PyNumbers.normalize(new BigDecimal(numeral.replace("_", "")).toBigIntegerExact());
      }
      problems.add(
          path,
          "Input should be a valid integer, unable to parse string as an integer",
          "int_parsing",
          value);
      return value;
    }
    problems.add(path, "Input should be a valid integer", "int_type", value);
    return value;
  }

  private static Object ofDouble(Double number, String path, ValidationProblems problems) {
    if (number.isNaN() || number.isInfinite()) {
      problems.add(path, "Input should be a finite number", "finite_number", number);
      return number;
    }
    if (number != Math.rint(number)) {
      problems.add(
          path,
          "Input should be a valid integer, got a number with a fractional part",
          "int_from_float",
          number);
      return number;
    }
    return PyNumbers.normalize(new BigDecimal(number).toBigInteger());
  }

  static @Nullable Object number(@Nullable Object value, String path, ValidationProblems problems) {
    if (value != null && PythonNumbers.isNumber(value)) {
      try {
        return value instanceof Boolean truth ? (truth ? 1.0 : 0.0) : PythonNumbers.asDouble(value);
      } catch (CallException e) {
        problems.add(path, "Input should be a valid number", "float_type", value);
        return value;
      }
    }
    if (value instanceof String text) {
      String numeral = text.strip().replace("_", "");
      if (numeral.length() <= MAX_DIGITS && DECIMAL.matcher(numeral).matches()) {
        return Double.valueOf(numeral);
      }
      problems.add(
          path,
          "Input should be a valid number, unable to parse string as a number",
          "float_parsing",
          value);
      return value;
    }
    problems.add(path, "Input should be a valid number", "float_type", value);
    return value;
  }

  static @Nullable Object truth(@Nullable Object value, String path, ValidationProblems problems) {
    if (value instanceof Boolean) {
      return value;
    }
    if (value != null
        && PythonNumbers.isNumber(value)
        && (PythonNumbers.asDouble(value) == 0 || PythonNumbers.asDouble(value) == 1)) {
      return PythonNumbers.asDouble(value) == 1;
    }
    if (value instanceof String text) {
      String word = text.toLowerCase(Locale.ROOT);
      if (FALSE.contains(word) || TRUE.contains(word)) {
        return TRUE.contains(word);
      }
    }
    problems.add(path, "Input should be a valid boolean", "bool_type", value);
    return value;
  }
}
