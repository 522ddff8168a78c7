package org.sealflow.evolve.patch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds how a description says a value is measured or written: a unit after {@code in}, as in
 * {@code the distance in miles}, or the pattern of a date.
 */
final class DocumentedUnit {
  private static final String DATE_PART = "(?:YYYY|MM|DD|HH|SS)";
  private static final Pattern DATE =
      Pattern.compile("\\b" + DATE_PART + "(?:[-/:T]" + DATE_PART + ")+\\b");

  private static final Pattern MEASURE =
      Pattern.compile(
          "\\bin ((?:kilo|centi|milli)?(?:meters|grams)|miles|feet|inches|gallons|liters|kilograms"
              + "|pounds|USD|m/h|km/h|mph|seconds|minutes|hours|days|percent)\\b");

  private DocumentedUnit() {}

  /** The unit or date pattern a description names, as it writes it; null if it names none. */
  static @Nullable String of(String description) {
    Matcher date = DATE.matcher(description);
    if (date.find()) {
      return date.group();
    }
    Matcher measure = MEASURE.matcher(description);
    return measure.find() ? measure.group(1) : null;
  }
}
