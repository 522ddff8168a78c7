package org.sealflow.review.rule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** Tells identifiers, e-mail addresses and codes from numbers, dates, names and free text. */
final class IdentifierFinder {
  private static final Pattern EMAIL =
      Pattern.compile("[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,200}\\.[A-Za-z]{2,24}");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final Pattern CODE = Pattern.compile("#?[A-Za-z][A-Za-z0-9_#:-]{1,63}|#\\d{2,63}");
  private static final Pattern NAMED =
      Pattern.compile("(.*_)?ids?|(.*_)?(uuid|guid|sku|email)|.+_(code|number|ref|reference)");
  private static final Pattern WORLD_KNOWLEDGE =
      Pattern.compile(
          ".*(model|lang|locale|zone|currency|colou?r|format|encoding|version|country|region|zip"
              + "|postal|postcode|airport|station|ticker|symbol|schema|mime|http|error|status).*");
  private static final Pattern MONTH_OR_TIME =
      Pattern.compile(
          "(?i)(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*-?\\d.*|[a-z]?\\d?t\\d\\d:.*");

  private IdentifierFinder() {}

  /** Tells every identifier among arguments, with its argument: keys joined by dots. */
  static void forEach(JsonNode arguments, BiConsumer<String, String> found) {
    walk("", "", arguments, found);
  }

  private static void walk(
      String path, String name, JsonNode value, BiConsumer<String, String> found) {
    if (value.isObject()) {
      value
          .properties()
          .forEach(
              field ->
                  walk(
                      path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                      field.getKey(),
                      field.getValue(),
                      found));
    } else if (value.isArray()) {
      for (int at = 0; at < value.size(); at++) {
        walk(path + "[" + at + "]", name, value.get(at), found);
      }
    } else if (value.isTextual() && isIdentifier(name, value.textValue())) {
      found.accept(path, value.textValue());
    }
  }

  /** Whether the text of an argument of this name is an identifier, beyond doubt. */
  static boolean isIdentifier(String name, String text) {
    if (text.length() > 256) {
      return false;
    }
    if (EMAIL.matcher(text).matches() || UUID.matcher(text).matches()) {
      return true;
    }
    String words = snakeCase(name);
    return NAMED.matcher(words).matches()
        && !WORLD_KNOWLEDGE.matcher(words).matches()
        && CODE.matcher(text).matches()
        && text.chars().anyMatch(Character::isDigit)
        && !MONTH_OR_TIME.matcher(text).matches();
  }

  static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").replace('-', '_').toLowerCase(Locale.ROOT);
  }
}
